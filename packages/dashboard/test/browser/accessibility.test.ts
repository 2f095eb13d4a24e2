import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectGone, expectSeen } from './test-support/expect-seen.ts';
import { chromePath } from './test-support/chromium.ts';
import { fakeTopics } from './test-support/fake-topics.ts';
import { crashingTree, misbehavingOperator } from './test-support/misbehaving-operator.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';
import { widget } from './test-support/widgets.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };

/** The violations of WCAG 2.2 AA that axe finds, each with its place. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate<AxeResults, RunOptions>(
    (options) => (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(options),
    rules,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}

const views: readonly (readonly [string, string, 'row' | 'tablist' | 'region' | 'group'])[] = [
  ['a table', '#/objects/example.com/v1/widgets', 'row'],
  ['an object', '#/objects/example.com/v1/widgets/default/widget-1', 'tablist'],
  ['YAML', '#/objects/example.com/v1/widgets/default/widget-1?tab=yaml', 'region'],
  ['problems', '#/operator', 'group'],
  ['a run', '#/operator?controller=gateway&key=default/widget-2&run=forbidden-1', 'tablist'],
  ['events that woke nothing', '#/operator?tab=not-called', 'tablist'],
];

describe.skipIf(chromePath === undefined)('everyone can use the page', () => {
  const fixture = usePageFixture();
  const before = fakeTopics({ operator: misbehavingOperator(Date.now()), tree: crashingTree() });
  beforeAll(async () => {
    for (const name of ['widget-1', 'widget-2', 'widget-3']) await fixture.client.create(widgets, widget(name, 3));
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390])
      test(`WCAG AA, ${colorScheme}, ${width} px`, async () => {
        const found: string[] = [];
        for (const [name, fragment, role] of views) {
          const options = { colorScheme, viewport: { width, height: 800 }, bypassCSP: true, before };
          const page = await fixture.open(fragment, options);
          await expectSeen(page.getByRole(role).first());
          await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
          for (const violation of await violations(page)) found.push(`${name}: ${violation}`);
          const overflow = 'document.documentElement.scrollWidth - innerWidth';
          await expect
            .poll(() => page.evaluate(overflow), { message: `${name} is wider than the screen` })
            .toBeLessThanOrEqual(0);
          await page.context().close();
        }
        expect(found).toEqual([]);
      });

  test('each press of the theme shows another one', async () => {
    for (const [colorScheme, other] of [
      ['light', 'dark'],
      ['dark', 'light'],
    ] as const) {
      const page = await fixture.open(views[0]?.[1], { colorScheme, before });
      await page.getByRole('button', { name: 'Theme: system' }).click();
      await expectSeen(page.getByRole('button', { name: `Theme: ${other}` }));
      await expect.poll(() => page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(other);
      await page.context().close();
    }
  });

  test('dialogs too', async () => {
    const page = await fixture.open(views[0]?.[1], { bypassCSP: true, before });
    await page.getByRole('button', { name: 'Create' }).click();
    await expectSeen(page.getByRole('spinbutton', { name: 'size' }));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expectSeen(page.getByRole('listbox'));
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Inject faults' }).click();
    const faults = page.getByRole('dialog', { name: 'Inject faults' });
    await expectSeen(faults);
    expect(await violations(page)).toEqual([]);
    await faults.getByRole('link', { name: 'Nodes' }).click();
    await expectSeen(page.getByRole('heading', { name: /^Node/ }));
    await expect.poll(() => faults.count()).toBe(0);
  });

  test('a lost connection is said, and what was followed goes on when it is back', async () => {
    let drop: (() => void) | undefined;
    const page = await fixture.open('#/objects/example.com/v1/widgets', {
      before: (opened) =>
        opened.routeWebSocket(/\/socket$/, (socket) => {
          const server = socket.connectToServer();
          drop = () => {
            void server.close();
            void socket.close();
          };
        }),
    });
    await expectSeen(page.getByRole('row', { name: /widget-1/ }));
    drop?.();
    await expectSeen(page.getByText('No connection to kb'));
    await expectGone(page.getByText('No connection to kb'));
    await fixture.client.patch(widgets, 'default/widget-1', { type: 'merge', value: { spec: { size: 88 } } });
    await expectSeen(page.getByRole('row', { name: /widget-1.*88/ }));
  });

  test('the policy of the server stops nothing that the page needs', async () => {
    const messages: string[] = [];
    const page = await fixture.open('#/operator', {
      before: async (opened) => {
        opened.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
        });
        await before(opened);
      },
    });
    await page.getByRole('link', { name: 'gateway default/widget-2' }).click();
    await expectSeen(page.getByRole('list', { name: 'Time line' }));
    expect(messages).toEqual([]);
  });
});
