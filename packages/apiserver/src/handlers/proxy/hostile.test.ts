import { type Connection, connectionPair } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import type { AuditEvent } from '../../audit/audit-event.ts';
import { startListening } from '../../test-support/listening-server.ts';
import { rawConnection, type RawConnection } from '../../test-support/raw-http.ts';
import { runningPod, testContainers } from '../../test-support/test-containers.ts';

const POD = '/api/v1/namespaces/default/pods/p';

interface Started {
  readonly url: string;
  /** How many connections to targets are open. */
  readonly open: () => number;
  readonly stop: () => Promise<void>;
  /** The verb and stage of each audit event of a proxy. */
  readonly stages: string[];
}

/** Starts a server whose Pods serve connections with a function. */
async function started(serve: (connection: Connection) => void | Promise<void>): Promise<Started> {
  let open = 0;
  const stages: string[] = [];
  const onEvent = ({ objectRef, stage, responseStatus }: AuditEvent): void => {
    if (objectRef?.subresource === 'proxy') stages.push(`${stage} ${responseStatus?.code ?? ''}`.trim());
  };
  const connect = (): Promise<Connection> => {
    const [ours, theirs] = connectionPair();
    open += 1;
    void ours.closed.then(() => (open -= 1));
    void Promise.resolve(ours)
      .then(serve)
      .catch(() => ours.close());
    return Promise.resolve(theirs);
  };
  const { url, api } = await startListening({}, { containers: { ...testContainers(), connect }, audit: { onEvent } });
  const headers = { 'content-type': 'application/json' };
  for (const [method, path, body] of [
    ['POST', '/api/v1/nodes', { metadata: { name: 'n' } }],
    ['POST', '/api/v1/namespaces/default/pods', runningPod('p')],
    ['PUT', `${POD}/status`, runningPod('p')],
  ] as const)
    expect((await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).ok).toBe(true);
  return { url, open: () => open, stop: () => api.stop(), stages };
}

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Reads the head of the request that a target gets. */
async function headOf({ received }: Connection): Promise<string> {
  let text = '';
  const iterator = received[Symbol.asyncIterator]();
  while (!text.includes('\r\n\r\n')) {
    const { done, value } = await iterator.next();
    if (done) return text;
    text += Buffer.from(value).toString('latin1');
  }
  return text;
}

/** Responds with bytes, and ends. */
const answering =
  (...pieces: string[]) =>
  async (connection: Connection): Promise<void> => {
    await headOf(connection);
    for (const piece of pieces) await connection.send(bytes(piece));
    connection.end();
  };

const ask = (url: string, request = `GET ${POD}:80/proxy/x`, headers = ''): Promise<RawConnection> =>
  rawConnection(url, `${request} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);

test.each([
  ['nothing', []],
  ['half a head', ['HTTP/1.1 200 OK\r\nContent-']],
  ['no HTTP', ['SSH-2.0-OpenSSH_9.9\r\n\r\n']],
  ['a wrong status', ['HTTP/1.1 abc OK\r\n\r\n']],
  ['a wrong header', ['HTTP/1.1 200 OK\r\n: x\r\n\r\n']],
])('a target that answers with %s is unavailable', async (_, pieces) => {
  const { url, open } = await started(answering(...pieces));
  const connection = await ask(url);
  expect(await connection.until(/"code":503\}\s*$/)).toContain('error trying to reach service: ');
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test('a head without an end is refused', async () => {
  let sent = 0;
  const { url, open } = await started(async (connection) => {
    await headOf(connection);
    await connection.send(bytes('HTTP/1.1 200 OK\r\n'));
    for (;;) {
      await connection.send(bytes(`X-${sent}: ${'x'.repeat(1000)}\r\n`));
      sent += 1;
    }
  });
  const connection = await ask(url);
  await connection.until(/"code":503/);
  expect(sent).toBeLessThan(1000);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test('a body that ends too early ends the connection of the client', async () => {
  const { url, open } = await started(answering('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'));
  const connection = await ask(url);
  expect(await connection.ended()).toMatch(/\r\n\r\nhalf$/);
  await expect.poll(open).toBe(0);
});

test('a client that does not read slows the target down', async () => {
  let sent = 0;
  const piece = new Uint8Array(64 * 1024);
  const { url, open } = await started(async (connection) => {
    await headOf(connection);
    await connection.send(bytes('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n'));
    for (;;) {
      await connection.send(piece);
      sent += piece.length;
    }
  });
  const connection = await ask(url);
  await connection.until(/\r\n\r\n/);
  connection.socket.pause();
  let before = -1;
  // The buffers of sockets are full when no more is taken.
  await expect.poll(() => [before, (before = sent)].every((one) => one === sent), { interval: 200 }).toBe(true);
  expect(sent).toBeLessThan(32 * 1024 * 1024);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test.each([
  ['in the body of its request', `POST ${POD}:80/proxy/x`, 'Content-Length: 100\r\n', 'half'],
  ['while it waits', `GET ${POD}:80/proxy/x`, '', ''],
  ['while it waits for an upgrade', `GET ${POD}:80/proxy/x`, 'Connection: Upgrade\r\nUpgrade: echo\r\n', ''],
])('a client that goes away %s leaves nothing open', async (_, request, headers, body) => {
  let arrived = '';
  const { url, open } = await started(async (connection) => {
    // It never responds.
    for await (const received of connection.received) arrived += Buffer.from(received).toString();
  });
  const connection = await ask(url, request, headers);
  connection.socket.write(body);
  await expect.poll(() => arrived).toContain(`\r\n\r\n${body}`);
  expect(open()).toBe(1);
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

const UPGRADED = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n';

test('an upgrade is passed through in both directions, until one side closes', async () => {
  const { url, open, stages } = await started(async (connection) => {
    const iterator = connection.received[Symbol.asyncIterator]();
    const head = Buffer.from((await iterator.next()).value as Uint8Array).toString();
    expect(head).toMatch(/^GET \/x HTTP\/1\.1\r\n/);
    expect(head).toContain('Upgrade: echo');
    await connection.send(bytes(`${UPGRADED}welcome`));
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) await connection.send(next.value);
    connection.end();
  });
  const connection = await ask(url, `GET ${POD}:80/proxy/x`, 'Connection: Upgrade\r\nUpgrade: echo\r\n');
  expect(await connection.until(/welcome$/)).toMatch(/^HTTP\/1\.1 101 [^]*Upgrade: echo\r\n/);
  expect(stages).toEqual(['RequestReceived', 'ResponseStarted 101']);
  connection.socket.write('hello');
  await connection.until(/welcomehello$/);
  connection.socket.end();
  await connection.ended();
  await expect.poll(open).toBe(0);
  await expect.poll(() => stages.at(-1)).toBe('ResponseComplete 101');
});

test('a refused upgrade reaches the client', async () => {
  const { url, open } = await started(answering('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno'));
  const connection = await ask(url, `GET ${POD}:80/proxy/x`, 'Connection: Upgrade\r\nUpgrade: echo\r\n');
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[^]*\r\n\r\nno$/);
  await expect.poll(open).toBe(0);
});

test('a response is audited when it starts and when its body ends', async () => {
  let finish = (): void => undefined;
  const { url, stages, open } = await started(async (connection) => {
    await headOf(connection);
    await connection.send(bytes('HTTP/1.1 200 OK\r\n\r\nfirst'));
    await new Promise<void>((resolve) => (finish = resolve));
    connection.end();
  });
  const connection = await ask(url);
  await connection.until(/first/);
  expect(stages).toEqual(['RequestReceived', 'ResponseStarted 200']);
  finish();
  await connection.until(/\r\n0\r\n\r\n$/);
  await expect.poll(() => stages.at(-1)).toBe('ResponseComplete 200');
  connection.socket.destroy();
  await expect.poll(open).toBe(0);
});

test('a server that stops closes what it proxies', async () => {
  const { url, open, stop } = await started(async (connection) => {
    await headOf(connection);
    await connection.send(bytes('HTTP/1.1 200 OK\r\n\r\nfirst'));
    await connection.closed;
  });
  const connection = await ask(url);
  await connection.until(/first/);
  await stop();
  await connection.ended();
  await expect.poll(open).toBe(0);
});
