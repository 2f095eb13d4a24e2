import { createVirtualClock, expired, type KubernetesObject, StatusError, type VirtualClock } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from '../test-support/recording-logger.ts';
import {
  added,
  bookmark,
  deleted,
  modified,
  scriptedSource,
  type ScriptedSource,
  thing,
  thingList,
} from '../test-support/scripted-source.ts';
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

/** A handler that records its events, and whether the store had the object at that time. */
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
  test('calls handlers after the store has the change', async () => {
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

  test('after a lost watch, handlers get exactly the difference: deletes first, as tombstones', async () => {
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

  test('is synced once handlers were notified of the first list, even an empty one', async () => {
    const source = scriptedSource(thingList('5', []));
    let registration: { hasSynced(): boolean } | undefined;
    const { informer, stop } = await start(source, {}, (made) => {
      registration = made.addEventHandler({});
      expect([made.hasSynced(), registration.hasSynced()]).toEqual([false, false]);
    });
    expect([informer.hasSynced(), registration?.hasSynced()]).toEqual([true, true]);
    await stop();
  });

  test('a late handler gets every object once, as initial, and is synced then', async () => {
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

  test('a handler that is added while others are notified gets the change once', async () => {
    const source = scriptedSource(thingList('5', []));
    const late: string[] = [];
    const { clock, informer, stop } = await start(source);
    informer.addEventHandler({ onAdd: () => void informer.addEventHandler(recorder(late)) });
    source.watch0().send(added(thing('b', '6')));
    await clock.settle();
    expect(late).toEqual(['add b@6 initial']);
    await stop();
  });

  test('a throwing handler misses only that event, and other handlers miss nothing', async () => {
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

  test('a slow handler gets its events one by one and does not delay others', async () => {
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

  test('a removed handler is not called any more', async () => {
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

  test('freezes objects if the option is set', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1', { labels: { app: 'a' } })]));
    const frozen = await start(source, { freeze: true });
    const object = frozen.informer.indexer.get('default/a');
    expect(Object.isFrozen(object?.metadata.labels)).toBe(true);
    await frozen.stop();
    const free = await start(scriptedSource(thingList('5', [thing('a', '1', { labels: { app: 'a' } })])));
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
    source.watch0().send(deleted(thing('a', '20', { annotations: { big: 'y' } })));
    await clock.settle();
    expect(seen).toEqual([undefined, undefined]);
    await stop();
  });

  test('calls handlers with every object again after the resync period', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1')]));
    const told: string[] = [];
    const { clock, stop } = await start(source, { resyncPeriod: 1000 }, (made) => made.addEventHandler(recorder(told)));
    await clock.advance(1000);
    expect(told).toEqual(['add a@1 initial', 'update a@1 a@1']);
    await clock.advance(1000);
    expect(told).toHaveLength(3);
    await stop();
  });

  test('reports the version of the store after events and bookmarks', async () => {
    const source = scriptedSource(thingList('5', []));
    const progress: string[] = [];
    const { clock, stop } = await start(source, { onProgress: (version) => void progress.push(version) });
    source.watch0().send(added(thing('a', '6')), bookmark('30'));
    await clock.settle();
    expect(progress).toEqual(['5', '30']);
    await stop();
  });

  test('keeps the objects of another shape, and notifies only of changes', async () => {
    const fat = (name: string, version: string): Thing => thing(name, version, { labels: { shape: 'whole' } });
    const source = scriptedSource(
      thingList('5', [thing('a', '1'), thing('b', '2')]),
      thingList('9', [fat('a', '1'), fat('b', '8')]),
    );
    const told: string[] = [];
    const { clock, informer, stop } = await start(source, {}, (made) => made.addEventHandler(recorder(told)));
    let reshaped = false;
    const relisting = informer.relist().then(() => {
      reshaped = true;
    });
    expect(reshaped).toBe(false);
    await clock.settle();
    await relisting;
    expect([...informer.indexer.values()].map(({ metadata }) => metadata.labels)).toEqual([
      { shape: 'whole' },
      { shape: 'whole' },
    ]);
    expect(told).toEqual(['add a@1 initial', 'add b@2 initial', 'update b@2 b@8']);
    await stop();
  });

  test('a transform that throws leaves an event out, and fails a list', async () => {
    const source = scriptedSource(thingList('5', [thing('bad', '1')]), thingList('6', [thing('a', '2')]));
    const { clock, informer, lines, stop } = await start(source, {
      transform: (object) => {
        if (object.metadata.name === 'bad') throw new Error('cannot transform');
        return object;
      },
    });
    expect([informer.hasSynced(), informer.state().lastError]).toEqual([false, new Error('cannot transform')]);
    await clock.advance(800);
    source.watch0().send(added(thing('bad', '7')), added(thing('b', '8')));
    await clock.settle();
    expect([...informer.indexer.keys()]).toEqual(['default/a', 'default/b']);
    expect(informer.resourceVersion()).toBe('8');
    expect(lines.map(({ message }) => message)).toContain('Watch event could not be stored');
    await stop();
  });

  test('an object that left the selection comes back after a backup was restored', async () => {
    const source = scriptedSource(thingList('50', [thing('a', '49')]), thingList('20', []));
    const told: string[] = [];
    const { clock, informer, stop } = await start(source, {}, (made) => made.addEventHandler(recorder(told)));
    source.watch0().send(deleted(thing('a', '60')));
    await clock.settle();
    expect(informer.indexer.size).toBe(0);
    source.watch0().end(gone());
    await clock.runUntil(() => source.watches.length === 2);
    // In the restored history the object enters the selection at a version before that of its leaving.
    source.watch0().send(added(thing('a', '21')));
    await clock.settle();
    expect(informer.indexer.get('default/a')?.metadata.resourceVersion).toBe('21');
    expect(told).toEqual(['add a@49 initial', 'delete a@60', 'add a@21']);
    await stop();
  });

  test('handlers get objects of another history that differ in the same version', async () => {
    const labels = { restored: 'yes' };
    const source = scriptedSource(
      thingList('50', [thing('a', '30'), thing('b', '31')]),
      thingList('40', [thing('a', '30', { labels }), thing('b', '31')]),
    );
    const told: string[] = [];
    const { clock, informer, stop } = await start(source, {}, (made) => made.addEventHandler(recorder(told)));
    const b = informer.indexer.get('default/b');
    source.watch0().end(gone());
    await clock.runUntil(() => source.watches.length === 2);
    expect(informer.indexer.get('default/a')?.metadata.labels).toEqual(labels);
    expect(informer.indexer.get('default/b')).toBe(b);
    expect(told.slice(2)).toEqual(['update a@30 a@30']);
    await stop();
  });

  test('reports its state', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1'), thing('b', '2')]));
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { clock, informer, stop } = await start(source, {}, (made) =>
      made.addEventHandler({ onAdd: () => released }),
    );
    source.watch0().send(bookmark('30'));
    await clock.settle();
    expect(informer.state()).toEqual({
      phase: 'watching',
      lastSyncResourceVersion: '30',
      connectedSince: clock.now(),
      lastEventAt: clock.now(),
      quietFor: 0,
      objects: 2,
      // The event of `b`, and the end of the initial objects.
      queued: 2,
      resourceVersion: '30',
    });
    release();
    await clock.settle();
    expect(informer.state().queued).toBe(0);
    await stop();
    expect(informer.state().phase).toBe('stopped');
    expect(() => informer.addEventHandler({})).toThrow('the informer of things has stopped');
  });

  test('stops when the handler that runs has returned', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '1')]));
    const clock = createVirtualClock();
    const informer = createSharedInformer<Thing>({
      name: 'things',
      source,
      clock,
      random: () => 0,
      log: recordingLogger().log,
    });
    const done: string[] = [];
    informer.addEventHandler({
      onAdd: async () => {
        await clock.sleep(5000);
        done.push('handled');
      },
    });
    const end = new AbortController();
    const running = informer.run(end.signal).then(() => done.push('stopped'));
    await clock.settle();
    end.abort(new Error('test over'));
    await clock.advance(4999);
    expect(done).toEqual([]);
    await clock.advance(1);
    await running;
    expect(done).toEqual(['handled', 'stopped']);
  });
});
