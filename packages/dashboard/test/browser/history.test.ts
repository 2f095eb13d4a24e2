import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from './test-support/chromium.ts';
import { topOf } from './test-support/edges.ts';
import { expectGone, expectSeen } from './test-support/expect-seen.ts';
import { usePageFixture, widgets } from './test-support/page-fixture.ts';
import { widget } from './test-support/widgets.ts';

const COG = '#/objects/example.com/v1/widgets/default/cog';

describe.skipIf(chromePath === undefined)('the past in the browser', () => {
  const fixture = usePageFixture();
  const { client } = fixture;
  const versions: string[] = [];
  const resize = async (size: number): Promise<void> => {
    const written = await client.patch(widgets, 'default/cog', { type: 'merge', value: { spec: { size } } });
    versions.push(written.metadata.resourceVersion);
  };
  beforeAll(async () => {
    versions.push((await client.create(widgets, widget('cog', 1))).metadata.resourceVersion);
    await resize(2);
    await resize(3);
    await client.create(widgets, widget('alone', 1));
  });
  const writes = (page: Page): Locator => page.getByRole('list', { name: 'Writes' }).locator(':scope > li');

  test('a write says which fields it changed, and opened, how', async () => {
    const page = await fixture.open('#/history');
    const write = writes(page).filter({ hasText: 'default/cog updated' }).first();
    await expectSeen(write.getByText('spec.size'));
    await write.getByRole('button', { name: 'What changed at' }).click();
    await expectSeen(write.getByRole('list', { name: 'Changed fields' }).getByText('3', { exact: true }));
    await write.getByRole('button', { name: 'Show the cluster at' }).click();
    await expect.poll(() => page.url()).toContain(`at=${versions[2]}`);
  });

  test('the list stands still under the mouse, and says what is new', async () => {
    const page = await fixture.open('#/history');
    await expectSeen(writes(page).first());
    await writes(page).first().hover();
    await client.create(widgets, widget('late-1', 1));
    await client.create(widgets, widget('late-2', 1));
    const late = writes(page).filter({ hasText: 'late-' });
    const news = page.getByRole('button', { name: '2 new writes' });
    await expectSeen(news);
    await expect.poll(() => late.count()).toBe(0);
    await news.click();
    await expect.poll(() => late.count()).toBe(2);
  });

  test('a namespace without writes is said', async () => {
    const page = await fixture.open('#/history?namespace=kube-system');
    await page.getByRole('searchbox', { name: 'Find writes' }).fill('cog');
    await expectSeen(page.getByText('No write in kube-system with “cog” in it'));
    await page.getByRole('link', { name: 'Show all namespaces' }).click();
    await expectSeen(writes(page).filter({ hasText: 'default/cog updated' }).first());
  });

  test('what changed is beside the revisions, and the only revision says that it is', async () => {
    const page = await fixture.open(`${COG}?tab=revisions`);
    const difference = page.getByRole('region', { name: 'Difference' });
    await expectSeen(difference.getByText('spec.size'));
    await expect.poll(() => difference.getByRole('heading').innerText()).toMatch(/^From \d\d:\d\d:\d\d/);
    const table = page.getByRole('table');
    await expect.poll(async () => (await topOf(difference)) - (await topOf(table))).toBeLessThanOrEqual(0);
    const alone = await fixture.open('#/objects/example.com/v1/widgets/default/alone?tab=revisions');
    await expectSeen(alone.getByText('Only one revision is kept so far.'));
    await expect.poll(() => alone.getByRole('radio').count()).toBe(0);
  });

  test('in the past, ages are those of then, and later revisions are not chosen', async () => {
    // The clock of the page is an hour ahead: an age of seconds can only be one of the past.
    const past = { before: (page: Page) => page.clock.install({ time: Date.now() + 3_600_000 }) };
    const page = await fixture.open(`#/objects/example.com/v1/widgets?at=${versions[1]}`, past);
    await expectSeen(page.getByRole('row', { name: /cog default 2 red \d+s$/ }));
    await page.goto(new URL(`${COG}?tab=revisions&at=${versions[1]}`, page.url()).href);
    await expectSeen(page.getByText('1 later than the time that you look at'));
    await expect.poll(() => page.getByRole('radio', { name: `version ${versions[2]}` }).count()).toBe(0);
    await expect
      .poll(() => page.getByRole('radio', { name: new RegExp(`^to .*version ${versions[1]}$`) }).isChecked())
      .toBe(true);
    await page.getByRole('button', { name: 'Now' }).click();
    await expectGone(page.getByText('1 later than'));
  });
});
