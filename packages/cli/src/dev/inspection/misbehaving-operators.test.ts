import { defineResource } from '@kb/apimachinery';
import { createClient, createTransport, loadKubeConfig, systemClock } from '@kb/client';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromePath, launchChromium } from '../../../../dashboard/test/browser/test-support/chromium.ts';
import { linkPackages, type RunningDev, runningDev } from '../../test-support/running-dev.ts';
import { type TestFolder, testFolder } from '../../test-support/run-kb.ts';
import type { DevEvent } from '../events/dev-event.ts';

type Inspected = Extract<DevEvent, { readonly event: 'inspection' }>['record'];

let folder: TestFolder;

type Browser = Awaited<ReturnType<typeof launchChromium>>;

/** Absent where there is no Chromium: then only the records are looked at. */
let browser: Browser | undefined;

beforeAll(async () => {
  if (chromePath !== undefined) browser = await launchChromium();
  folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  await folder.kb('generate');
  linkPackages(folder, 'shop');
});
afterAll(async () => {
  await browser?.close();
  folder[Symbol.dispose]();
});

/** Looks at the page of a session as a stranger who has only its address. */
async function onPage(
  { events }: RunningDev,
  look: (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<void>,
): Promise<void> {
  if (browser === undefined) return;
  const opened = events.find((event) => event.event === 'page');
  const page = await browser.newPage();
  try {
    page.setDefaultTimeout(60_000);
    await page.goto(opened?.url ?? '');
    await look(page);
  } finally {
    await page.close();
  }
}

/** Runs `kb dev` with the prepared controller of that name. */
function devWith(name: string): RunningDev {
  const source = new URL(`../../../testdata/misbehaving-operators/${name}.controller.ts`, import.meta.url);
  folder.write('packages/controller/src/shop.controller.ts', readFileSync(source, 'utf8'));
  return runningDev(folder);
}

/** Resolves with the next record of a type that passes the check. */
async function recordOf<T extends Inspected['type']>(
  dev: RunningDev,
  type: T,
  check: (record: Extract<Inspected, { readonly type: T }>) => boolean = () => true,
): Promise<Extract<Inspected, { readonly type: T }>> {
  const isWanted = (record: Inspected): record is Extract<Inspected, { readonly type: T }> => record.type === type;
  const { record } = await dev.next('inspection', (event) => isWanted(event.record) && check(event.record));
  if (!isWanted(record)) throw new Error('the check lets no other type pass');
  return record;
}

test('a filtered event: the record names the predicate and the field that changed', async () => {
  await using dev = devWith('filtered-event');
  const { kubeconfig } = await dev.next('cluster');
  await recordOf(dev, 'reconcile-ended', ({ result }) => result === 'success');
  const access = await loadKubeConfig({ env: {}, path: path.resolve(folder.path, kubeconfig) });
  const client = createClient({ transport: createTransport(access), clock: systemClock });
  const kind = { group: 'shop.example.com', version: 'v1', kind: 'Shop', plural: 'shops' };
  const shops = defineResource({ ...kind, namespaced: true });
  const patch = { type: 'merge', value: { metadata: { labels: { tier: 'gold' } } } } as const;
  await client.patch(shops, 'default/shop-sample', patch);
  const isAboutLabel = ({ changed }: { readonly changed: readonly string[] }): boolean =>
    changed.includes('metadata.labels.tier');
  expect(await recordOf(dev, 'event-not-queued', isAboutLabel)).toMatchObject({
    controller: 'shop',
    source: 'watch source: Shop',
    object: { namespace: 'default', name: 'shop-sample' },
    event: 'update',
    changed: ['metadata.labels.tier'],
    reason: 'filtered',
    detail: 'generationChanged',
  });
  const received: string[] = [];
  await onPage(dev, async (page) => {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
    await page.reload();
    await page.getByRole('row', { name: /shop-sample/ }).click();
    await page.getByText('tier: gold').waitFor();
    await page.getByText('The tier is basic').waitFor();
    await page.getByRole('tab', { name: 'Reconciles' }).click();
    const filtered = page.getByRole('listitem').filter({ hasText: 'metadata.labels.tier' });
    await filtered.getByText('the predicate “generationChanged” filtered the event').waitFor();
    expect(received.join()).toContain('generationChanged');
  });
  const credentials = readFileSync(path.resolve(folder.path, kubeconfig), 'utf8').match(/(?<=token: ?"?)[^"\s]{16,}/g);
  expect(credentials).not.toBeNull();
  for (const credential of credentials ?? []) expect(received.join()).not.toContain(credential);
});

test('an endless loop: a run is caused by the write of the run before, and the loop names the field', async () => {
  await using dev = devWith('endless-loop');
  const request = await recordOf(dev, 'reconcile-request', ({ verb }) => verb === 'apply');
  const began = await recordOf(dev, 'reconcile-began', ({ causes }) =>
    causes.some(({ writtenBy }) => writtenBy === request.reconcileID),
  );
  expect(began.causes[0]?.changed[0]).toMatch(/^status\.conditions/);
  const loop = await recordOf(dev, 'reconcile-loop');
  expect(loop).toMatchObject({ controller: 'shop', key: { name: 'shop-sample' }, repeats: false });
  expect(loop.fields).toContain('status.conditions[0].message');
  await onPage(dev, async (page) => {
    await page.getByRole('link', { name: 'Operator 1 problem' }).click();
    const problem = page.getByRole('group').filter({ hasText: 'is woken by its own write' });
    await problem.getByText('status.conditions[0].message').waitFor();
    await problem.getByRole('link', { name: 'shop default/shop-sample' }).click();
    const run = page.getByRole('list', { name: 'Time line' }).getByRole('listitem').filter({ hasText: 'own write' });
    await run.first().getByRole('button').click();
    await page
      .getByRole('list', { name: 'Changed fields' })
      .getByText(/Check \d+ passed/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('list', { name: 'Writes' }).getByRole('link', { name: 'in this run' }).first().waitFor();
  });
});

test('a missing permission: the refused request is there with what the server said', async () => {
  await using dev = devWith('missing-permission');
  const refused = await recordOf(dev, 'reconcile-request', ({ status }) => status === 403);
  expect(refused).toMatchObject({ verb: 'apply', group: '', resource: 'configmaps', name: 'shop-sample-settings' });
  expect(refused.message).toMatch(/cannot patch resource "configmaps" in API group "" in the namespace "default"/);
  const ended = await recordOf(dev, 'reconcile-ended', ({ reconcileID }) => reconcileID === refused.reconcileID);
  expect(ended).toMatchObject({ result: 'error', error: { message: refused.message } });
  expect(ended.retryAfterMs).toBeGreaterThan(0);
  await onPage(dev, async (page) => {
    await page.getByRole('link', { name: 'Operator 1 problem' }).click();
    const problem = page.getByRole('group').filter({ hasText: 'Its role must allow it to' });
    await problem.getByText('// +kubebuilder:rbac:groups="",resources=configmaps,verbs=create;patch').waitFor();
    await problem.getByRole('link', { name: 'shop default/shop-sample' }).click();
    await page
      .getByRole('list', { name: 'Time line' })
      .getByText('cannot patch resource "configmaps"')
      .first()
      .waitFor();
  });
});

test('a blocked event loop: the reconcile that blocks it is named, while it does', async () => {
  await using dev = devWith('blocked-event-loop');
  const hangs = await dev.next('operator-hangs');
  expect(hangs.reconciles).toMatchObject([{ controller: 'shop', key: { namespace: 'default', name: 'shop-sample' } }]);
  await onPage(dev, async (page) => {
    await page.getByRole('link', { name: 'Operator hangs' }).click();
    await page.getByRole('link', { name: 'shop default/shop-sample' }).first().waitFor();
    await page.getByText('its event loop is blocked, while reconciling shop default/shop-sample').waitFor();
  });
  expect(dev.has('operator-answers')).toBe(false);
  folder.write('arrived.txt', '');
  expect((await dev.next('operator-answers')).milliseconds).toBeGreaterThan(hangs.milliseconds);
  await onPage(dev, async (page) => {
    await page.getByRole('link', { name: 'Operator', exact: true }).click();
    await page.getByText('running', { exact: true }).waitFor();
  });
});
