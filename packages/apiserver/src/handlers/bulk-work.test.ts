import { settleEventLoop } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, startWire, type Wire } from '../test-support/wire.ts';

/** The maximum number of objects of a bulk request per turn of the event loop. */
const SLICE = 1000;

async function wireWith(count: number): Promise<Wire> {
  const wire = startWire();
  for (let index = 0; index < count; index += 1) await wire.post(CONFIG_MAPS, configMap(nameOf(index)));
  return wire;
}

const nameOf = (index: number): string => `c-${String(index).padStart(5, '0')}`;

/** Calls `each` after every turn of the event loop until a promise is settled; returns the number of turns. */
async function turnsUntil(work: Promise<unknown>, each: () => void = () => undefined): Promise<number> {
  const state = { done: false };
  void work.finally(() => (state.done = true));
  let turns = 0;
  for (; !state.done; turns += 1) {
    await settleEventLoop(1);
    each();
  }
  return turns;
}

describe('bulk work', () => {
  test('a deletecollection deletes in slices, and other requests are served in between', async () => {
    for (const count of [2500, 5000]) {
      const wire = await wireWith(count);
      const revisions = [wire.api.revision()];
      const answered: number[] = [];
      const deleting = wire.del(CONFIG_MAPS);
      const turns = await turnsUntil(deleting, () => {
        revisions.push(wire.api.revision());
        void wire.get('/api/v1/namespaces/default').then(({ status }) => answered.push(status));
      });
      const slices = revisions.slice(1).map((revision, index) => revision - (revisions[index] ?? 0));
      expect(slices.reduce((sum, each) => sum + each, 0)).toBe(count);
      expect(Math.max(...slices)).toBeLessThanOrEqual(SLICE);
      expect(answered.length).toBeGreaterThan(count / SLICE);
      expect(turns).toBeLessThan((3 * count) / SLICE + 5);
      expect((await deleting).body.items).toHaveLength(count);
      expect((await wire.get(CONFIG_MAPS)).body.items).toEqual([]);
    }
  });

  test('a deletecollection ends when its client disconnects', async () => {
    const wire = await wireWith(2500);
    const client = new AbortController();
    const deleting = wire.transport.send({ method: 'DELETE', path: CONFIG_MAPS, headers: {} }, client.signal);
    await settleEventLoop(3);
    client.abort(new Error('gone'));
    await expect(deleting).rejects.toThrow('gone');
    const { length } = (await wire.get(CONFIG_MAPS)).body.items;
    await settleEventLoop(10);
    expect((await wire.get(CONFIG_MAPS)).body.items).toHaveLength(length);
    expect(length).toBeGreaterThan(0);
  });

  test('a list that takes several turns shows the state at its beginning', async () => {
    const wire = await wireWith(3500);
    const revision = wire.api.revision();
    const listing = wire.get(`${CONFIG_MAPS}?labelSelector=${encodeURIComponent('!gone')}`);
    await settleEventLoop(1);
    await wire.del(`${CONFIG_MAPS}/${nameOf(3400)}`);
    await wire.merge(`${CONFIG_MAPS}/${nameOf(3401)}`, { metadata: { labels: { gone: 'yes' } } });
    await wire.post(CONFIG_MAPS, configMap('d'));
    const turns = await turnsUntil(listing);
    const { items, metadata } = (await listing).body;
    expect(turns).toBeGreaterThan(0);
    expect(metadata.resourceVersion).toBe(String(revision));
    expect(items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(
      Array.from({ length: 3500 }, (_, index) => nameOf(index)),
    );
  });

  test('a page of an older state is worked out slice by slice, and shows that state', async () => {
    const wire = await wireWith(100);
    const first = (await wire.get(`${CONFIG_MAPS}?limit=10`)).body;
    const changes = 3500;
    for (let index = 0; index < changes; index += 1)
      await wire.merge(`${CONFIG_MAPS}/${nameOf(index % 100)}`, { data: { a: `x-${index}` } });
    const paging = wire.get(`${CONFIG_MAPS}?limit=20&continue=${first.metadata.continue}`);
    await settleEventLoop(1);
    await wire.del(`${CONFIG_MAPS}/${nameOf(15)}`);
    const turns = await turnsUntil(paging);
    const { items, metadata } = (await paging).body;
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(metadata).toMatchObject({ resourceVersion: first.metadata.resourceVersion, remainingItemCount: 70 });
    expect(items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(
      Array.from({ length: 20 }, (_, index) => nameOf(10 + index)),
    );
    expect(items.every((item: { data: { a: string } }) => item.data.a === '1')).toBe(true);
  });
});

describe('a write of a large object', () => {
  const data = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`key-${index}`, 'x'.repeat(50)]));
  const large = { ...configMap('large'), data };
  const path = `${CONFIG_MAPS}/large`;
  const writes: Readonly<Record<string, (wire: Wire) => Promise<{ readonly status: number }>>> = {
    create: (wire) => wire.post(CONFIG_MAPS, { ...large, metadata: { name: 'another' } }),
    update: (wire) => wire.put(path, { ...large, data: { ...data, text: 'b' } }),
    patch: (wire) => wire.merge(path, { data: { text: 'b' } }),
    apply: (wire) => wire.apply(path, 'm', { ...large, data: { ...data, text: 'b' } }),
  };

  test.each(Object.entries(writes))('lets others go on between its parts: %s', async (_name, write) => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, large);
    const writing = write(wire);
    expect(await turnsUntil(writing)).toBeGreaterThanOrEqual(4);
    expect((await writing).status).toBeLessThan(300);
  });

  test('goes on at once where the object is small', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('small'));
    for (const write of [
      () => wire.merge(`${CONFIG_MAPS}/small`, { data: { text: 'b' } }),
      () => wire.put(`${CONFIG_MAPS}/small`, configMap('small')),
    ])
      expect(await turnsUntil(write())).toBe(1);
  });

  test('is tried again, in one turn, when another one was faster', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, large);
    const writing = wire.merge(path, { data: { text: 'b' } });
    const changes: Promise<unknown>[] = [];
    await turnsUntil(writing, () => {
      changes.push(wire.merge(path, { metadata: { labels: { turn: String(changes.length) } } }));
    });
    await Promise.all(changes);
    const { body } = await wire.get(path);
    expect(body.data.text).toBe('b');
    expect(changes.length).toBeLessThan(10);
    expect(body.metadata.labels.turn).toMatch(/^\d$/);
  });
});
