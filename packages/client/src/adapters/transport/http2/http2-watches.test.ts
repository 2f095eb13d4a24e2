import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { pem } from '../../../test-support/start-http2-server.ts';
import { startMiddlebox } from '../../../test-support/middlebox.ts';
import { sendJson, startTestServer } from '../../../test-support/start-test-server.ts';
import {
  begin,
  closeAll,
  connect,
  failureOf,
  get,
  piecesOf,
  serve,
  textOf,
  toClose,
  watch,
} from '../../../test-support/serve-http2.ts';

afterEach(closeAll);

describe('watches over HTTP/2', () => {
  test('share connections up to the server’s limit, while other requests use HTTP/1.1', async () => {
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

  test('reuse the capacity of watches that have ended', async () => {
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

  test('use HTTP/1.1 if the server supports nothing else', async () => {
    const server = await startTestServer((_request, response) => sendJson(response, 200, { http: 1 }), {
      cert: pem('server.crt'),
      key: pem('server.key'),
    });
    toClose.push(server);
    const transport = connect(server.url);
    const answers = await Promise.all([1, 2, 3].map(async () => textOf(await transport.send(watch()))));
    expect(answers).toEqual(Array.from({ length: 3 }, () => '{"http":1}'));
  });

  test.each([
    ['it is turned off', { http2: false }, {}],
    ['the server takes no streams', {}, { maxConcurrentStreams: 0 }],
  ])('use HTTP/1.1 if %s', async (_why, options, settings) => {
    const server = await serve(begin, settings);
    expect(await textOf(await connect(server.url, options).send(watch()))).toBe('{"http":1}');
    expect(server.plain).toEqual(['/api/v1/a?watch=true']);
  });

  test('return status, headers and a response that ends', async () => {
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

  test('send the credentials, and are sent once more after a 401', async () => {
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

  test('are not sent when beforeSend throws', async () => {
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

  test('end when their signal is aborted, without closing the connection', async () => {
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

  test('end on the server when the reader stops', async () => {
    const server = await serve(begin);
    const { body } = await connect(server.url).send(watch());
    const [stream] = server.streams;
    const closed = stream && once(stream, 'close');
    for await (const _piece of piecesOf(body)) break;
    await closed;
    expect(stream?.aborted).toBe(true);
  });

  test('apply back-pressure to the server, but not to each other', async () => {
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
    // The window, the data buffered for the reader, and the buffer of the server's own stream.
    expect(written).toBeLessThan(2 << 20);
    for await (const piece of pieces) read += piece.length;
    expect([read, server.sessionCount()]).toEqual([total, 1]);
  });

  test('continue on a connection that received GOAWAY, while new ones use another', async () => {
    const server = await serve(begin);
    const transport = connect(server.url);
    const old = piecesOf((await transport.send(watch('old'))).body);
    await old.next();
    const [session] = server.sessions;
    session?.goaway(0);
    const sessions = async (): Promise<number> => {
      await transport.send(watch('new'));
      return server.sessionCount();
    };
    await expect.poll(sessions).toBe(2);
    server.streams[0]?.end('the end');
    expect([(await old.next()).value, (await old.next()).done]).toEqual(['the end', true]);
  });

  test('are sent again when the server refuses their stream', async () => {
    const server = await serve((stream, path, index, headers) =>
      index === 1 ? stream.close(7) : begin(stream, path, index, headers),
    );
    const transport = connect(server.url);
    await transport.send(watch('first'));
    let asked = 0;
    const answer = await transport.send({ ...watch('second'), beforeSend: () => void (asked += 1) });
    expect([answer.status, asked, server.streams.length]).toEqual([200, 2, 3]);
  });

  test('use another connection if the server accepts fewer streams than announced', async () => {
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

  test('give up if the server refuses every stream', async () => {
    const server = await serve((stream) => stream.close(7));
    await expect(connect(server.url).send(watch())).rejects.toMatchObject({ code: 'KB_CONNECTION_LOST' });
    expect(server.streams.length).toBe(4);
  });

  test('use HTTP/1.1 if the server asks for that', async () => {
    const server = await serve((stream) => stream.close(13));
    expect(await textOf(await connect(server.url).send(watch()))).toBe('{"http":1}');
  });
});
