import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type http2 from 'node:http2';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { HttpBody, HttpResponse } from '@kb/apimachinery';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ClusterAccess } from '../../../surroundings/cluster-access.ts';
import {
  type Http2TestServer,
  pem,
  startHttp2Server,
  type StreamAnswer,
} from '../../../test-support/start-http2-server.ts';
import { startMiddlebox } from '../../../test-support/middlebox.ts';
import { sendJson, startTestServer } from '../../../test-support/start-test-server.ts';
import { constant, testAccess } from '../../../test-support/test-access.ts';
import { createTransport, type PooledTransport, type TransportOptions } from '../create-transport.ts';

const toClose: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).toReversed()) await one.close();
});

const connect = (url: string, options?: TransportOptions, access: Partial<ClusterAccess> = {}): PooledTransport => {
  const transport = createTransport(testAccess(url, { tls: constant({ ca: pem('ca.crt') }), ...access }), options);
  toClose.push(transport);
  return transport;
};

async function serve(answer: StreamAnswer, settings?: http2.Settings): Promise<Http2TestServer> {
  const server = await startHttp2Server(answer, settings);
  toClose.push(server);
  return server;
}

const watch = (name = 'a') => ({
  method: 'GET',
  path: `/api/v1/${name}?watch=true`,
  headers: { accept: 'application/json' },
});
const get = (path = '/api/v1/a') => ({ method: 'GET', path, headers: {} });

/** Begins an answer, says something, and leaves it open. */
const begin: StreamAnswer = (stream, path) => {
  stream.respond({ ':status': 200, 'content-type': 'application/json' });
  stream.write(path);
};

async function* piecesOf(body: HttpBody): AsyncGenerator<string> {
  for await (const piece of body instanceof Uint8Array ? [body] : body) yield Buffer.from(piece).toString();
}
async function textOf({ body }: HttpResponse): Promise<string> {
  let text = '';
  for await (const piece of piecesOf(body)) text += piece;
  return text;
}
/** What reading an answer to its end rejects with. */
const failureOf = (response: HttpResponse): Promise<unknown> =>
  textOf(response).then(
    (text) => `ended: ${text}`,
    (error: unknown) => error,
  );

describe('watches over HTTP/2', () => {
  it('share connections up to the limit of the server, and other requests go over HTTP/1.1', async () => {
    const server = await serve(begin, { maxConcurrentStreams: 100 });
    const middlebox = await startMiddlebox(server.url);
    toClose.push(middlebox);
    const transport = connect(middlebox.url);
    const answers = await Promise.all(Array.from({ length: 2000 }, (_, index) => transport.send(watch(`n${index}`))));
    expect(server.sessionCount()).toBe(20);
    expect(middlebox.connections()).toBe(20);
    const first = piecesOf(answers[1999]?.body ?? new Uint8Array());
    expect((await first.next()).value).toBe('/api/v1/n1999?watch=true');
    expect(await textOf(await transport.send(get()))).toBe('{"http":1}');
    expect([server.plain, middlebox.connections()]).toEqual([['/api/v1/a'], 21]);
  });

  it('make use of connections on which others have ended', async () => {
    const server = await serve(begin, { maxConcurrentStreams: 2 });
    const transport = connect(server.url);
    for (let round = 0; round < 10; round += 1) {
      const scope = new AbortController();
      await Promise.all([transport.send(watch(), scope.signal), transport.send(watch(), scope.signal)]);
      const closed = server.streams.slice(-2).map((stream) => once(stream, 'close'));
      scope.abort(new Error('enough'));
      await Promise.all(closed);
    }
    expect([server.streams.length, server.sessionCount()]).toEqual([20, 1]);
  });

  it('go over HTTP/1.1 where the server speaks nothing else', async () => {
    const server = await startTestServer((_request, response) => sendJson(response, 200, { http: 1 }), {
      cert: pem('server.crt'),
      key: pem('server.key'),
    });
    toClose.push(server);
    const transport = connect(server.url);
    const answers = await Promise.all([1, 2, 3].map(async () => textOf(await transport.send(watch()))));
    expect(answers).toEqual(Array.from({ length: 3 }, () => '{"http":1}'));
  });

  it.each([
    ['it is turned off', { http2: false }, {}],
    ['the server takes no streams', {}, { maxConcurrentStreams: 0 }],
  ])('go over HTTP/1.1 where %s', async (_why, options, settings) => {
    const server = await serve(begin, settings);
    expect(await textOf(await connect(server.url, options).send(watch()))).toBe('{"http":1}');
    expect(server.plain).toEqual(['/api/v1/a?watch=true']);
  });

  it('give status, headers, and an answer that ends', async () => {
    const server = await serve((stream, path) => {
      stream.respond({
        ':status': 410,
        'content-type': 'application/json',
        warning: '299 - "old"',
        'content-length': path.length,
      });
      stream.end(path);
    });
    const answer = await connect(server.url).send(watch());
    expect(answer).toMatchObject({
      status: 410,
      headers: { 'content-type': 'application/json', warning: '299 - "old"' },
    });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith(':'))).toEqual([]);
    expect(await textOf(answer)).toBe('/api/v1/a?watch=true');
  });

  it('send the credentials, and are sent once more after a 401', async () => {
    const seen: unknown[] = [];
    const server = await serve((stream, _path, _index, headers) => {
      seen.push(headers['authorization']);
      stream.respond({ ':status': seen.length === 1 ? 401 : 200 });
      stream.end('x');
    });
    let token = 'old';
    const credentials = {
      current: () => Promise.resolve({ headers: { authorization: `Bearer ${token}` } }),
      reject: () => {
        token = 'new';
        return Promise.resolve(true);
      },
    };
    const asked: string[] = [];
    const transport = connect(server.url, {}, { credentials });
    const answer = await transport.send({ ...watch(), beforeSend: () => void asked.push(token) });
    expect([answer.status, seen, asked]).toEqual([200, ['Bearer old', 'Bearer new'], ['old', 'new']]);
  });

  it('are not sent when beforeSend throws', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    await transport.send(watch());
    const refusal = new Error('fenced');
    const sending = transport.send({
      ...watch(),
      beforeSend: () => {
        throw refusal;
      },
    });
    await expect(sending).rejects.toBe(refusal);
    await transport.send(watch());
    expect(server.streams).toHaveLength(2);
  });

  it('end when their signal is aborted, and leave the connection to others', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const scope = new AbortController();
    const ended = await transport.send(watch('ended'), scope.signal);
    const other = piecesOf((await transport.send(watch('other'))).body);
    await other.next();
    const [first, second] = server.streams;
    const closed = first && once(first, 'close');
    const reason = new Error('enough');
    scope.abort(reason);
    expect(await failureOf(ended)).toBe(reason);
    await closed;
    second?.write('more');
    expect([(await other.next()).value, server.sessionCount()]).toEqual(['more', 1]);
  });

  it('end at the server when their reader leaves', async () => {
    const server = await serve(begin);
    const { body } = await connect(server.url).send(watch());
    const [stream] = server.streams;
    const closed = stream && once(stream, 'close');
    for await (const _piece of piecesOf(body)) break;
    await closed;
    expect(stream?.aborted).toBe(true);
  });

  it('hold the server back while nobody reads, and not each other', async () => {
    let written = 0;
    const chunk = Buffer.alloc(64 << 10, 'x');
    const total = 20 << 20;
    const server = await serve((stream, path) => {
      stream.respond({ ':status': 200 });
      if (!path.includes('/slow')) return void stream.end('fast');
      const more = (): void => {
        while (written < total) {
          written += chunk.length;
          if (!stream.write(chunk)) return void stream.once('drain', more);
        }
        stream.end();
      };
      more();
    });
    const transport = connect(server.url);
    const slow = await transport.send(watch('slow'));
    const pieces = piecesOf(slow.body);
    let read = (await pieces.next()).value?.length ?? 0;
    for (let count = 0; count < 50; count += 1) expect(await textOf(await transport.send(watch('quick')))).toBe('fast');
    // The window, what is held for the reader, and what the server's own stream holds.
    expect(written).toBeLessThan(2 << 20);
    for await (const piece of pieces) read += piece.length;
    expect([read, server.sessionCount()]).toEqual([total, 1]);
  });

  it('go on over a connection that goes away, while new ones take another', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const old = piecesOf((await transport.send(watch('old'))).body);
    await old.next();
    const [session] = server.sessions;
    session?.goaway(0);
    await vi.waitFor(async () => {
      await transport.send(watch('new'));
      expect(server.sessionCount()).toBe(2);
    });
    server.streams[0]?.end('the end');
    expect([(await old.next()).value, (await old.next()).done]).toEqual(['the end', true]);
  });

  it('are sent again when the server refuses them unseen', async () => {
    const server = await serve((stream, path, index, headers) =>
      index === 1 ? stream.close(7) : begin(stream, path, index, headers),
    );
    const transport = connect(server.url);
    await transport.send(watch('first'));
    let asked = 0;
    const answer = await transport.send({ ...watch('second'), beforeSend: () => void (asked += 1) });
    expect([answer.status, asked, server.streams.length]).toEqual([200, 2, 3]);
  });

  it('take another connection where the server takes fewer on each than it said', async () => {
    const open = new Map<unknown, number>();
    const server = await serve((stream, path, index, headers) => {
      const others = open.get(stream.session) ?? 0;
      if (others === 2) return stream.close(7);
      open.set(stream.session, others + 1);
      begin(stream, path, index, headers);
    });
    const transport = connect(server.url);
    for (let n = 0; n < 6; n += 1) expect((await transport.send(watch())).status).toBe(200);
    expect(server.sessionCount()).toBe(3);
  });

  it('give up on a server that refuses every one', async () => {
    const server = await serve((stream) => stream.close(7));
    await expect(connect(server.url).send(watch())).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
    expect(server.streams.length).toBe(4);
  });

  it('go over HTTP/1.1 when the server asks for that', async () => {
    const server = await serve((stream) => stream.close(13));
    expect(await textOf(await connect(server.url).send(watch()))).toBe('{"http":1}');
  });
});

describe('a watch over HTTP/2 that breaks', () => {
  it('by a reset is lost, and not ended', async () => {
    const server = await serve(begin);
    const answer = await connect(server.url).send(watch());
    // Closing a stream would end it first.
    server.streams[0]?.destroy(new Error('a bug of the server'));
    expect(await failureOf(answer)).toMatchObject({ code: 'KB_CONNECTION_LOST', sent: true });
  });

  it('by the end of the process of the server is lost, and the next one connects again', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const answer = await transport.send(watch());
    for (const session of server.sessions) session.destroy();
    expect(await failureOf(answer)).toMatchObject({ code: 'KB_CONNECTION_LOST' });
    expect((await transport.send(watch())).status).toBe(200);
    expect(server.sessionCount()).toBe(2);
  });

  it.each([1, 8, 9, 30, 500])('%s bytes into what the server says is lost', async (bytes) => {
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

  it('by something on the way that swallows everything is noticed within 45 seconds, all of them at once', async () => {
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
    // Two minutes of silence with pings that are answered.
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

  it('is not taken for dead because this thread stood still while the answer to a ping came', async () => {
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

/** Lets sockets of this process say what they have to say. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('connections of HTTP/2', () => {
  it('are made again with other certificates, and the older end with their watches', async () => {
    const server = await serve(begin);
    let tls = { ca: pem('ca.crt') };
    const transport = connect(server.url, {}, { tls: () => Promise.resolve(tls) });
    const old = piecesOf((await transport.send(watch('old'))).body);
    await old.next();
    tls = { ca: `${pem('ca.crt')}\n` };
    await transport.send(watch('new'));
    expect(server.sessions).toHaveLength(2);
    const [first] = server.sessions;
    const closed = first && once(first, 'close');
    server.streams[0]?.end('the end');
    expect((await old.next()).value).toBe('the end');
    expect((await old.next()).done).toBe(true);
    await closed;
    expect(server.sessions).toHaveLength(1);
  });

  it('reject for a server that is not to be trusted, and for one that is not there', async () => {
    const server = await serve(begin);
    const untrusting = connect(server.url, {}, { tls: constant({}) });
    await expect(untrusting.send(watch())).rejects.toMatchObject({ code: 'KB_CERTIFICATE_REJECTED' });
    const transport = connect(server.url);
    await server.close();
    const errors = await Promise.all([1, 2, 3].map(() => transport.send(watch()).catch((error: unknown) => error)));
    expect(errors).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'KB_CONNECTION_REFUSED', sent: false })));
  });

  it('end with the transport: watches reject, and nothing is left open', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const answer = await transport.send(watch());
    const gone = Promise.all(server.sessions.map((session) => once(session, 'close')));
    await transport.close();
    expect(await failureOf(answer)).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await gone;
    await expect(transport.send(watch())).rejects.toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
  });

  it('that are being made end with the transport', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const { port } = silent.address() as AddressInfo;
    const transport = createTransport(testAccess(`https://127.0.0.1:${port}`));
    const sending = transport.send(watch()).catch((error: unknown) => error);
    await once(silent, 'connection');
    const gone = sockets[0] && once(sockets[0].resume(), 'close');
    await transport.close();
    expect(await sending).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await gone;
    await new Promise((resolve) => silent.close(resolve));
  });

  it('keep no process alive once nothing is under way, and one while something is', async () => {
    const server = await serve(begin);
    const program = new URL('../../../test-support/leave-a-watch.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--conditions=@kb/source', program, server.url], { stdio: 'pipe' });
    const said: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => said.push(bytes));
    const [code] = await once(child, 'exit');
    expect([code, Buffer.concat(said).toString()]).toEqual([0, '200']);
  });
});
