import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApiServer } from '@kb/apiserver';
import { type Client, createClient, systemClock, systemRandom } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { buildPage } from '../../scripts/build-page.ts';
import { startDashboard } from '../../src/server/index.ts';
import { chromePath, launchChromium, PAGE_TIMEOUT } from './test-support/chromium.ts';
import { expectGone, expectSeen } from './test-support/expect-seen.ts';
import { definitions, widgets } from './test-support/page-fixture.ts';
import { widget, widgetDefinition } from './test-support/widgets.ts';

const TABLE = '#/objects/core/v1/configmaps?namespace=default';
const row = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(name) });
const isGrey = (page: Page): Promise<boolean> =>
  page.evaluate("getComputedStyle(document.querySelector('main')).filter !== 'none'");

/** All that `kb dev` is for its pages, of which nothing is left after its end. */
interface Session extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly client: Client;
}

describe.skipIf(chromePath === undefined)('pages over a restart of everything', () => {
  const pageFolder = mkdtempSync(path.join(tmpdir(), 'kb-restart-'));
  let browser: Browser | undefined;
  beforeAll(async () => {
    await buildPage(pageFolder);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(pageFolder, { recursive: true, force: true });
  });

  /** Starts a cluster with one ConfigMap, and its dashboard. */
  async function startSession(
    name: string,
    same: { port?: number; secret?: string; pageFolder?: string } = {},
  ): Promise<Session> {
    const server = createApiServer({
      clock: systemClock,
      random: systemRandom,
      onNotEnforced: () => undefined,
      keepHistory: { bytes: 1e7 },
    });
    const client = createClient({ transport: server.transport, clock: systemClock });
    await client.create(configMaps, { metadata: { name, namespace: 'default' } });
    const facts = { cluster: 'embedded', embedded: true, namespace: 'default', pageFolder };
    const { history } = server;
    const dashboard = await startDashboard({
      client,
      clock: systemClock,
      ...facts,
      ...(history && { history }),
      ...same,
    });
    let ended: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      await dashboard.stop();
      await server.stop();
    };
    const dispose = (): Promise<void> => (ended ??= end());
    onTestFinished(dispose);
    const port = Number(new URL(dashboard.origin).port);
    return { client, port, url: dashboard.url, [Symbol.asyncDispose]: dispose };
  }

  async function openPages(url: string, ...fragments: readonly string[]): Promise<[BrowserContext, ...Page[]]> {
    if (!browser) throw new Error('the browser has not started');
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PAGE_TIMEOUT);
    const pages: Page[] = [];
    for (const fragment of fragments) {
      const page = await context.newPage();
      await page.goto(url + fragment);
      pages.push(page);
    }
    return [context, ...pages];
  }

  test('with another key they say what to do, and come back once the new address is open', async () => {
    const before = await startSession('morning');
    const [context, table, object] = await openPages(
      before.url,
      TABLE,
      '#/objects/core/v1/configmaps/default/morning?namespace=default',
    );
    if (!table || !object) throw new Error('two pages were opened');
    await expectSeen(row(table, 'morning'));
    await expectSeen(object.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => isGrey(table)).toBe(false);

    await before[Symbol.asyncDispose]();
    for (const page of [table, object]) {
      await expectSeen(page.getByText('No connection to kb: what you see is from before.'));
      await expect.poll(() => isGrey(page)).toBe(true);
    }
    // What is asked for meanwhile is refused at once: it is not done later, in another cluster.
    await object.getByRole('button', { name: 'Delete' }).click();
    await object.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expectSeen(object.getByText('There is no connection to kb: nothing was done.'));
    await object.getByRole('button', { name: 'Keep it' }).click();

    const after = await startSession('evening', { port: before.port });
    await after.client.create(configMaps, {
      metadata: { name: 'morning', namespace: 'default' },
      data: { new: 'yes' },
    });
    for (const page of [table, object]) {
      await expectSeen(page.getByText('kb was started again, and what you see is from before.'));
      await expect.poll(() => isGrey(page)).toBe(true);
    }
    await expect.poll(() => row(table, 'evening').count()).toBe(0);

    const fresh = await context.newPage();
    await fresh.goto(after.url + TABLE);
    await expectSeen(row(fresh, 'evening'));
    await expectSeen(row(table, 'evening'));
    await expectSeen(object.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => isGrey(object)).toBe(false);
    await expect.poll(() => isGrey(table)).toBe(false);
    expect(await after.client.get(configMaps, 'default/morning')).toMatchObject({ data: { new: 'yes' } });
  });

  test('with the same key they come back by themselves, without what is gone', async () => {
    const secret = 'the-same-secret-each-time';
    const before = await startSession('morning', { secret });
    for (const name of ['a', 'b', 'c'])
      await before.client.create(configMaps, { metadata: { name: `morning-${name}`, namespace: 'default' } });
    const [, table, history] = await openPages(before.url, TABLE, '#/history');
    if (!table || !history) throw new Error('two pages were opened');
    await expectSeen(row(table, 'morning-c'));
    await expectSeen(history.getByRole('listitem').filter({ hasText: 'morning-c' }));
    await before[Symbol.asyncDispose]();
    await expectSeen(table.getByText('No connection to kb: what you see is from before.'));

    const after = await startSession('evening', { port: before.port, secret });
    await expectSeen(row(table, 'evening'));
    await expectGone(row(table, 'morning'));
    await expectSeen(history.getByRole('listitem').filter({ hasText: 'evening' }));
    await expectGone(history.getByRole('listitem').filter({ hasText: 'morning' }));
    await expect.poll(() => isGrey(table)).toBe(false);
    await after.client.create(configMaps, { metadata: { name: 'second', namespace: 'default' } });
    for (const page of [table, history]) await expectSeen(page.getByText('second').first());
  });

  test('a kind whose definition comes some time after the restart is back', async () => {
    const secret = 'the-same-secret-each-time';
    const before = await startSession('morning', { secret });
    await before.client.create(definitions, widgetDefinition);
    await before.client.create(widgets, widget('anvil', 4));
    const [, table] = await openPages(before.url, '#/objects/example.com/v1/widgets');
    if (!table) throw new Error('a page was opened');
    await expectSeen(row(table, 'anvil'));
    await before[Symbol.asyncDispose]();
    await expectSeen(table.getByText('No connection to kb'));

    const after = await startSession('evening', { port: before.port, secret });
    await expectGone(row(table, 'anvil'));
    await after.client.create(definitions, widgetDefinition);
    await after.client.create(widgets, widget('bolt', 5));
    await expectSeen(row(table, 'bolt'));
    await expect.poll(() => isGrey(table)).toBe(false);
  });

  test('a page of another version is loaded again, at the same view', async () => {
    const secret = 'the-same-secret-each-time';
    const before = await startSession('morning', { secret });
    const [, table] = await openPages(before.url, TABLE);
    if (!table) throw new Error('a page was opened');
    await expectSeen(row(table, 'morning'));
    await before[Symbol.asyncDispose]();
    await expectSeen(table.getByText('No connection to kb'));

    const newer = mkdtempSync(path.join(tmpdir(), 'kb-newer-page-'));
    onTestFinished(() => rmSync(newer, { recursive: true }));
    cpSync(pageFolder, newer, { recursive: true });
    const document = readFileSync(path.join(newer, 'index.html'), 'utf8');
    const [script = ''] = /assets\/[\w-]+\.js/.exec(document) ?? [];
    renameSync(path.join(newer, script), path.join(newer, 'assets/newer.js'));
    writeFileSync(path.join(newer, 'index.html'), document.replace(script, 'assets/newer.js'));
    await startSession('evening', { port: before.port, secret, pageFolder: newer });
    await expectSeen(row(table, 'evening'));
    await expect.poll(() => isGrey(table)).toBe(false);
    await expect.poll(() => table.locator('script[src="./assets/newer.js"]').count()).toBe(1);
  });

  test('what has not been read again is not shown as live', async () => {
    const secret = 'the-same-secret-each-time';
    const before = await startSession('morning', { secret });
    const [, table] = await openPages(before.url, TABLE);
    if (!table) throw new Error('a page was opened');
    await expectSeen(row(table, 'morning'));
    await before[Symbol.asyncDispose]();
    await expectSeen(table.getByText('No connection to kb'));
    // A kb whose cluster does not answer.
    const never = createClient({ transport: { send: () => new Promise(() => undefined) }, clock: systemClock });
    const dashboard = await startDashboard({
      client: never,
      clock: systemClock,
      cluster: 'embedded',
      embedded: true,
      namespace: 'default',
      pageFolder,
      port: before.port,
      secret,
    });
    onTestFinished(() => dashboard.stop());
    await expectSeen(table.getByText('Connected again: what you see is from before until all is read again.'));
    expect([await isGrey(table), await row(table, 'morning').count()]).toEqual([true, 1]);
  });
});
