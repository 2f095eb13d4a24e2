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

  test('is connected when the server responds, which may be long before the first event, or with it', async () => {
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

  test('requests bookmarks, and a watch of 5 to 10 minutes', async () => {
    const source = scriptedSource(thingList('5', []));
    const { stop } = await start(source);
    expect(source.watch0().request).toMatchObject({ allowWatchBookmarks: true, timeoutSeconds: 300 });
    await stop();
  });

  test('requests a watch of at least the configured time', async () => {
    const source = scriptedSource(thingList('5', []));
    const { stop } = await start(source, { minWatchTimeout: 1_800_000 });
    expect(source.watch0().request).toMatchObject({ timeoutSeconds: 1800 });
    await stop();
  });

  test('after a regular end, the watch is opened again at once from the last event', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    source.watch0().send(bookmark('9'));
    await clock.settle();
    source.watch0().end();
    await clock.settle();
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'watch rv=9']);
    await stop();
  });

  test('after a break, the watch is opened again from the last event, without a list', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    source.watch0().send(added(thing('a', '6')));
    source.watch0().end(connectionError('ECONNRESET'));
    await clock.settle();
    expect(source.requests.slice(1)).toEqual(['watch rv=5', 'watch rv=6']);
    await stop();
  });

  test('a stream that ends within a second without an event causes a wait and a list, not a hot loop', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, stop } = await start(source);
    source.watch0().end();
    await clock.advance(799);
    expect(source.requests).toHaveLength(2);
    await clock.advance(1);
    expect(source.requests.slice(2)).toEqual(['list rv=5', 'watch rv=5']);
    await stop();
  });

  test('a stream without events or end is given up and opened again from the last version', async () => {
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
    'after a list at a version that is $what, sends lists without a version, first at once, until one succeeds',
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

  test('joins the pages of a list; when a token expires, makes one full list', async () => {
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

  test('stores an object without a version and keeps its own; leaves out a bookmark without one', async () => {
    const source = scriptedSource(thingList('5', []));
    const { clock, told, lines, reflector, stop } = await start(source);
    source.watch0().send(added(thing('a', '')), bookmark(''));
    await clock.settle();
    expect(told.slice(1)).toEqual(['add a@']);
    expect(lines.map(({ message }) => message)).toContain('Watch event skipped');
    expect(reflector.state().lastSyncResourceVersion).toBe('5');
    await stop();
  });

  test('leaves out events with objects of another type, and logs what came', async () => {
    const source = { ...scriptedSource(thingList('5', [])), expects: { apiVersion: 'v1', kind: 'Thing' } };
    const { clock, told, lines, reflector, stop } = await start(source);
    source.watch0().send(added({ ...thing('a', '6'), apiVersion: 'apps/v1' }), modified(thing('b', '7')));
    source.watch0().send(deleted({ ...thing('b', '8'), kind: 'Other' }));
    await clock.settle();
    expect(told.slice(1)).toEqual(['update b@7']);
    expect(lines.flatMap(({ level, error }) => (level === 'error' ? [String(error)] : []))).toEqual([
      'Error: a watch event of another type, apps/v1 Thing and not v1 Thing: ADDED',
      'Error: a watch event of another type, v1 Other and not v1 Thing: DELETED',
    ]);
    expect(reflector.state().lastSyncResourceVersion).toBe('7');
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

  test('relist lists again at once, even during a wait', async () => {
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
