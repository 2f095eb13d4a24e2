import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { OperatorEvent } from '../../src/protocol/index.ts';
import { chromePath } from './test-support/chromium.ts';
import { expectSeen } from './test-support/expect-seen.ts';
import { fakeTopics } from './test-support/fake-topics.ts';
import { forbiddenRun } from './test-support/forbidden-run.ts';
import { usePageFixture } from './test-support/page-fixture.ts';

describe.skipIf(chromePath === undefined)('the process of the operator in the browser', () => {
  const fixture = usePageFixture();
  const openWith = (fragment: string, event: Pick<OperatorEvent, 'process' | 'records'>): Promise<Page> =>
    fixture.open(fragment, { before: fakeTopics({ operator: { topic: 'operator', reset: true, ...event } }) });
  const since = Date.now() - 5000;
  const detail = 'src/a.ts:7:11 TypeError: no';

  test.each([
    { mark: 'crashed', said: detail, process: { state: 'backing-off', since, detail } },
    {
      mark: 'not loaded',
      said: `${detail} The code before still runs`,
      process: { state: 'running', since, notLoaded: detail },
    },
    { mark: 'paused', said: 'paused', process: { state: 'paused', since } },
    {
      mark: 'hangs',
      said: 'its event loop is blocked, while reconciling widget default/a. Restart it, or save a change.',
      process: {
        state: 'running',
        since,
        hanging: {
          since,
          reconciles: [{ reconcileID: 'r', controller: 'widget', key: { namespace: 'default', name: 'a' } }],
        },
      },
    },
  ] as const)('every view says that it is $mark', async ({ mark, said, process }) => {
    const page = await openWith('#/objects/example.com/v1/widgets', { process, records: [] });
    await page.getByRole('link', { name: `Operator ${mark}` }).click();
    await expect.poll(() => page.getByRole('main').textContent()).toContain(said);
  });

  test('a run says how much of it was left out', async () => {
    const records = forbiddenRun(since).map((record) =>
      record.type === 'reconcile-ended' ? { ...record, leftOut: 4700 } : record,
    );
    const page = await openWith('#/operator', { process: { state: 'running', since }, records });
    await page
      .getByRole('list')
      .getByRole('link', { name: /default\/widget-2/ })
      .last()
      .click();
    const run = page.getByRole('list', { name: 'Time line' }).getByRole('button').first();
    await run.click();
    await expect.poll(() => run.getAttribute('aria-expanded')).toBe('true');
    await expectSeen(page.getByText('4700 more were left out, because the run had so many.'));
  });
});
