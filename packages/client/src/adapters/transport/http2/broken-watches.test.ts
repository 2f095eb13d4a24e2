import { afterEach, describe, expect, test, vi } from 'vitest';
import { startMiddlebox } from '../../../test-support/middlebox.ts';
import {
  begin,
  closeAll,
  connect,
  failureOf,
  piecesOf,
  serve,
  settle,
  toClose,
  watch,
} from '../../../test-support/serve-http2.ts';

afterEach(closeAll);

describe('a broken watch over HTTP/2', () => {
  test('rejects as lost after a reset, instead of ending', async () => {
    const server = await serve(begin);
    const answer = await connect(server.url).send(watch());
    // Closing the stream would end it normally first.
    server.streams[0]?.destroy(new Error('a bug of the server'));
    expect(await failureOf(answer)).toMatchObject({ code: 'KB_CONNECTION_LOST', sent: true });
  });

  test('rejects as lost when the server process ends, and the next watch connects again', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const answer = await transport.send(watch());
    for (const session of server.sessions) session.destroy();
    expect(await failureOf(answer)).toMatchObject({ code: 'KB_CONNECTION_LOST' });
    expect((await transport.send(watch())).status).toBe(200);
    expect(server.sessionCount()).toBe(2);
  });

  test.each([1, 8, 9, 30, 500])('rejects as lost when the connection breaks after %s bytes', async (bytes) => {
    const server = await serve((stream) => {
      stream.respond({ ':status': 200 });
      stream.write(Buffer.alloc(20_000, 'x'));
      stream.on('error', () => undefined);
    });
    const middlebox = await startMiddlebox(server.url);
    toClose.push(middlebox);
    const transport = connect(middlebox.url);
    const first = await transport.send(watch('first'));
    let read = 0;
    const reading = (async () => {
      for await (const piece of piecesOf(first.body)) {
        read += piece.length;
        if (read === 20_000) {
          middlebox.cutAfter(bytes);
          server.streams[0]?.write(Buffer.alloc(20_000, 'y'));
        }
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
    expect(read).toBeLessThan(40_000);
  });

  test('rejects within 45 seconds when the network drops all packets, as do all others', async () => {
    const server = await serve(begin);
    const middlebox = await startMiddlebox(server.url);
    toClose.push(middlebox);
    const transport = connect(middlebox.url);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    toClose.push({ close: async () => vi.useRealTimers() });
    const answers = await Promise.all([1, 2, 3].map(() => transport.send(watch())));
    const failures = Promise.all(answers.map(failureOf));
    const noticed: number[] = [];
    void failures.then(() => noticed.push(Date.now()));
    const pass = async (seconds: number): Promise<void> => {
      for (let half = 0; half < 2 * seconds && noticed.length === 0; half += 1) {
        vi.advanceTimersByTime(500);
        await settle();
      }
    };
    // Two idle minutes with answered pings.
    await pass(120);
    expect(noticed).toEqual([]);
    middlebox.swallow();
    const swallowedAt = Date.now();
    await pass(60);
    expect(await failures).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'KB_CONNECTION_LOST' })));
    expect((noticed[0] ?? Infinity) - swallowedAt).toBeLessThanOrEqual(45_000);
    middlebox.recover();
    expect((await transport.send(watch())).status).toBe(200);
  });

  test('survives when this thread is blocked while the answer to a ping arrives', async () => {
    const server = await serve(begin);
    const transport = connect(server.url, { pings: { every: 5, timeout: 50 } });
    const answer = piecesOf((await transport.send(watch())).body);
    await answer.next();
    for (let round = 0; round < 5; round += 1) {
      const until = performance.now() + 60;
      while (performance.now() < until);
      await settle();
    }
    server.streams[0]?.write('alive');
    expect((await answer.next()).value).toBe('alive');
    expect(server.sessionCount()).toBe(1);
  });
});
