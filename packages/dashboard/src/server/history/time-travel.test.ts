import { expect, test } from 'vitest';
import { resourceOf } from '../cluster/resource-of.ts';
import { openPage } from '../test-support/page-client.ts';
import { configMaps, secrets, startTestDashboard } from '../test-support/start-test-dashboard.ts';

const keepHistory = { bytes: 1 << 20 };
const handle = resourceOf(configMaps);
const key = { namespace: 'default', name: 'one' };

test('a page goes back to any state, and sees who wrote what', async () => {
  const { dashboard, client } = await startTestDashboard({}, { keepHistory });
  const first = await client.create(handle, { metadata: key, data: { a: '1' } }, { fieldManager: 'author' });
  const value = { data: { a: '2' } };
  const second = await client.patch(handle, key, { type: 'merge', value }, { fieldManager: 'editor' });
  await client.delete(handle, key);
  const at = first.metadata.resourceVersion;
  const page = await openPage(dashboard);
  const history = page.follow({ topic: 'history' });
  const event = await history.until(({ writes }) => writes.some(({ ref }) => ref.name === 'one'));
  expect(event.writes.filter(({ ref }) => ref.name === 'one')).toMatchObject([
    { change: 'created', manager: 'author', resourceVersion: at, uid: first.metadata.uid },
    { change: 'updated', manager: 'editor', resourceVersion: second.metadata.resourceVersion },
    { change: 'deleted', uid: first.metadata.uid },
  ]);
  expect(event).toMatchObject({ limitBytes: keepHistory.bytes, first: { resourceVersion: '1' } });

  const ref = { kind: configMaps, ...key };
  const object = await page.follow({ topic: 'object', ref, at }).until(() => true);
  expect(object.object).toMatchObject({ data: { a: '1' } });
  expect(object.revisions.map(({ change }) => change)).toEqual(['created', 'updated', 'deleted']);
  const rows = await page.follow({ topic: 'rows', kind: configMaps, namespace: 'default', at }).until(() => true);
  expect(rows.changed.map(({ name }) => name)).toEqual(['one']);
  const tree = await page.follow({ topic: 'tree', ref, at }).until(() => true);
  expect(tree.roots).toMatchObject([{ ref: { name: 'one' }, missing: false }]);
  const now = await page.follow({ topic: 'object', ref }).until(() => true);
  expect(now.object).toBeUndefined();

  const compare = { do: 'compare', ref, from: at, to: second.metadata.resourceVersion } as const;
  expect((await page.call(compare)).changes).toEqual([{ path: 'data.a', before: '1', after: '2' }]);
  const live = await client.create(handle, { metadata: { ...key, name: 'two' } });
  const { resourceVersion } = live.metadata;
  await history.until(({ writes, last }) => writes.length > 0 && last?.resourceVersion === resourceVersion);
});

test('values of Secrets are hidden in the past too', async () => {
  const { dashboard, client } = await startTestDashboard({}, { keepHistory });
  const data = { key: Buffer.from('correct-horse').toString('base64') };
  const { metadata } = await client.create(resourceOf(secrets), { metadata: key, data });
  await client.delete(resourceOf(secrets), key);
  const page = await openPage(dashboard);
  const ref = { kind: secrets, ...key };
  const at = metadata.resourceVersion;
  const { object, hidden } = await page.follow({ topic: 'object', ref, at }).until(() => true);
  expect([object, hidden]).toMatchObject([{ data: { key: 'hidden, 13 bytes' } }, true]);
  await page.follow({ topic: 'rows', kind: secrets, at }).until(() => true);
  await page.call({ do: 'compare', ref, from: String(Number(at) - 1), to: at });
  expect(page.received.join()).not.toContain(data.key);
});

test('a cluster without a history has none', async () => {
  const { dashboard } = await startTestDashboard();
  const page = await openPage(dashboard);
  expect(await page.follow({ topic: 'history' }).until(() => true)).toMatchObject({ limitBytes: 0, writes: [] });
});
