import { EventEmitter, getEventListeners, once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { HttpBody } from '@kb/apimachinery';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answer, sendJson, startTestServer, type TestServer } from '../../test-support/start-test-server.ts';
import { constant, testAccess } from '../../test-support/test-access.ts';
import type { ClusterAccess } from '../../surroundings/cluster-access.ts';
import { createTransport, type PooledTransport, type TransportOptions } from './create-transport.ts';

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of toClose.splice(0).toReversed()) await one.close();
});

async function serve(
  answer: Answer,
  access: Partial<ClusterAccess> = {},
  options?: TransportOptions,
): Promise<{ server: TestServer; transport: PooledTransport }> {
  const server = await startTestServer(answer);
  const transport = createTransport(testAccess(server.url, access), options);
  toClose.push(server, transport);
  return { server, transport };
}

const get = (path = '/') => ({ method: 'GET', path, headers: {} });

async function textOf(body: HttpBody): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body instanceof Uint8Array ? [body] : body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** An answer that begins and does not end; tells when it has begun. */
function hanging(text = ''): { answer: Answer; begun: Promise<unknown> } {
  const events = new EventEmitter();
  return {
    answer: (_request, response) => {
      if (text !== '') response.write(text);
      events.emit('begun');
    },
    begun: once(events, 'begun'),
  };
}

describe('createTransport', () => {
  it('lets TCP ask after 30 quiet seconds whether the other side is still there', async () => {
    const { transport } = await serve((_request, response) => void response.end());
    const asks = vi.spyOn(Socket.prototype, 'setKeepAlive');
    toClose.push({ close: async () => asks.mockRestore() });
    await transport.send(get());
    expect(asks.mock.calls).toEqual([[true, 30_000]]);
  });

  it('leaves no connection behind that was being made when it was closed', async () => {
    const sockets: Socket[] = [];
    // Takes connections, and never says a word of TLS.
    const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('it listens on a port');
    const transport = createTransport(testAccess(`https://127.0.0.1:${address.port}`));
    const sending = transport.send(get()).catch((error: unknown) => error);
    await once(silent, 'connection');
    const [socket] = sockets;
    const gone = socket && once(socket.resume(), 'close');
    await transport.close();
    expect(await sending).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await gone;
    await new Promise((resolve) => silent.close(resolve));
  });

  it('sends method, path, query, headers and body, and gives status, headers and body', async () => {
    const { server, transport } = await serve((_request, response) => {
      response.statusCode = 418;
      response.setHeader('x-one', '1');
      response.setHeader('warning', ['299 - "a"', '299 - "b"']);
      response.end('tea');
    });
    const response = await transport.send({
      method: 'PATCH',
      path: '/apis/a/b?c=d%20e',
      headers: { 'content-type': 'application/x' },
      body: new TextEncoder().encode('grün'),
    });
    expect([response.status, response.headers['x-one'], response.headers['warning']]).toEqual([
      418,
      '1',
      ['299 - "a"', '299 - "b"'],
    ]);
    expect(await textOf(response.body)).toBe('tea');
    expect(server.seen).toMatchObject([{ method: 'PATCH', url: '/apis/a/b?c=d%20e', body: 'grün' }]);
    expect(server.seen[0]?.headers).toMatchObject({ 'content-type': 'application/x', 'content-length': '5' });
  });

  it('gives up a server that takes a request and keeps silent, and leaves a watch alone', async () => {
    const { server, transport } = await serve(
      (request, response) => {
        if (request.url.includes('/silent')) return;
        response.write('{');
        if (!request.url.includes('watch')) return;
        // The others have been given up by then.
        void server.untilCut(2).then(() => response.end('}'));
      },
      {},
      { answerTimeout: 30 },
    );
    const watch = await transport.send(get('/api/v1/pods?watch=true'));
    await expect(transport.send(get('/api/v1/silent'))).rejects.toMatchObject({ code: 'KB_ANSWER_TIMEOUT' });
    // On a machine that is busy, the little time may be over before the answer begins.
    const stuck = transport.send(get('/api/v1/stuck')).then(({ body }) => textOf(body));
    await expect(stuck).rejects.toMatchObject({ code: 'KB_ANSWER_TIMEOUT' });
    expect(await textOf(watch.body)).toBe('{}');
  });

  it('says which host it leads to', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    expect(`http://${transport.host}`).toBe(server.url);
  });

  it('puts the path of the server in front', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    const behind = createTransport(testAccess(`${server.url}/k8s/clusters/c-1`));
    toClose.push(behind);
    await textOf((await behind.send(get('/version'))).body);
    await textOf((await transport.send(get('/version'))).body);
    expect(server.seen.map(({ url }) => url)).toEqual(['/k8s/clusters/c-1/version', '/version']);
  });

  it('keeps connections and uses them again', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    for (let count = 0; count < 20; count += 1) await textOf((await transport.send(get())).body);
    // Two, because a connection is free only a moment after the end of its body was read.
    expect(Math.max(...server.seen.map(({ connection }) => connection))).toBeLessThanOrEqual(2);
    await Promise.all([1, 2, 3, 4, 5].map(async () => textOf((await transport.send(get())).body)));
    expect(await server.connections()).toBeLessThanOrEqual(6);
  });

  it('sends a body that streams', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    async function* body(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('one ');
      yield new TextEncoder().encode('two');
    }
    await textOf((await transport.send({ ...get(), method: 'POST', body: body() })).body);
    expect(server.seen[0]?.body).toBe('one two');
  });

  it('reads short answers whole, and hands on long ones, and those of unknown length, as they come', async () => {
    const { transport } = await serve((request, response) => {
      const length = Number(request.url?.slice(1));
      if (Number.isNaN(length)) response.write('unknown');
      else response.setHeader('content-length', length);
      if (request.url === '/8') response.write('half', () => response.destroy());
      else response.end('x'.repeat(length || 0));
    });
    const bodyOf = async (path: string): Promise<HttpBody> => (await transport.send(get(path))).body;
    expect(await bodyOf('/7')).toEqual(new TextEncoder().encode('xxxxxxx'));
    expect(await bodyOf('/0')).toEqual(new Uint8Array());
    const long = await bodyOf('/100000');
    expect(long).not.toBeInstanceOf(Uint8Array);
    expect(await textOf(long)).toHaveLength(100_000);
    const unknown = await bodyOf('/unknown');
    expect(unknown).not.toBeInstanceOf(Uint8Array);
    expect(await textOf(unknown)).toBe('unknown');
    await expect(bodyOf('/8')).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
  });

  it('reads compressed answers when it may', async () => {
    const { server, transport } = await serve(
      (request, response) => {
        const text = 'x'.repeat(100_000);
        if (request.headers['accept-encoding'] !== 'gzip') response.end(text);
        else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text));
      },
      {},
      { compression: true },
    );
    const response = await transport.send(get());
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(await textOf(response.body)).toHaveLength(100_000);
    const plain = createTransport(testAccess(server.url));
    toClose.push(plain);
    expect(await textOf((await plain.send(get())).body)).toHaveLength(100_000);
    expect(server.seen.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip', undefined]);
  });

  it('says that a compressed answer was cut', async () => {
    const { transport } = await serve(
      (_request, response) => {
        const bytes = gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, index) => index % 251)));
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes.subarray(0, bytes.length / 2));
      },
      {},
      { compression: true },
    );
    const { body } = await transport.send(get());
    await expect(textOf(body)).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
  });
});

describe('aborting', () => {
  it('ends a request that has no connection yet: the server accepts, and never shakes hands', async () => {
    const accepted = Promise.withResolvers<void>();
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      accepted.resolve();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const transport = createTransport(testAccess(`https://127.0.0.1:${port}`, {}));
    toClose.push({
      close: async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
        await transport.close();
      },
    });
    const abort = new AbortController();
    const sending = transport.send(get(), abort.signal);
    await accepted.promise;
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(sending).rejects.toBe(reason);
  });

  it.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
  ])('before it starts, with %s as the reason', async (_what, reason) => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    await expect(transport.send(get(), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
  ])('before the headers, with %s as the reason', async (_what, reason) => {
    const { answer, begun } = hanging();
    const { server, transport } = await serve(answer);
    const controller = new AbortController();
    const sent = transport.send(get(), controller.signal);
    await begun;
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await server.untilCut(1);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
  ])('while the body streams, with %s as the reason', async (_what, reason) => {
    const { answer } = hanging('first');
    const { server, transport } = await serve(answer);
    const controller = new AbortController();
    const { body } = await transport.send(get(), controller.signal);
    const chunks: string[] = [];
    await expect(
      (async () => {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          chunks.push(Buffer.from(chunk).toString());
          controller.abort(reason);
        }
      })(),
    ).rejects.toBe(reason);
    expect(chunks).toEqual(['first']);
    await server.untilCut(1);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('while credentials are awaited', async () => {
    const reason = new Error('enough');
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}), {
      credentials: { current: () => new Promise(() => undefined), reject: constant(false) },
    });
    const controller = new AbortController();
    const sent = transport.send(get(), controller.signal);
    controller.abort(reason);
    await expect(sent).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });

  it('leaves nothing on a signal that lives on', async () => {
    const { transport } = await serve((_request, response) => sendJson(response, 200, { a: 1 }));
    const { signal } = new AbortController();
    for (let count = 0; count < 30; count += 1) await textOf((await transport.send(get(), signal)).body);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('counts too when all of a long answer has arrived and is not read yet', async () => {
    const reason = new Error('enough');
    const { transport } = await serve((_request, response) => void response.end('x'.repeat(20_000)));
    const controller = new AbortController();
    const { body } = await transport.send(get(), controller.signal);
    // Both answers are on their way at once: with this one the first is there too, or nearly.
    await textOf((await transport.send(get('/next'))).body);
    controller.abort(reason);
    await expect(textOf(body)).rejects.toBe(reason);
  });

  it('ends the request when the loop over a compressed body is left', async () => {
    const { server, transport } = await serve(
      (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync('first'));
      },
      {},
      { compression: true },
    );
    const { body } = await transport.send(get());
    for await (const _chunk of body as AsyncIterable<Uint8Array>) break;
    await server.untilCut(1);
    expect(server.cut).toHaveLength(1);
  });

  it('ends the request when the loop over the body is left', async () => {
    const { answer } = hanging('first');
    const { server, transport } = await serve(answer);
    const { body } = await transport.send(get());
    for await (const _chunk of body as AsyncIterable<Uint8Array>) break;
    await server.untilCut(1);
    expect(server.cut).toHaveLength(1);
  });
});

describe('what goes wrong', () => {
  it('names the server when nothing listens', async () => {
    const server = 'http://127.0.0.1:1';
    const transport = createTransport(testAccess(server));
    toClose.push(transport);
    const error: unknown = await transport.send(get()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'KB_CONNECTION_REFUSED', server });
    expect(String(error)).toContain(`nothing listens at ${server}`);
  });

  it('says that the connection was lost, before the headers and in the body', async () => {
    const { transport } = await serve((request, response) => {
      if (request.url === '/body') response.write('some', () => response.destroy());
      else response.destroy();
    });
    await expect(transport.send(get('/headers'))).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
    const { body } = await transport.send(get('/body'));
    await expect(textOf(body)).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
  });

  it('ends requests when it is closed, and refuses later ones', async () => {
    const { answer, begun } = hanging();
    const { transport } = await serve(answer);
    const sent = transport.send(get()).catch((thrown: unknown) => thrown);
    await begun;
    await Promise.all([transport.close(), transport.close()]);
    expect(await sent).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await expect(transport.send(get())).rejects.toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
  });

  it('ends a body that streams when it is closed', async () => {
    const { answer } = hanging('first');
    const { transport } = await serve(answer);
    const { body } = await transport.send(get());
    const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    await chunks.next();
    const rest = chunks.next().catch((thrown: unknown) => thrown);
    await transport.close();
    expect(await rest).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
  });
});

describe('credentials', () => {
  it('go with every request, after what the request says itself', async () => {
    const headers = { authorization: 'Bearer t', 'impersonate-group': ['a', 'b'], 'user-agent': 'never' };
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}), {
      credentials: { current: constant({ headers }), reject: constant(false) },
    });
    await textOf((await transport.send({ ...get(), headers: { 'user-agent': 'mine' } })).body);
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'impersonate-group': 'a, b',
      'user-agent': 'mine',
    });
  });

  it('go as UTF-8, as Go sends them', async () => {
    const names = ['José', '山田', '😀', 'plain'];
    const headers = { 'impersonate-user': '山田', 'impersonate-group': names };
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}), {
      credentials: { current: constant({ headers }), reject: constant(false) },
    });
    await textOf((await transport.send(get())).body);
    // Node gives a character for each byte.
    const got = (name: string): string => Buffer.from(String(server.seen[0]?.headers[name]), 'latin1').toString('utf8');
    expect([got('impersonate-user'), got('impersonate-group')]).toEqual(['山田', names.join(', ')]);
  });

  it('are renewed once on 401, and the request sent again', async () => {
    let token = 1;
    const rejected: unknown[] = [];
    const { server, transport } = await serve(
      (request, response) => sendJson(response, request.headers.authorization === 'Bearer 2' ? 200 : 401, {}),
      {
        credentials: {
          current: async () => ({ headers: { authorization: `Bearer ${token}` } }),
          reject: async (credential) => {
            rejected.push(credential);
            token += 1;
            return true;
          },
        },
      },
    );
    const response = await transport.send({ ...get(), method: 'POST', body: new TextEncoder().encode('again') });
    expect([response.status, server.seen.map(({ body }) => body), rejected.length]).toEqual([
      200,
      ['again', 'again'],
      1,
    ]);
    token = 5;
    expect((await transport.send(get())).status).toBe(401);
    expect(rejected).toHaveLength(2);
  });

  it('are not asked for again where there are no others', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 401, { no: true }));
    const response = await transport.send(get());
    expect([response.status, await textOf(response.body), server.seen.length]).toEqual([401, '{"no":true}', 1]);
  });
});
