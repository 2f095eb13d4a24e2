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
import { createReflector, type Reflector, type ReflectorStore } from './reflector.ts';

interface Setting {
  readonly clock: VirtualClock;
  readonly reflector: Reflector;
  /** What the store was told, in order. */
  readonly told: string[];
  readonly lines: { level: string; message: string }[];
  readonly stop: () => Promise<void>;
}

function recordingStore(told: string[]): ReflectorStore<KubernetesObject> {
  const name = (object: KubernetesObject): string => `${object.metadata.name}@${object.metadata.resourceVersion}`;
  return {
    add: (object) => void told.push(`add ${name(object)}`),
    update: (object) => void told.push(`update ${name(object)}`),
    delete: (object) => void told.push(`delete ${name(object)}`),
    replace: (objects, version) => void told.push(`replace ${objects.map(name).join(',')} @${version}`),
    bookmark: (version) => void told.push(`bookmark ${version}`),
  };
}

/** Runs a reflector against a script; random numbers are 0, so waits are the shortest. */
async function start(source: ScriptedSource): Promise<Setting> {
  const clock = createVirtualClock();
  const told: string[] = [];
  const { log, lines } = recordingLogger();
  const reflector = createReflector({
    name: 'things',
    source,
    store: recordingStore(told),
    clock,
    random: () => 0,
    log,
  });
  const end = new AbortController();
  const running = reflector.run(end.signal);
  await clock.settle();
  const stop = async (): Promise<void> => {
    end.abort(new Error('test over'));
    await running;
    expect(clock.pending()).toBe(0);
    expect(reflector.state().phase).toBe('stopped');
  };
  return { clock, reflector, told, lines, stop };
}

const failure = (code: number, reason: string, more: Partial<StatusError['status']> = {}): StatusError =>
  new StatusError({
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    code,
    reason,
    message: reason,
    ...more,
  });
const gone = (): StatusError => new StatusError(expired('too old resource version: 1 (9)'));
const connectionError = (code = 'ECONNREFUSED'): Error => Object.assign(new Error(`connect ${code}`), { code });

describe('reflector', () => {
  test('lists at "0", watches from the list, follows every event and bookmark', async () => {
    const source = scriptedSource(thingList('5', [thing('a', '3')]));
    const { clock, told, reflector, stop } = await start(source);
    expect(source.requests).toEqual(['list rv=0 limit=500', 'watch rv=5']);
    source.watch0().send(added(thing('b', '6')), modified(thing('a', '7')), deleted(thing('b', '8')), bookmark('20'));
    await clock.settle();
    expect(told).toEqual(['replace a@3 @5', 'add b@6', 'update a@7', 'delete b@8', 'bookmark 20']);
    expect(reflector.state()).toMatchObject({
      phase: 'watching',
      lastSyncResourceVersion: '20',
      connectedSince: clock.now(),
    });
    await stop();
  });

  test('asks for bookmarks, and for a watch of 5 to 10 minutes', async () => {
    const source = scriptedSource(thingList('5', []));
    const { stop } = await start(source);
    expect(source.watch0().request).toMatchObject({ allowWatchBookmarks: true, timeoutSeconds: 300 });
    await stop();
  });

  test('a watch that ends as it should goes on from the last event, at once', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    source.watch0().send(bookmark('9'));
    await clock.settle();
    source.watch0().end();
    await clock.settle();
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'watch rv=9']);
    await stop();
  });

  test('a stream that breaks after events goes on from the last one, without a list', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    source.watch0().send(added(thing('a', '6')));
    source.watch0().end(connectionError('ECONNRESET'));
    await clock.settle();
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'watch rv=6']);
    await stop();
  });

  test('a stream that ends within a second without an event is no hot loop: it waits and lists', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    source.watch0().end();
    await clock.advance(799);
    expect(source.requests).toHaveLength(2);
    await clock.advance(1);
    expect(source.requests.slice(2)).toEqual(['list rv=5', 'watch rv=5']);
    await stop();
  });

  test('a stream that its server neither feeds nor ends is given up, and goes on from the last version', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    await clock.advance(330_000);
    expect(source.watches[0]?.aborted).toBe(true);
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'watch rv=5']);
    await stop();
  });

  test.each([
    { what: 'too many requests', error: () => failure(429, 'TooManyRequests') },
    { what: 'a refused connection', error: connectionError },
  ])('$what: waits, then watches from the same version, without a list', async ({ error }) => {
    const source = scriptedSource(thingList('5', []));
    source.watchErrors.push(error(), error());
    const { clock, reflector, stop } = await start(source);
    expect(reflector.state()).toMatchObject({ phase: 'waiting', lastError: expect.any(Error) });
    await clock.advance(799);
    expect(source.requests).toHaveLength(2);
    await clock.advance(1 + 1600);
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'watch rv=5', 'watch rv=5']);
    expect(source.watches).toHaveLength(1);
    await stop();
  });

  test.each([
    { what: 'when the watch is opened', inStream: false },
    { what: 'in the stream', inStream: true },
  ])('410 $what: lists again at the last version', async ({ inStream }) => {
    const source = scriptedSource(thingList('5', []), thingList('30', [thing('a', '29')]));
    if (!inStream) source.watchErrors.push(gone());
    const { clock, told, stop } = await start(source);
    if (inStream) source.watch0().end(gone());
    await clock.advance(800);
    expect(source.requests.slice(2)).toEqual(['list rv=5', 'watch rv=30']);
    expect(told.at(-1)).toBe('replace a@29 @30');
    await stop();
  });

  test.each([403, 404, 500])('%i when the watch is opened: lists again after a wait', async (code) => {
    const source = scriptedSource(thingList('5', []));
    source.watchErrors.push(failure(code, 'InternalError'));
    const { clock, lines, stop } = await start(source);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
    await clock.advance(800);
    expect(source.requests.slice(2)).toEqual(['list rv=5', 'watch rv=5']);
    await stop();
  });

  test.each([
    { what: 'expired', error: gone },
    {
      what: 'too large, by its cause',
      error: () => failure(504, 'Timeout', { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }),
    },
    {
      what: 'too large, by the words of older servers',
      error: () => failure(504, 'Timeout', { message: 'Too large resource version: 9, current: 5' }),
    },
  ])(
    'a list at a version that is $what is tried at once without one, and again so until it succeeds',
    async ({ error }) => {
      const source = scriptedSource(error(), error(), thingList('7', []));
      const { clock, stop } = await start(source);
      expect(source.requests).toEqual(['list rv=0 limit=500', 'list limit=500']);
      await clock.advance(800);
      expect(source.requests.slice(2)).toEqual(['list limit=500', 'watch rv=7']);
      source.watch0().end();
      await clock.advance(1600);
      expect(source.requests.slice(4)).toEqual(['list rv=7', 'watch rv=7']);
      await stop();
    },
  );

  test('failing lists wait longer and longer, up to 30 seconds, and shortly again after a quiet time', async () => {
    const source = scriptedSource(connectionError());
    const { clock, stop } = await start(source);
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const before = source.requests.length;
      waits.push(await clock.runUntil(() => source.requests.length > before));
    }
    expect(waits).toEqual([800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
    source.lists.splice(0, 1, thingList('5', []));
    await clock.advance(30_000 + 121_000);
    source.lists.splice(0, 1, connectionError());
    source.watch0().end(gone());
    const before = source.requests.length;
    expect(await clock.runUntil(() => source.requests.length > before)).toBe(800);
    await stop();
  });

  test('pages are put together; a token that expires is made up for by one full list', async () => {
    const source = scriptedSource(
      thingList('5', [thing('a', '1')], 't1'),
      thingList('5', [thing('b', '2')], 't2'),
      thingList('5', [thing('c', '3')]),
    );
    const whole = await start(source);
    expect(source.requests.slice(0, 3)).toEqual([
      'list rv=0 limit=500',
      'list limit=500 continue=t1',
      'list limit=500 continue=t2',
    ]);
    expect(whole.told).toEqual(['replace a@1,b@2,c@3 @5']);
    await whole.stop();

    const expiring = scriptedSource(
      thingList('5', [thing('a', '1')], 't1'),
      gone(),
      thingList('6', [thing('a', '1'), thing('b', '2')]),
    );
    const full = await start(expiring);
    expect(expiring.requests.slice(0, 3)).toEqual(['list rv=0 limit=500', 'list limit=500 continue=t1', 'list rv=0']);
    expect(full.told).toEqual(['replace a@1,b@2 @6']);
    // The server pages at "0": it has no watch cache, so later lists are paged too.
    expiring.watch0().end(gone());
    await full.clock.advance(800);
    expect(expiring.requests.at(-2)).toBe('list rv=6 limit=500');
    await full.stop();
  });

  test('an event without a version is skipped and moves nothing', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, told, lines, reflector, stop } = await start(source);
    source.watch0().send(added(thing('a', '')), added(thing('b', '6')));
    await clock.settle();
    expect(told.slice(1)).toEqual(['add b@6']);
    expect(lines.map(({ message }) => message)).toContain('Watch event skipped');
    expect(reflector.state().lastSyncResourceVersion).toBe('6');
    await stop();
  });

  test('stopping ends a wait, and a watch', async () => {
    const waiting = await start(scriptedSource(connectionError()));
    await waiting.stop();
    const source = scriptedSource(thingList('5', []));
    const watching = await start(source);
    await watching.stop();
    expect(source.watch0().aborted).toBe(true);
  });
});
