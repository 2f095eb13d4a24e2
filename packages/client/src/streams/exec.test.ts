import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startStreamServer } from '../test-support/stream-server.ts';

const success = JSON.stringify({ metadata: {}, status: 'Success' });
const failed = (code: number): string =>
  JSON.stringify({
    metadata: {},
    status: 'Failure',
    reason: 'NonZeroExitCode',
    message: `command terminated with non-zero exit code: exit status ${code}`,
    details: { causes: [{ reason: 'ExitCode', message: String(code) }] },
  });
const bytesOf = (chunks: readonly Uint8Array[]): string => Buffer.concat(chunks).toString();

describe('exec', () => {
  test('runs a command, and collects its output', async () => {
    const { client, idle } = await startStreamServer(({ url, send }) => {
      expect(url.pathname).toBe('/api/v1/namespaces/shop/pods/web/exec');
      expect(url.searchParams.getAll('command')).toEqual(['echo', 'a b&c', 'ü']);
      expect(Object.fromEntries([...url.searchParams].filter(([name]) => name !== 'command'))).toEqual({
        container: 'app',
        stdin: 'false',
        stdout: 'true',
        stderr: 'true',
        tty: 'false',
      });
      send(1, '');
      send(1, 'one ');
      send(2, 'warning');
      send(1, 'two');
      send(3, success);
    });
    const result = await client.exec('shop/web', { command: ['echo', 'a b&c', 'ü'], container: 'app' });
    expect(result).toEqual({ exitCode: 0, stdout: 'one two', stderr: 'warning' });
    await idle();
  });

  test('resolves with the exit code of a command that fails', async () => {
    const { client } = await startStreamServer(({ send }) => send(3, failed(42)));
    expect(await client.exec('shop/web', { command: ['false'] })).toEqual({ exitCode: 42, stdout: '', stderr: '' });
  });

  test('sends the input, and tells the process that it ended', async () => {
    let ended: unknown;
    const { client } = await startStreamServer(async ({ send, next, socket }) => {
      expect(socket.protocol).toBe('v5.channel.k8s.io');
      let input = '';
      for (;;) {
        const [channel, text] = await next();
        if (channel !== 0 || text.length > 32 << 10) {
          ended = [channel, text];
          break;
        }
        input += text;
      }
      send(1, String(input.length));
      send(3, success);
    });
    const stdin = (async function* () {
      yield 'x'.repeat(100_000);
      yield new Uint8Array(5);
    })();
    expect((await client.exec('shop/web', { command: ['wc', '-c'], stdin })).stdout).toBe('100005');
    expect(ended).toEqual([255, '\0']);
  });

  test('works with servers that only have the older protocol, and leaves an input that does not end', async () => {
    let left = false;
    const { client, idle } = await startStreamServer(
      async ({ send, next }) => {
        expect(await next()).toEqual([0, 'hello']);
        send(3, success);
      },
      { protocols: ['v4.channel.k8s.io'] },
    );
    const stdin = {
      [Symbol.asyncIterator]: () => {
        let sent = false;
        return {
          next: () => {
            if (sent) return new Promise<never>(() => undefined);
            sent = true;
            return Promise.resolve({ done: false as const, value: 'hello' });
          },
          return: () => {
            left = true;
            return Promise.resolve({ done: true as const, value: undefined });
          },
        };
      },
    };
    await client.exec('shop/web', { command: ['head', '-1'], stdin });
    await idle();
    expect(left).toBe(true);
  });

  test('sends the sizes of a terminal, whose errors are part of the output', async () => {
    const { client } = await startStreamServer(async ({ url, send, next }) => {
      expect([url.searchParams.get('tty'), url.searchParams.get('stderr')]).toEqual(['true', 'false']);
      const [channel, text] = await next();
      expect([channel, JSON.parse(text)]).toEqual([4, { Width: 80, Height: 24 }]);
      send(3, success);
    });
    const resize = (async function* () {
      yield { columns: 80, rows: 24 };
    })();
    await client.exec('shop/web', { command: ['sh'], tty: true, resize });
  });

  test('passes output on as it comes, and reads no faster than it is taken', async () => {
    const chunk = new Uint8Array(32 << 10);
    const total = 2000;
    let buffered = 0;
    const { client } = await startStreamServer(async ({ send, socket }) => {
      for (let count = 0; count < total; count += 1) send(1, chunk);
      await new Promise((resolve) => setImmediate(resolve));
      buffered = socket.bufferedAmount;
      send(3, success);
    });
    let taken = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const running = client.exec('shop/web', {
      command: ['yes'],
      stdout: async (bytes) => {
        taken += bytes.length;
        await gate;
      },
    });
    await expect.poll(() => taken).toBeGreaterThan(0);
    expect(taken).toBe(chunk.length);
    release();
    expect((await running).stdout).toBe('');
    expect(taken).toBe(total * chunk.length);
    // The server had to wait: the rest did not fit into the buffers on the way.
    expect(buffered).toBeGreaterThan((total * chunk.length) / 2);
  });

  test('writes to a web stream, and leaves it open', async () => {
    const { client } = await startStreamServer(({ send }) => {
      send(1, 'out');
      send(2, 'err');
      send(3, success);
    });
    const chunks: Uint8Array[] = [];
    const stdout = new WritableStream<Uint8Array>({ write: (bytes) => void chunks.push(bytes) });
    expect(await client.exec('shop/web', { command: ['x'], stdout })).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'err',
    });
    expect([bytesOf(chunks), stdout.locked]).toEqual(['out', false]);
  });
});

describe('an exec that fails', () => {
  const command = ['x'];
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', message: 'no', code: 403 };

  test('rejects with the Status of a server that refuses', async () => {
    const body = JSON.stringify(status);
    const { client, idle } = await startStreamServer(() => undefined, {
      refuse: () =>
        `HTTP/1.1 403 Forbidden\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    });
    await expect(client.exec('shop/web', { command })).rejects.toMatchObject({ status: { reason: 'Forbidden' } });
    await idle();
  });

  test('rejects with the Status of a command that cannot be started', async () => {
    const { client } = await startStreamServer(({ send }) =>
      send(3, JSON.stringify({ metadata: {}, status: 'Failure', reason: 'InternalError', message: 'no such file' })),
    );
    await expect(client.exec('shop/web', { command })).rejects.toThrow('no such file');
  });

  test.each<[string, (socket: { close(): void; terminate(): void }) => void]>([
    ['closes the stream', (socket) => socket.close()],
    ['ends the connection', (socket) => socket.terminate()],
  ])('rejects if the server %s before the result', async (_name, end) => {
    const { client, idle } = await startStreamServer(({ socket }) => end(socket));
    await expect(client.exec('shop/web', { command })).rejects.toMatchObject({
      code: expect.stringMatching(/^KB_(STREAM_ENDED|CONNECTION_LOST)$/),
    });
    await idle();
  });

  test.each<[string, Uint8Array]>([
    ['an oversized frame', Uint8Array.of(0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0)],
    ['a masked frame', Uint8Array.of(0x82, 0x81, 0, 0, 0, 0, 0)],
    ['something else', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
  ])('rejects and closes the connection if the server sends %s', async (_name, bytes) => {
    const { client, idle, sockets } = await startStreamServer(() => {
      for (const socket of sockets) socket.write(bytes);
    });
    await expect(client.exec('shop/web', { command })).rejects.toMatchObject({ code: 'KB_STREAM_ENDED' });
    await idle();
  });

  test('rejects if the output is longer than the result may be', async () => {
    const { client, idle } = await startStreamServer(({ send }) => send(1, 'x'.repeat(200)));
    await expect(client.exec('shop/web', { command, maxOutput: 100 })).rejects.toMatchObject({
      code: 'KB_OUTPUT_TOO_LONG',
    });
    await idle();
  });

  test('rejects with what the input or the output throws', async () => {
    const { client, idle } = await startStreamServer(({ send }) => send(1, 'x'));
    const reason = new Error('mine');
    const stdout = (): never => {
      throw reason;
    };
    await expect(client.exec('shop/web', { command, stdout })).rejects.toBe(reason);
    const stdin = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(reason) }) };
    await expect(client.exec('shop/web', { command, stdin })).rejects.toBe(reason);
    await idle();
  });

  test('rejects with the reason of the signal, before and after the stream is open', async () => {
    const reason = new Error('enough');
    const abort = new AbortController();
    const { client, idle } = await startStreamServer(() => abort.abort(reason));
    await expect(client.exec('shop/web', { command, signal: abort.signal })).rejects.toBe(reason);
    await expect(client.exec('shop/web', { command, signal: abort.signal })).rejects.toBe(reason);
    await idle();
  });

  test('rejects if a proxy answers in place of the API server', async () => {
    const { client } = await startStreamServer(() => undefined, {
      refuse: () => 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok',
    });
    await expect(client.exec('shop/web', { command })).rejects.toMatchObject({ code: 'KB_NO_WEB_SOCKETS' });
  });

  test('rejects a protocol that was not offered', async () => {
    const { client, idle } = await startStreamServer(() => undefined, { protocols: [] });
    await expect(client.exec('shop/web', { command })).rejects.toMatchObject({ code: 'KB_NO_WEB_SOCKETS' });
    await idle();
  });
});

test('attach has no command, and the same result', async () => {
  const { client } = await startStreamServer(({ url, send }) => {
    expect(url.pathname).toBe('/api/v1/namespaces/shop/pods/web/attach');
    expect(url.searchParams.has('command')).toBe(false);
    send(1, 'out');
    send(3, success);
  });
  expect(await client.attach('shop/web')).toEqual({ exitCode: 0, stdout: 'out', stderr: '' });
});

describe('over TLS', () => {
  const pem = (name: string): string => readFileSync(new URL(`../testdata/tls/${name}`, import.meta.url), 'utf8');

  test('presents the client certificate and the token, once renewed', async () => {
    const token = { now: 'old' };
    const { client } = await startStreamServer(
      ({ send, request }) => {
        send(1, `${'getPeerCertificate' in request.socket} ${request.headers.authorization}`);
        send(3, success);
      },
      {
        tls: {
          key: pem('server.key'),
          cert: pem('server.crt'),
          ca: pem('ca.crt'),
          requestCert: true,
          rejectUnauthorized: true,
        },
        refuse: ({ headers }) =>
          headers.authorization === 'Bearer new'
            ? undefined
            : 'HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
        access: () => {
          const material = { ca: pem('ca.crt'), certificate: pem('client.crt'), key: pem('client.key') };
          return {
            tls: () => Promise.resolve(material),
            credentials: {
              current: () => Promise.resolve({ headers: { authorization: `Bearer ${token.now}` } }),
              reject: () => {
                token.now = 'new';
                return Promise.resolve(true);
              },
            },
          };
        },
      },
    );
    expect((await client.exec('shop/web', { command: ['x'] })).stdout).toBe('true Bearer new');
  });
});
