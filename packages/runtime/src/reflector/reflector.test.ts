import { StatusError } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { connectionError, failure, gone, startReflector as start } from '../test-support/run-reflector.ts';
import {
  added,
  bookmark,
  deleted,
  modified,
  scriptedSource,
  thing,
  thingList,
} from '../test-support/scripted-source.ts';

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

  test('is connected when the server answers, which may be long before the first event, or with it', async () => {
    const source = scriptedSource(thingList('5', []));
    source.opensSilently = true;
    const { clock, reflector, stop } = await start(source);
    expect(reflector.state()).not.toHaveProperty('connectedSince');
    await clock.advance(1000);
    const opened = clock.now();
    source.watch0().request.onOpen();
    expect(reflector.state().connectedSince).toBe(opened);
    await clock.advance(1000);
    source.watch0().send(bookmark('9'));
    await clock.settle();
    expect(reflector.state().connectedSince).toBe(opened);
    source.watch0().end();
    await clock.settle();
    expect(reflector.state()).not.toHaveProperty('connectedSince');
    await clock.advance(1000);
    source.watch0().send(bookmark('10'));
    await clock.settle();
    expect(reflector.state().connectedSince).toBe(clock.now());
    await stop();
  });

  test('asks for bookmarks, and for a watch of 5 to 10 minutes', async () => {
    const source = scriptedSource(thingList('5', []));
    const { stop } = await start(source);
    expect(source.watch0().request).toMatchObject({ allowWatchBookmarks: true, timeoutSeconds: 300 });
    await stop();
  });

  test('asks for a watch of the least time that it is given', async () => {
    const source = scriptedSource(thingList('5', []));
    const { stop } = await start(source, { minWatchTimeout: 1_800_000 });
    expect(source.watch0().request).toMatchObject({ timeoutSeconds: 1800 });
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
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'list limit=1', 'watch rv=5']);
    await stop();
  });

  test.each([
    { what: 'bookmarks were seen', bookmarks: [60_000], givenUp: 210_000 },
    { what: 'bookmarks come', bookmarks: [70_000, 140_000, 210_000], givenUp: 330_000 },
    { what: 'there were none', bookmarks: [], givenUp: 330_000 },
  ])('a silent stream is given up in time where $what', async ({ bookmarks, givenUp }) => {
    const source = scriptedSource(thingList('5', []), thingList('9', []));
    const { clock, stop } = await start(source);
    const begun = clock.now();
    for (const [index, at] of bookmarks.entries()) {
      await clock.advance(begun + at - clock.now());
      source.watch0().send(bookmark(String(index + 6)));
    }
    await clock.runUntil(() => source.watches.length === 2);
    expect(clock.now() - begun).toBe(givenUp);
    expect(source.requests.at(-1)).toBe(`watch rv=${bookmarks.length + 5}`);
    await stop();
  });

  test.each([
    { what: 'too many requests', error: () => failure(429, 'TooManyRequests'), asked: [] },
    { what: 'a refused connection', error: connectionError, asked: ['list limit=1'] },
  ])('$what: waits, then watches from the same version, without a list of all', async ({ error, asked }) => {
    const source = scriptedSource(thingList('5', []));
    source.watchErrors.push(error(), error());
    const { clock, reflector, stop } = await start(source);
    expect(reflector.state()).toMatchObject({ phase: 'waiting', lastError: expect.any(Error) });
    await clock.advance(799);
    expect(source.requests).toHaveLength(2);
    await clock.advance(1 + 1600);
    const again = [...asked, 'watch rv=5'];
    expect(source.requests.slice(1)).toEqual(['watch rv=5', ...again, ...again]);
    expect(source.watches).toHaveLength(1);
    await stop();
  });

  describe('a server that came back with a younger history is listed anew', () => {
    const younger = thingList('6', [thing('b', '6')]);
    const busy = (): Error => failure(429, 'TooManyRequests');

    test.each([
      { what: 'after a refused connection', answers: [younger], asked: 1 },
      { what: 'when the question is refused too', answers: [connectionError(), busy(), younger], asked: 3 },
    ])('$what', async ({ answers, asked }) => {
      const source = scriptedSource(thingList('50', [thing('a', '49')]), ...answers, thingList('7', [thing('b', '6')]));
      const { clock, told, stop } = await start(source);
      source.watchErrors.push(connectionError());
      await clock.advance(2000);
      source.watch0().end();
      await clock.advance(1000);
      await clock.runUntil(() => source.watches.length === 2);
      expect(source.requests.slice(2)).toEqual([
        'watch rv=50',
        ...Array.from({ length: asked }, () => 'list limit=1'),
        'list limit=500',
        'watch rv=7',
      ]);
      expect(told.at(-1)).toBe('replace b@6 @7');
      await stop();
    });

    test('when nothing came for too long', async () => {
      const source = scriptedSource(thingList('50', []), younger, thingList('7', [thing('b', '6')]));
      const { clock, told, stop } = await start(source);
      await clock.runUntil(() => source.watches.length === 2);
      expect(source.requests.slice(2)).toEqual(['list limit=1', 'list limit=500', 'watch rv=7']);
      expect(told.at(-1)).toBe('replace b@6 @7');
      await stop();
    });

    test('not asked after a clean end or a lost connection', async () => {
      const source = scriptedSource(thingList('50', []));
      const { clock, stop } = await start(source);
      for (const error of [undefined, connectionError('ECONNRESET')]) {
        await clock.advance(2000);
        source.watch0().end(error);
        await clock.settle();
      }
      expect(source.requests.slice(1)).toEqual(['watch rv=50', 'watch rv=50', 'watch rv=50']);
      await stop();
    });
  });

  describe('a version that is lost, told by a server that had been refusing', () => {
    const waitOf = async (source: ReturnType<typeof scriptedSource>, run: Awaited<ReturnType<typeof start>>) => {
      const before = source.requests.length;
      const wait = await run.clock.runUntil(() => source.requests.length > before);
      return [wait, ...source.requests.slice(before)];
    };

    test('is listed anew after the shortest wait; should it be refusing again, the back-off goes on', async () => {
      const source = scriptedSource(thingList('5', []));
      source.watchErrors.push(connectionError(), connectionError(), connectionError(), gone());
      const run = await start(source);
      const again = ['list limit=1', 'watch rv=5'];
      expect(await waitOf(source, run)).toEqual([800, ...again]);
      expect(await waitOf(source, run)).toEqual([1600, ...again]);
      expect(await waitOf(source, run)).toEqual([3200, ...again]);
      source.lists.splice(0, 1, connectionError(), thingList('30', [thing('a', '29')]));
      expect(await waitOf(source, run)).toEqual([800, 'list rv=5']);
      expect(await waitOf(source, run)).toEqual([6400, 'list rv=5', 'watch rv=30']);
      expect(run.told.at(-1)).toBe('replace a@29 @30');
      await run.stop();
    });

    test('a younger history too', async () => {
      const source = scriptedSource(thingList('50', []), connectionError(), connectionError(), thingList('6', []));
      source.watchErrors.push(connectionError());
      const run = await start(source);
      expect(await waitOf(source, run)).toEqual([800, 'list limit=1']);
      expect(await waitOf(source, run)).toEqual([1600, 'list limit=1']);
      expect(await waitOf(source, run)).toEqual([3200, 'list limit=1']);
      expect(await waitOf(source, run)).toEqual([800, 'list limit=500', 'watch rv=6']);
      await run.stop();
    });

    test('a server that says so of every list, or again and again of the watch, is backed off from', async () => {
      const lists = scriptedSource(thingList('5', []), thingList('5', []), gone());
      lists.watchErrors.push(connectionError(), gone());
      const listing = await start(lists);
      expect(await waitOf(lists, listing)).toEqual([800, 'list limit=1', 'watch rv=5']);
      expect(await waitOf(lists, listing)).toEqual([800, 'list rv=5', 'list']);
      const again = ['list limit=500', 'list limit=500'];
      for (const wait of [1600, 3200, 6400, 12_800]) expect(await waitOf(lists, listing)).toEqual([wait, ...again]);
      await listing.stop();

      const watches = scriptedSource(thingList('5', []));
      watches.watchErrors.push(connectionError(), gone(), gone(), gone(), gone());
      const watching = await start(watches);
      expect(await waitOf(watches, watching)).toEqual([800, 'list limit=1', 'watch rv=5']);
      for (const wait of [800, 1600, 3200, 6400])
        expect(await waitOf(watches, watching)).toEqual([wait, 'list rv=5', 'watch rv=5']);
      await watching.stop();
    });
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

  test('an object without a version is stored and moves nothing; a bookmark without one is left out', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, told, lines, reflector, stop } = await start(source);
    source.watch0().send(added(thing('a', '')), bookmark(''));
    await clock.settle();
    expect(told.slice(1)).toEqual(['add a@']);
    expect(lines.map(({ message }) => message)).toContain('Watch event skipped');
    expect(reflector.state().lastSyncResourceVersion).toBe('5');
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

  test('tells every error after which it lists again, and the counts', async () => {
    const source = scriptedSource(failure(403, 'Forbidden'), thingList('5', [thing('a', '1')]));
    const errors: unknown[] = [];
    const counted: unknown[] = [];
    const { clock, stop } = await start(source, {
      onWatchError: (error) => void errors.push(error instanceof StatusError ? error.status.reason : error),
      metrics: {
        list: (list) => void counted.push(list),
        watchOpened: () => void counted.push('opened'),
        received: (events) => void counted.push(`received ${events}`),
        watchEnded: (watch) => void counted.push(watch),
        failed: (reason) => void counted.push(reason),
      },
    });
    await clock.advance(800);
    source.watch0().send(added(thing('b', '6')));
    await clock.advance(2000);
    source.watch0().end(gone());
    await clock.settle();
    expect(errors).toEqual(['Forbidden', 'Expired']);
    expect(counted).toEqual([
      'Forbidden',
      { seconds: 0, items: 1, streamed: false },
      'opened',
      'received 1',
      { seconds: 2, items: 1, short: false },
      'Expired',
    ]);
    await stop();
  });

  test('a list that is never answered is tried again, with twice the patience', async () => {
    const source = scriptedSource(thingList('5', []));
    const list = source.list.bind(source);
    let asked = 0;
    source.list = (request) => {
      asked += 1;
      if (asked > 2) return list(request);
      return new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason));
      });
    };
    const { clock, reflector, stop } = await start(source);
    await clock.advance(120_000);
    expect([asked, reflector.state().phase]).toEqual([1, 'waiting']);
    await clock.advance(800 + 239_999);
    expect(asked).toBe(2);
    await clock.advance(1 + 800);
    expect([asked, reflector.state().phase]).toEqual([3, 'watching']);
    await stop();
  });

  test('lists anew when it is told to, be it in a wait', async () => {
    const source = scriptedSource(thingList('5', []), connectionError(), thingList('7', []));
    const { clock, reflector, stop } = await start(source);
    reflector.relist();
    await clock.settle();
    expect(source.watches[0]?.aborted).toBe(true);
    expect(reflector.state().phase).toBe('waiting');
    reflector.relist();
    await clock.settle();
    expect(source.requests.slice(2)).toEqual(['list rv=5', 'list rv=5', 'watch rv=7']);
    await stop();
  });
});
