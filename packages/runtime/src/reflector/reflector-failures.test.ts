import { StatusError } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { connectionError, failure, gone, startReflector as start } from '../test-support/run-reflector.ts';
import { added, scriptedSource, thing, thingList } from '../test-support/scripted-source.ts';

describe('a reflector whose lists or watches fail', () => {
  test.each([
    { what: 'too many requests', error: () => failure(429, 'TooManyRequests'), asked: [] },
    { what: 'a refused connection', error: connectionError, asked: ['list limit=1'] },
  ])('$what: waits, then watches from the same version, without listing everything', async ({ error, asked }) => {
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

  describe('a server that came back with an older version is listed again', () => {
    const younger = thingList('6', [thing('b', '6')]);
    const busy = (): Error => failure(429, 'TooManyRequests');

    test.each([
      { what: 'after a refused connection', answers: [younger], asked: 1 },
      { what: 'when its check is refused too', answers: [connectionError(), busy(), younger], asked: 3 },
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

    test('the version is not checked after a clean end or a lost connection', async () => {
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

  describe('a server that refused connections and then does not know the version', () => {
    const waitOf = async (source: ReturnType<typeof scriptedSource>, run: Awaited<ReturnType<typeof start>>) => {
      const before = source.requests.length;
      const wait = await run.clock.runUntil(() => source.requests.length > before);
      return [wait, ...source.requests.slice(before)];
    };

    test('is listed again after the shortest wait; if it refuses again, the back-off continues', async () => {
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

    test('also when its version is older', async () => {
      const source = scriptedSource(thingList('50', []), connectionError(), connectionError(), thingList('6', []));
      source.watchErrors.push(connectionError());
      const run = await start(source);
      expect(await waitOf(source, run)).toEqual([800, 'list limit=1']);
      expect(await waitOf(source, run)).toEqual([1600, 'list limit=1']);
      expect(await waitOf(source, run)).toEqual([3200, 'list limit=1']);
      expect(await waitOf(source, run)).toEqual([800, 'list limit=500', 'watch rv=6']);
      await run.stop();
    });

    test('backs off when every list or watch fails that way', async () => {
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

  test('waits between failing lists grow to 30 seconds, and are short again after a quiet time', async () => {
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

  test('reports every error after which it lists again, and counts it', async () => {
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

  test('a list without a response is sent again with twice the timeout', async () => {
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
});
