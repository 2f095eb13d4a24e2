import { getEventListeners, once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { sendJson } from '../../test-support/start-test-server.ts';
import { constant, testAccess } from '../../test-support/test-access.ts';
import { createTransport } from './create-transport.ts';
import { closeAll, get, hanging, serve, textOf, toClose } from '../../test-support/serve-transport.ts';

afterEach(closeAll);

describe('aborting', () => {
  test('ends a request that has no connection yet: the server accepts, and never shakes hands', async () => {
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

  test.each([
    ['an error', new Error('enough')],
    ['a text', 'enough'],
  ])('before it starts, with %s as the reason', async (_what, reason) => {
    const { server, transport } = await serve((_request, response) => sendJson(response, 200, {}));
    await expect(transport.send(get(), AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(server.seen).toEqual([]);
  });

  test.each([
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

  test.each([
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

  test('while credentials are awaited', async () => {
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

  test('leaves no listener on a long-lived signal', async () => {
    const { transport } = await serve((_request, response) => sendJson(response, 200, { a: 1 }));
    const { signal } = new AbortController();
    for (let count = 0; count < 30; count += 1) await textOf((await transport.send(get(), signal)).body);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('takes effect when a long response has arrived and is not read yet', async () => {
    const reason = new Error('enough');
    const { transport } = await serve((_request, response) => void response.end('x'.repeat(20_000)));
    const controller = new AbortController();
    const { body } = await transport.send(get(), controller.signal);
    // Both responses are sent at once: when this one arrives, so has the first, or nearly.
    await textOf((await transport.send(get('/next'))).body);
    controller.abort(reason);
    await expect(textOf(body)).rejects.toBe(reason);
  });

  test('aborts the request when the loop over a compressed body is left', async () => {
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

  test('aborts the request when the loop over the body is left', async () => {
    const { answer } = hanging('first');
    const { server, transport } = await serve(answer);
    const { body } = await transport.send(get());
    for await (const _chunk of body as AsyncIterable<Uint8Array>) break;
    await server.untilCut(1);
    expect(server.cut).toHaveLength(1);
  });
});
