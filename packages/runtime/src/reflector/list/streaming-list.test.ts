import { createVirtualClock, type KubernetesObject } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { connectionError, failure, gone, startReflector as start } from '../../test-support/run-reflector.ts';
import {
  added,
  deleted,
  listEnd,
  modified,
  scriptedSource,
  thing,
  thingList,
  type ScriptedSource,
} from '../../test-support/scripted-source.ts';
import { createInitialEvents } from '../watch/initial-events.ts';
import { InitialEventsMissingError } from '../retry/watch-errors.ts';

describe('streaming lists', () => {
  const streaming = (): ScriptedSource => {
    const source = scriptedSource(thingList('50', [thing('listed', '50')]));
    source.plainListsOnly = false;
    return source;
  };

  test('replaces the store at the end, and watches on the same stream', async () => {
    const source = streaming();
    const { clock, told, reflector, stop } = await start(source);
    expect(source.watch0().request).toMatchObject({
      resourceVersion: '',
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
      timeoutSeconds: 300,
    });
    source.watch0().send(added(thing('a', '1')), added(thing('b', '2')), modified(thing('a', '3')));
    source.watch0().send(added(thing('c', '4')), deleted(thing('c', '5')));
    await clock.settle();
    expect([told, reflector.state().lastSyncResourceVersion, reflector.state().phase]).toEqual([[], '', 'listing']);
    source.watch0().send(listEnd('6'), added(thing('d', '7')));
    await clock.settle();
    expect(told).toEqual(['replace a@3,b@2 @6', 'add d@7']);
    expect(reflector.state()).toMatchObject({ phase: 'watching', lastSyncResourceVersion: '7' });
    expect(source.requests).toEqual(['stream rv=']);
    // From here on, the stream counts as a watch.
    await clock.advance(2000);
    source.watch0().end();
    await clock.settle();
    expect(source.requests.slice(1)).toEqual(['watch rv=7']);
    await stop();
  });

  test('a stream that ends right after its list is a very short watch', async () => {
    const source = streaming();
    const { clock, stop } = await start(source);
    source.watch0().send(added(thing('a', '1')), listEnd('6'));
    source.watch0().end();
    await clock.advance(799);
    expect(source.requests).toEqual(['stream rv=']);
    await clock.advance(1);
    expect(source.requests.slice(1)).toEqual(['stream rv=6']);
    await stop();
  });

  test.each([
    {
      what: 'another error',
      error: failure(422, 'Invalid'),
      requests: ['list rv=0 limit=500', 'watch rv=50'],
      wait: 0,
    },
    { what: '429', error: failure(429, 'TooManyRequests'), requests: ['stream rv='], wait: 800 },
    { what: 'refused', error: connectionError(), requests: ['stream rv='], wait: 800 },
    // The request had no version that could be left out: to retry at once would be a hot loop.
    { what: 'expired without a version', error: gone(), requests: ['list rv=0 limit=500', 'watch rv=50'], wait: 0 },
  ])('$what when it is opened', async ({ error, requests, wait }) => {
    const source = streaming();
    source.watchErrors.push(error);
    const { clock, stop } = await start(source);
    const early: number[] = [];
    if (wait > 0) {
      await clock.advance(wait - 1);
      early.push(source.requests.length);
      await clock.advance(1);
    }
    expect(early).toEqual(wait > 0 ? [1] : []);
    expect(source.requests.slice(1)).toEqual(requests);
    await stop();
  });

  test('requests without the version at once when it is gone or too large', async () => {
    const source = streaming();
    const { clock, stop } = await start(source);
    source.watch0().send(listEnd('6'));
    await clock.settle();
    source.watchErrors.push(failure(504, 'Timeout', { details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } }));
    source.watch0().end(gone());
    await clock.advance(800);
    expect(source.requests.slice(1)).toEqual(['stream rv=6', 'stream rv=']);
    source.watch0().send(listEnd('9'));
    await clock.settle();
    source.watch0().end(gone());
    await clock.advance(1600);
    expect(source.requests.slice(3)).toEqual(['stream rv=9']);
    await stop();
  });

  test('starts over when the stream breaks before its end, after a wait when it breaks soon', async () => {
    const source = streaming();
    const { clock, told, stop } = await start(source);
    source.watch0().send(added(thing('gone', '1')));
    await clock.advance(500);
    source.watch0().send(added(thing('gone', '1')));
    await clock.advance(500);
    source.watch0().end(connectionError('ECONNRESET'));
    await clock.settle();
    expect(source.requests).toEqual(['stream rv=', 'stream rv=']);
    source.watch0().send(added(thing('gone', '1')));
    await clock.settle();
    source.watch0().end();
    await clock.settle();
    expect(source.requests).toHaveLength(2);
    await clock.advance(800);
    source.watch0().send(added(thing('a', '3')), listEnd('4'));
    await clock.settle();
    expect(told).toEqual(['replace a@3 @4']);
    await stop();
  });

  test('makes no streaming list without bookmarks', async () => {
    const source = streaming();
    const { stop } = await start(source, { watchBookmarks: false });
    expect(source.requests).toEqual(['list rv=0 limit=500', 'watch rv=50']);
    expect(source.watch0().request.allowWatchBookmarks).toBe(false);
    await stop();
  });

  test('a list that is silent because of its connection does not count against the server', async () => {
    const source = streaming();
    source.opensSilently = true;
    source.lists.unshift(connectionError());
    const { clock, stop } = await start(source);
    await clock.advance(30_000);
    expect(source.requests).toEqual(['stream rv=', 'list rv=0 limit=500']);
    await clock.advance(800);
    expect(source.requests.slice(2)).toEqual(['stream rv=']);
    await clock.advance(30_000);
    expect(source.requests.slice(3)).toEqual(['list rv=0 limit=500', 'watch rv=50']);
    source.watch0().end(gone());
    await clock.advance(1600);
    expect(source.requests.slice(5)).toEqual(['list rv=50', 'watch rv=50']);
    await stop();
  });

  test.each([
    { what: 'sends the objects', events: [added(thing('a', '1')), added(thing('b', '2'))] },
    { what: 'sends nothing', events: [] },
    { what: 'sends the objects, and then changes', events: [added(thing('a', '1')), modified(thing('a', '3'))] },
  ])('a server that ignores sendInitialEvents, and $what, is listed a second later', async ({ events }) => {
    const source = streaming();
    const { clock, told, lines, stop } = await start(source);
    source.watch0().send(...events);
    await clock.advance(999);
    expect(source.requests).toEqual(['stream rv=']);
    await clock.advance(1);
    expect(source.requests).toEqual(['stream rv=', 'list rv=0 limit=500', 'watch rv=50']);
    expect(told).toEqual(['replace listed@50 @50']);
    // It gets no further streaming request.
    source.watch0().end(gone());
    await clock.advance(1600);
    expect(source.requests.slice(3)).toEqual(['list rv=50', 'watch rv=50']);
    expect(lines.filter(({ level }) => level !== 'debug').map(({ message }) => message)).toEqual([]);
    await stop();
  });

  test('waits for a long list as long as objects keep coming', async () => {
    const source = streaming();
    const { clock, told, stop } = await start(source);
    for (let n = 1; n <= 100; n += 1) {
      source.watch0().send(added(thing('a', `${n}`)));
      await clock.advance(900);
    }
    // A slow list may be silent for the time of four objects.
    await clock.advance(2600);
    source.watch0().send(added(thing('a', '100')));
    await clock.advance(9999);
    expect(source.requests).toEqual(['stream rv=']);
    source.watch0().send(listEnd('101'));
    await clock.settle();
    expect(told).toEqual(['replace a@100 @101']);
    await stop();
  });

  test('does not give up a list whose events wait while the event loop is blocked', () => {
    const clock = createVirtualClock();
    const { log } = recordingLogger();
    const initial = createInitialEvents<KubernetesObject>({
      name: 'things',
      clock,
      log,
      replacement: { size: 0, set: () => undefined, delete: () => undefined, commit: () => undefined },
      originOf: () => ({ askedAt: 0, anotherHistory: false }),
      listed: () => undefined,
    });
    initial.answered();
    // When a blocked loop continues, the check that came due runs before the received events are read.
    let now = clock.now();
    for (let stall = 0; stall < 4; stall += 1) {
      now += 5000;
      expect(initial.check(now)).toEqual({ next: expect.any(Number) });
    }
    // From here on nothing comes, although the loop is free to read it.
    let checked = initial.check(now);
    let waited = 0;
    while ('next' in checked) {
      waited += checked.next;
      now += checked.next;
      checked = initial.check(now);
    }
    expect([checked.giveUp, waited]).toEqual([expect.any(InitialEventsMissingError), 200]);
  });

  test('logs a list without a response every ten seconds, and gives it up after thirty', async () => {
    const source = streaming();
    source.opensSilently = true;
    const { clock, lines, stop } = await start(source);
    await clock.advance(29_999);
    expect(source.requests).toEqual(['stream rv=']);
    expect(lines.filter(({ message }) => message.startsWith('Streaming list is silent'))).toHaveLength(2);
    await clock.advance(1);
    expect(source.requests.slice(1)).toEqual(['list rv=0 limit=500', 'watch rv=50']);
    await stop();
  });
});
