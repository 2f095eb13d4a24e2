import { settleEventLoop } from '@kb/apimachinery';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Collection } from '../storage/collection.ts';
import { DEFINITIONS, startWire, widget, widgetDefinition, WIDGETS } from '../test-support/wire.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the objects that are read from collections, singly and in iterations. */
function countReads(): () => number {
  const [get, walk] = ['get', 'walk'].map((name) => Reflect.get(Collection.prototype, name));
  let reads = 0;
  vi.spyOn(Collection.prototype, 'get').mockImplementation(function (this: Collection, ...key) {
    reads += 1;
    return get.call(this, ...key);
  });
  vi.spyOn(Collection.prototype, 'walk').mockImplementation(function* (this: Collection, range) {
    for (const stored of walk.call(this, range)) {
      reads += 1;
      yield stored;
    }
  });
  return () => reads;
}

const definition = (index: number): object => ({
  ...widgetDefinition({}, { names: { plural: `w${index}s`, kind: `W${index}` } }),
  metadata: { name: `w${index}s.lab.example.com` },
});

describe('what definitions cost', () => {
  test('installing and deleting those of a group reads objects in proportion to their number', async () => {
    const reads = async (count: number): Promise<number> => {
      const wire = startWire();
      const counted = countReads();
      for (let index = 0; index < count; index += 1)
        expect((await wire.post(DEFINITIONS, definition(index))).status).toBe(201);
      for (let index = 0; index < count; index += 1)
        expect((await wire.del(`${DEFINITIONS}/w${index}s.lab.example.com`)).status).toBe(200);
      const total = counted();
      vi.restoreAllMocks();
      expect((await wire.get(DEFINITIONS)).body.items).toEqual([]);
      return total;
    };
    const few = await reads(10);
    expect(await reads(40)).toBeLessThanOrEqual(4.1 * few);
  });

  test('a change of one reaches only the watches of its own resource', async () => {
    const wire = startWire({ crds: [widgetDefinition(), definition(1)] });
    const [ours, theirs] = [
      await wire.watch(`${WIDGETS}?watch=1`),
      await wire.watch(WIDGETS.replace('widgets', 'w1s') + '?watch=1'),
    ];
    await wire.del(`${DEFINITIONS}/w1s.lab.example.com`);
    await wire.clock.settle();
    expect([ours.ended(), theirs.ended()]).toEqual([false, true]);
    await ours.stop();
  });

  test('the objects of a deleted one are deleted in slices, and the definition after the last', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    for (let index = 0; index < 2500; index += 1) await wire.post(WIDGETS, widget(nameOf(index)));
    const watching = await wire.watch(`${DEFINITIONS}?watch=1&resourceVersion=${wire.api.revision()}`);
    const { body } = await wire.del(`${DEFINITIONS}/widgets.lab.example.com`);
    expect(body.metadata.deletionTimestamp).toBeDefined();
    const revisions = [wire.api.revision()];
    for (let turn = 0; turn < 10; turn += 1) {
      await settleEventLoop(1);
      revisions.push(wire.api.revision());
    }
    const slices = revisions.slice(1).map((revision, index) => revision - (revisions[index] ?? 0));
    // The last writes are the ends of the definition and of its APIService.
    expect(slices.filter((writes) => writes > 0)).toEqual([1000, 502]);
    await wire.clock.settle();
    expect(watching.frames.at(-1)?.type).toBe('DELETED');
    expect((await wire.get(`${DEFINITIONS}/widgets.lab.example.com`)).status).toBe(404);
    await watching.stop();
  });

  test('objects of a new definition of the same name stay', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    for (let index = 0; index < 1010; index += 1) await wire.post(WIDGETS, widget(nameOf(index)));
    await wire.del(`${DEFINITIONS}/widgets.lab.example.com`);
    // A client deletes the rest before the server does.
    for (let index = 1000; index < 1010; index += 1)
      expect((await wire.del(`${WIDGETS}/${nameOf(index)}`)).status).toBe(200);
    expect((await wire.post(DEFINITIONS, widgetDefinition())).status).toBe(201);
    expect((await wire.post(WIDGETS, widget(nameOf(1009)))).status).toBe(201);
    await settleEventLoop(10);
    expect((await wire.get(`${WIDGETS}/${nameOf(1009)}`)).status).toBe(200);
  });
});

const nameOf = (index: number): string => `w-${String(index).padStart(4, '0')}`;
