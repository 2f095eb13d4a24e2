import { createVirtualClock, expired, type KubernetesObject, StatusError, type VirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from '../testdata/recording-logger.ts';
import {
  added,
  bookmark,
  deleted,
  modified,
  scriptedSource,
  type ScriptedSource,
  thing,
  thingList,
} from '../testdata/scripted-source.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';
import { createSharedInformer, type SharedInformer, type SharedInformerOptions } from './shared-informer.ts';

type Thing = KubernetesObject;

interface Setting {
  readonly clock: VirtualClock;
  readonly informer: SharedInformer<Thing>;
  readonly lines: { message: string }[];
  readonly stop: () => Promise<void>;
}

/** An informer that runs; `before` sees it when nothing has been requested yet. */
async function start(
  source: ScriptedSource,
  options: Partial<SharedInformerOptions<Thing>> = {},
  before: (informer: SharedInformer<Thing>) => void = () => undefined,
): Promise<Setting> {
  const clock = createVirtualClock();
  const { log, lines } = recordingLogger();
  const informer = createSharedInformer<Thing>({ name: 'things', source, clock, random: () => 0, log, ...options });
  before(informer);
  const end = new AbortController();
  const running = informer.run(end.signal);
  await clock.settle();
  return {
    clock,
    informer,
    lines,
    stop: async () => {
      end.abort(new Error('test over'));
      await running;
      expect(clock.pending()).toBe(0);
    },
  };
}

/** A handler that writes down what it is told, and whether the store held it by then. */
function recorder(told: string[], informer?: () => SharedInformer<Thing>): ResourceEventHandler<Thing> {
  const name = (object: { readonly metadata: { readonly name: string; readonly resourceVersion: string } }): string =>
    `${object.metadata.name}@${object.metadata.resourceVersion}`;
  const held = (object: { readonly metadata: { readonly name: string } }): string => {
    const stored = informer?.().indexer.get(`default/${object.metadata.name}`);
    return informer ? ` (store: ${stored ? stored.metadata.resourceVersion : '-'})` : '';
  };
  return {
    onAdd: (object, isInInitialList) =>
      void told.push(`add ${name(object)}${isInInitialList ? ' initial' : ''}${held(object)}`),
    onUpdate: (old, object) => void told.push(`update ${name(old)} ${name(object)}${held(object)}`),
    onDelete: (object, unknown) => void told.push(`delete ${name(object)}${unknown ? ' unknown' : ''}${held(object)}`),
  };
}

const gone = (): StatusError => new StatusError(expired('too old'));

describe('shared informer', () => {
  test('tells handlers after the store has the change', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '3')]));
    const told: string[] = [];
    const { clock, informer, stop } = await start(source, {}, (made) =>
      made.addEventHandler(recorder(told, () => made)),
    );
    source.watch0().send(added(thing('b', '6')), modified(thing('b', '7')), deleted(thing('b', '8')));
    await clock.settle();
    expect(told).toEqual([
      'add a@3 initial (store: 3)',
      'add b@6 (store: 6)',
      'update b@6 b@7 (store: 7)',
      'delete b@8 (store: -)',
    ]);
    expect(informer.resourceVersion()).toBe('8');
    await stop();
  });

  test('after a lost watch, handlers hear exactly the difference: deletes first, as tombstones', async () => {
    const source = scriptedSource(
      thingList('5', [thing('a', '1'), thing('b', '2'), thing('c', '3')]),
      thingList('20', [thing('b', '2'), thing('c', '15'), thing('d', '16')]),
    );
    const told: string[] = [];
    const { clock, informer, stop } = await start(source, {}, (made) =>
      made.addEventHandler(recorder(told, () => made)),
    );
    told.length = 0;
    const unchanged = informer.indexer.get('default/b');
    source.watch0().end(gone());
    await clock.advance(800);
    expect(told).toEqual(['delete a@1 unknown (store: -)', 'update c@3 c@15 (store: 15)', 'add d@16 (store: 16)']);
    expect(informer.indexer.get('default/b')).toBe(unchanged);
    await stop();
  });

  test('deleted and recreated: two events, whether it was seen in a list or in the watch', async () => {
    const source = scriptedSource(
      thingList('5', [thing('a', '1')]),
      thingList('9', [thing('a', '8', { uid: 'other' })]),
    );
    const told: string[] = [];
    const { clock, stop } = await start(source, {}, (made) => made.addEventHandler(recorder(told)));
    source.watch0().end(gone());
    await clock.advance(800);
    source.watch0().send(modified(thing('a', '10', { uid: 'third' })));
    await clock.settle();
    expect(told).toEqual(['add a@1 initial', 'delete a@1 unknown', 'add a@8', 'delete a@8 unknown', 'add a@10']);
    await stop();
  });

  test('is synced once the first list is handed on, be it empty', async () => {
    const source = scriptedSource(thingList('5', []));
    let registration: { hasSynced(): boolean } | undefined;
    const { informer, stop } = await start(source, {}, (made) => {
      registration = made.addEventHandler({});
      expect([made.hasSynced(), registration.hasSynced()]).toEqual([false, false]);
    });
    expect([informer.hasSynced(), registration?.hasSynced()]).toEqual([true, true]);
    await stop();
  });

  test('a late handler is told everything once, as initial, and is synced with it', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1')]));
    const { clock, informer, stop } = await start(source);
    source.watch0().send(added(thing('b', '6')));
    await clock.settle();
    const told: string[] = [];
    const registration = informer.addEventHandler(recorder(told));
    expect(registration.hasSynced()).toBe(true);
    source.watch0().send(modified(thing('a', '7')));
    await clock.settle();
    expect(told).toEqual(['add a@1 initial', 'add b@6 initial', 'update a@1 a@7']);
    await stop();
  });

  test('a handler that is added while others are told hears of the change once', async () => {
    const source = scriptedSource(thingList('5', []));
    const late: string[] = [];
    const { clock, informer, stop } = await start(source);
    informer.addEventHandler({ onAdd: () => void informer.addEventHandler(recorder(late)) });
    source.watch0().send(added(thing('b', '6')));
    await clock.settle();
    expect(late).toEqual(['add b@6 initial']);
    await stop();
  });

  test('a throwing handler misses that event only, and no other handler does', async () => {
    const source = scriptedSource(thingList('5', []));
    const told: string[] = [];
    const seen: string[] = [];
    const { clock, lines, stop } = await start(source, {}, (made) => {
      made.addEventHandler({
        onAdd: (object) => {
          if (object.metadata.name === 'b') throw new Error('broken');
          seen.push(object.metadata.name);
        },
      });
      made.addEventHandler(recorder(told));
    });
    source.watch0().send(added(thing('a', '6')), added(thing('b', '7')), added(thing('c', '8')));
    await clock.settle();
    expect(seen).toEqual(['a', 'c']);
    expect(told).toEqual(['add a@6', 'add b@7', 'add c@8']);
    expect(lines.map(({ message }) => message)).toEqual(['Event handler failed']);
    await stop();
  });

  test('a slow handler gets its events one by one and holds up no other', async () => {
    const source = scriptedSource(thingList('5', []));
    const told: string[] = [];
    const slow: string[] = [];
    const { clock, stop } = await start(source, {}, (made) => {
      made.addEventHandler({
        onAdd: async (object) => {
          slow.push(`begin ${object.metadata.name}`);
          await clock.sleep(100);
          slow.push(`end ${object.metadata.name}`);
        },
      });
      made.addEventHandler(recorder(told));
    });
    source.watch0().send(added(thing('a', '6')), added(thing('b', '7')));
    await clock.settle();
    expect([told, slow]).toEqual([['add a@6', 'add b@7'], ['begin a']]);
    await clock.advance(200);
    expect(slow).toEqual(['begin a', 'end a', 'begin b', 'end b']);
    await stop();
  });

  test('a removed handler hears nothing more', async () => {
    const source = scriptedSource(thingList('5', []));
    const told: string[] = [];
    const { clock, informer, stop } = await start(source);
    const registration = informer.addEventHandler(recorder(told));
    registration.remove();
    source.watch0().send(added(thing('a', '6')));
    await clock.settle();
    expect(told).toEqual([]);
    await stop();
  });

  test('objects are frozen, unless told otherwise', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1', { labels: { app: 'a' } })]));
    const frozen = await start(source);
    const object = frozen.informer.indexer.get('default/a');
    expect(Object.isFrozen(object?.metadata.labels)).toBe(true);
    await frozen.stop();
    const free = await start(scriptedSource(thingList('5', [thing('a', '1', { labels: { app: 'a' } })])), {
      freeze: false,
    });
    expect(Object.isFrozen(free.informer.indexer.get('default/a')?.metadata.labels)).toBe(false);
    await free.stop();
  });

  test('objects are transformed before they are stored, deleted ones too', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1', { annotations: { big: 'x' } })]));
    const seen: unknown[] = [];
    const strip = (object: Thing): Thing => {
      const { annotations: _, ...metadata } = object.metadata;
      return { ...object, metadata };
    };
    const { clock, stop } = await start(source, { transform: strip }, (made) => {
      made.addEventHandler({
        onAdd: (object) => void seen.push(object.metadata.annotations),
        onDelete: (object) => void seen.push(object.metadata.annotations),
      });
    });
    source.watch0().send(deleted(thing('a', '2', { annotations: { big: 'y' } })));
    await clock.settle();
    expect(seen).toEqual([undefined, undefined]);
    await stop();
  });

  test('hands everything on again after the resync period', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1')]));
    const told: string[] = [];
    const { clock, stop } = await start(source, { resyncPeriod: 1000 }, (made) => made.addEventHandler(recorder(told)));
    await clock.advance(900);
    expect(told).toEqual(['add a@1 initial', 'update a@1 a@1']);
    await clock.advance(900);
    expect(told).toHaveLength(3);
    await stop();
  });

  test('says how far the store has come, by events and bookmarks', async () => {
    const source = scriptedSource(thingList('5', []));
    const progress: string[] = [];
    const { clock, stop } = await start(source, { onProgress: (version) => void progress.push(version) });
    source.watch0().send(added(thing('a', '6')), bookmark('30'));
    await clock.settle();
    expect(progress).toEqual(['5', '6', '30']);
    await stop();
  });

  test('whatever happens on the server and to the connection, store and handlers end like the server', async () => {
    const fc = await import('fast-check');
    const names = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ type: fc.constant('set' as const), name: names }),
      fc.record({ type: fc.constant('remove' as const), name: names }),
      fc.record({ type: fc.constant('lose' as const) }),
      fc.record({ type: fc.constant('cut' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const server = new Map<string, Thing>();
        let version = 1;
        const source = scriptedSource(() => thingList(String(version), [...server.values()]));
        const mirror = new Map<string, string>();
        const { clock, informer, stop } = await start(source, {}, (made) => {
          made.addEventHandler({
            onAdd: (object) => {
              expect(mirror.has(object.metadata.name)).toBe(false);
              mirror.set(object.metadata.name, object.metadata.uid);
            },
            onUpdate: (old, object) => {
              expect(old.metadata.uid).toBe(mirror.get(object.metadata.name));
              mirror.set(object.metadata.name, object.metadata.uid);
            },
            onDelete: (object) => expect(mirror.delete(object.metadata.name)).toBe(true),
          });
        });
        let missed = false;
        for (const each of steps) {
          version += 1;
          const known = each.type === 'set' || each.type === 'remove' ? server.get(each.name) : undefined;
          if (each.type === 'set') {
            const object = thing(each.name, String(version), { uid: known?.metadata.uid ?? `uid-${version}` });
            server.set(each.name, object);
            if (!missed) source.watch0().send(known ? modified(object) : added(object));
          } else if (each.type === 'remove' && known) {
            server.delete(each.name);
            if (!missed) source.watch0().send(deleted(thing(each.name, String(version), { uid: known.metadata.uid })));
          } else if (each.type === 'lose') {
            missed = true;
          } else if (each.type === 'cut') {
            source.watch0().end(missed ? gone() : undefined);
            await clock.advance(120_000);
            missed = false;
          }
          await clock.settle();
        }
        source.watch0().end(gone());
        await clock.advance(120_000);
        const want = new Map([...server.values()].map((object) => [object.metadata.name, object.metadata.uid]));
        expect(mirror).toEqual(want);
        const stored = [...informer.indexer.values()].map((object): [string, string] => [
          object.metadata.name,
          object.metadata.uid,
        ]);
        expect(new Map(stored)).toEqual(want);
        await stop();
      }),
      { numRuns: 60 },
    );
  });
});
