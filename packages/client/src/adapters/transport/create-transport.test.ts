import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { HttpBody } from '@kb/apimachinery';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sendJson } from '../../test-support/start-test-server.ts';
import { testAccess } from '../../test-support/test-access.ts';
import { createTransport } from './create-transport.ts';
import { closeAll, get, hanging, serve, textOf, toClose } from '../../test-support/serve-transport.ts';

afterEach(closeAll);

describe('createTransport', () => {
  test('enables TCP keep-alive after 30 idle seconds', async () => {
    const { transport } = await serve((_request, response) => void response.end());
    const asks = vi.spyOn(Socket.prototype, 'setKeepAlive');
    toClose.push({ close: async () => asks.mockRestore() });
    await transport.send(get());
    expect(asks.mock.calls).toEqual([[true, 30_000]]);
  });

  test('aborts pending connection attempts when it is closed', async () => {
    const sockets: Socket[] = [];
    // Accepts connections, but sends no TLS handshake.
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

  test('sends method, path, query, headers and body, and returns status, headers and body', async () => {
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

  test('times out when the server accepts a request and does not respond, except for watches', async () => {
    const { server, transport } = await serve(
      (request, response) => {
        if (request.url.includes('/silent')) return;
        response.write('{');
        if (!request.url.includes('watch')) return;
        // The other requests have timed out by then.
        void server.untilCut(2).then(() => response.end('}'));
      },
      {},
      { answerTimeout: 30 },
    );
    const watch = await transport.send(get('/api/v1/pods?watch=true'));
    await expect(transport.send(get('/api/v1/silent'))).rejects.toMatchObject({ code: 'KB_ANSWER_TIMEOUT' });
    // On a busy machine, the short timeout may expire before the response begins.
    const stuck = transport.send(get('/api/v1/stuck')).then(({ body }) => textOf(body));
    await expect(stuck).rejects.toMatchObject({ code: 'KB_ANSWER_TIMEOUT' });
    expect(await textOf(watch.body)).toBe('{}');
  });

  test('has the host of the server', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    expect(`http://${transport.host}`).toBe(server.url);
  });

  test('prefixes paths with the server’s path', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    const below = createTransport(testAccess(`${server.url}/k8s/clusters/c-1`));
    toClose.push(below);
    await textOf((await below.send(get('/version'))).body);
    await textOf((await transport.send(get('/version'))).body);
    expect(server.seen.map(({ url }) => url)).toEqual(['/k8s/clusters/c-1/version', '/version']);
  });

  test('reuses connections', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    for (let count = 0; count < 20; count += 1) await textOf((await transport.send(get())).body);
    // Two, because a connection becomes free a moment after its body was read.
    expect(Math.max(...server.seen.map(({ connection }) => connection))).toBeLessThanOrEqual(2);
    await Promise.all([1, 2, 3, 4, 5].map(async () => textOf((await transport.send(get())).body)));
    expect(await server.connections()).toBeLessThanOrEqual(6);
  });

  test('sends a streamed body', async () => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    async function* body(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('one ');
      yield new TextEncoder().encode('two');
    }
    await textOf((await transport.send({ ...get(), method: 'POST', body: body() })).body);
    expect(server.seen[0]?.body).toBe('one two');
  });

  test('buffers short responses, and streams long ones and those of unknown length', async () => {
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

  test('decompresses responses if compression is enabled', async () => {
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

  test('reports a truncated compressed response', async () => {
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

describe('an error', () => {
  test('names the server when nothing listens', async () => {
    const server = 'http://127.0.0.1:1';
    const transport = createTransport(testAccess(server));
    toClose.push(transport);
    const error: unknown = await transport.send(get()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ConnectionError', code: 'KB_CONNECTION_REFUSED', server });
    expect(String(error)).toContain(`nothing listens at ${server}`);
  });

  test('reports a lost connection, before the headers and in the body', async () => {
    const { transport } = await serve((request, response) => {
      if (request.url === '/body') response.write('some', () => response.destroy());
      else response.destroy();
    });
    await expect(transport.send(get('/headers'))).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
    const { body } = await transport.send(get('/body'));
    await expect(textOf(body)).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
  });

  test('aborts requests when it is closed, and rejects later ones', async () => {
    const { answer, begun } = hanging();
    const { transport } = await serve(answer);
    const sent = transport.send(get()).catch((thrown: unknown) => thrown);
    await begun;
    await Promise.all([transport.close(), transport.close()]);
    expect(await sent).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await expect(transport.send(get())).rejects.toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
  });

  test('aborts requests that wait for credentials when it is closed', async () => {
    const never = new Promise<never>(() => undefined);
    const credentials = { current: () => never, reject: () => never };
    const transport = createTransport({ ...testAccess('http://127.0.0.1:1'), credentials });
    const sent = transport.send(get()).catch((thrown: unknown) => thrown);
    await transport.close();
    expect(await sent).toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
    await expect(transport.send(get())).rejects.toMatchObject({ code: 'KB_TRANSPORT_CLOSED' });
  });

  test('aborts a streamed body when it is closed', async () => {
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
