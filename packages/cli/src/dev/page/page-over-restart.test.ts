import { statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chromePath, launchChromium } from '../../../../dashboard/test/browser/test-support/chromium.ts';
import { testFolder } from '../../test-support/run-kb.ts';
import { linkPackages, runningDev } from '../../test-support/running-dev.ts';

type Browser = Awaited<ReturnType<typeof launchChromium>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;

const SAMPLE = 'config/samples/shop_v1_shop.yaml';
const SHOPS = '#/objects/shop.example.com/v1/shops';

const row = (page: Page, name: string): ReturnType<Page['getByRole']> =>
  page.getByRole('row', { name: new RegExp(name) });
const isGrey = (page: Page): Promise<boolean> =>
  page.evaluate("getComputedStyle(document.querySelector('main')).filter !== 'none'");

describe.skipIf(chromePath === undefined)('pages that are open while kb dev is started again', () => {
  test('come back at the same address, with what is there now, without being loaded again', async () => {
    using folder = testFolder();
    await folder.kb('init', '--domain', 'example.com');
    await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
    await folder.kb('generate');
    linkPackages(folder, 'shop');
    folder.edit(SAMPLE, 'name: shop-sample', 'name: morning');
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    context.setDefaultTimeout(60_000);
    const open = async (url: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(url);
      await page.evaluate("window.since = 'morning'");
      return page;
    };

    await using first = runningDev(folder);
    const { url } = await first.next('page');
    const kept = path.join(folder.path, '.kb', 'page-addresses.json');
    expect([statSync(kept).mode & 0o777, folder.read('.kb/.gitignore')]).toEqual([0o600, '*\n']);
    await first.next('operator-ready');
    const [shops, shop, operator] = [
      await open(url + SHOPS),
      await open(`${url}${SHOPS}/default/morning`),
      await open(`${url}#/operator`),
    ];
    await row(shops, 'morning').waitFor();
    await shop.getByRole('button', { name: 'Delete' }).waitFor();
    await operator.getByText('morning').first().waitFor();
    expect(await first.interrupt()).toBe(0);
    for (const page of [shops, shop, operator]) await page.getByText('No connection to kb').waitFor();

    folder.edit(SAMPLE, 'name: morning', 'name: evening');
    await using second = runningDev(folder);
    expect((await second.next('page')).url).toBe(url);
    await second.next('operator-ready');
    await row(shops, 'evening').waitFor();
    await row(shops, 'morning').waitFor({ state: 'detached' });
    await shop.getByText('does not exist').first().waitFor();
    await operator.getByText('evening').first().waitFor();
    await operator.getByText('morning').first().waitFor({ state: 'detached' });
    for (const page of [shops, shop, operator]) {
      await expect.poll(() => isGrey(page)).toBe(false);
      expect(await page.evaluate('window.since')).toBe('morning');
    }
    // The page works as before, also after it is loaded again.
    await shops.reload();
    await row(shops, 'evening').waitFor();
  });
});
