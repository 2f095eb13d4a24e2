import { once } from 'node:events';
import type { ContainerHost, ProcessStreams } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startListening } from '../../test-support/listening-server.ts';
import { rawConnection } from '../../test-support/raw-http.ts';
import { runningPod, type TestContainers, testContainers } from '../../test-support/test-containers.ts';

const PODS = '/api/v1/namespaces/default/pods';
const V5 = 'v5.channel.k8s.io';
const V4 = 'v4.channel.k8s.io';
const ALL = 'stdin=1&stdout=1&stderr=1';

type Exec = ContainerHost['exec'];

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
const bytes = (value: string): Uint8Array => Buffer.from(value);

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let all = '';
  for await (const piece of stream) all += text(piece);
  return all;
}

/** Prints its arguments, its input as errors, and exits with 3. */
const echo: Exec = async (_, command, { stdin, stdout, stderr }) => {
  await stdout(bytes(command.join(' ')));
  await stderr(bytes(await textOf(stdin)));
  return 3;
};

async function started(exec: Exec = echo): Promise<{ readonly url: string; readonly containers: TestContainers }> {
  const containers = testContainers({ exec, attach: async (_, streams) => void (await exec(_, [], streams)) });
  const { url } = await startListening({}, { containers });
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect([answer.ok, await answer.text()]).toEqual([true, expect.anything()]);
  };
  await send('POST', '/api/v1/nodes', { metadata: { name: 'n' } });
  await send('POST', PODS, runningPod('p'));
  await send('PUT', `${PODS}/p/status`, runningPod('p'));
  await send('POST', PODS, runningPod('waiting'));
  return { url, containers };
}

/** A client of a process: what arrived, by channel. */
interface Client {
  readonly socket: WebSocket;
  readonly channels: string[];
  readonly ended: Promise<number>;
  readonly send: (channel: number, data: string) => void;
}

async function connect(url: string, path: string, protocols: string | string[] = V5, base64 = false): Promise<Client> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${PODS}/${path}`, protocols);
  const channels = ['', '', '', '', ''];
  socket.on('message', (data: Buffer, isBinary) => {
    expect(isBinary).toBe(!base64);
    const channel = base64 ? (data[0] ?? 0) - 48 : (data[0] ?? 0);
    const rest = data.subarray(1);
    channels[channel] += base64 ? Buffer.from(rest.toString(), 'base64').toString() : rest.toString();
  });
  const ended = once(socket, 'close').then(([code]) => Number(code));
  await once(socket, 'open');
  return {
    socket,
    channels,
    ended,
    send: (channel, data) =>
      socket.send(
        base64
          ? `${channel}${Buffer.from(data).toString('base64')}`
          : Buffer.concat([Buffer.from([channel]), Buffer.from(data)]),
      ),
  };
}

const endInput = ({ socket }: Client): void => socket.send(Buffer.from([255, 0]));

test('runs a command with input, output and an exit code (version 5)', async () => {
  const { url, containers } = await started();
  const client = await connect(url, `p/exec?command=ls&command=-l&${ALL}`);
  expect(client.socket.protocol).toBe(V5);
  client.send(0, 'in');
  client.send(0, 'put');
  endInput(client);
  expect(await client.ended).toBe(1000);
  expect(client.channels.slice(1, 3)).toEqual(['ls -l', 'input']);
  expect(JSON.parse(client.channels[3] ?? '')).toEqual({
    metadata: {},
    status: 'Failure',
    message: 'command terminated with non-zero exit code: command terminated with exit code 3',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '3' }] },
  });
  expect(containers.calls).toEqual(['exec p c ls -l']);
  expect(containers.open()).toBe(0);
});

test.each([
  [V5, '{"metadata":{},"status":"Success"}'],
  [V4, '{"status":"Success"}'],
  ['channel.k8s.io', ''],
  [[], ''],
])('reports a success to clients of %j', async (protocols, status) => {
  const { url } = await started(() => Promise.resolve(0));
  const client = await connect(url, 'p/exec?command=true&stdout=1', protocols);
  await client.ended;
  expect(client.channels[3]).toBe(status);
});

test.each([
  [V4, 'command terminated with non-zero exit code: error executing command [sh -c x], exit code 3'],
  [
    'v4.base64.channel.k8s.io',
    'command terminated with non-zero exit code: error executing command [sh -c x], exit code 3',
  ],
])('reports an exit code to clients of %s', async (protocol, message) => {
  const { url } = await started(() => Promise.resolve(3));
  const client = await connect(url, 'p/exec?command=sh&command=-c&command=x&stdout=1', protocol, protocol !== V4);
  await client.ended;
  expect(JSON.parse(client.channels[3] ?? '')).toMatchObject({ message, reason: 'NonZeroExitCode' });
});

test('speaks base64, in both directions', async () => {
  const { url } = await started(async (_, __, { stdin, stdout }) => {
    for await (const piece of stdin) {
      await stdout(piece);
      return 0;
    }
    return 1;
  });
  const client = await connect(url, `p/exec?command=x&${ALL}`, 'base64.channel.k8s.io', true);
  client.socket.send('0!not base64!');
  client.send(0, 'häï');
  await client.ended;
  expect(client.channels[1]).toBe('häï');
});

test('reports a command that cannot be started', async () => {
  const { url } = await started(() => Promise.reject(new Error('no such program')));
  const five = await connect(url, 'p/exec?command=x&stdout=1', [V5, V4]);
  await five.ended;
  expect(JSON.parse(five.channels[3] ?? '')).toMatchObject({
    message: 'Internal error occurred: error executing command in container: no such program',
    reason: 'InternalError',
    code: 500,
  });
  const four = await connect(url, 'p/exec?command=x&stdout=1', V4);
  await four.ended;
  expect(JSON.parse(four.channels[3] ?? '')).toMatchObject({
    message: 'Internal error occurred: error executing command in container: no such program',
  });
});

test('passes on the sizes of the terminal, which has one output', async () => {
  const { url } = await started(async (_, __, { sizes, stderr, tty }) => {
    const seen: string[] = [];
    for await (const { width, height } of sizes) if (seen.push(`${width}x${height}`) === 2) break;
    await stderr(bytes(`${tty} ${seen.join(' ')}`));
    return 0;
  });
  const client = await connect(url, `p/exec?command=top&tty=1&${ALL}`);
  client.send(4, '{"Width":80,"Height":24}\n{"Wid');
  client.send(4, 'th":100,"Height":30}');
  await client.ended;
  expect(client.channels[1]).toBe('true 80x24 100x30');
});

test('attaches to the process of a container', async () => {
  const { url, containers } = await started();
  const client = await connect(url, `p/attach?${ALL}`);
  client.send(0, 'hello');
  endInput(client);
  await client.ended;
  expect(client.channels[2]).toBe('hello');
  expect(client.channels[3]).toBe('{"metadata":{},"status":"Success"}');
  expect(containers.calls).toEqual(['attach p c']);
});

/** Runs until the client is gone. */
const waits: Exec = (_, __, { signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(0), { once: true }));

test.each([
  ['closes', (client: Client) => client.socket.close()],
  ['disconnects', (client: Client) => client.socket.terminate()],
  ['sends a wrong close', (client: Client) => client.socket.send(Buffer.from([255, 9]))],
])('ends a process whose client %s', async (_, leave) => {
  const { url, containers } = await started(waits);
  const client = await connect(url, `p/exec?command=x&${ALL}`);
  await expect.poll(containers.open).toBe(1);
  leave(client);
  await expect.poll(containers.open).toBe(0);
  await client.ended;
});

test('ends a process when its Pod is deleted', async () => {
  const { url, containers } = await started(waits);
  const client = await connect(url, `p/exec?command=x&${ALL}`);
  await expect.poll(containers.open).toBe(1);
  await fetch(`${url}${PODS}/p?gracePeriodSeconds=0`, { method: 'DELETE' });
  await client.ended;
  expect(containers.open()).toBe(0);
});

test('ignores unknown channels, empty messages, and input that the client did not announce', async () => {
  const { url } = await started(async (_, __, { stdin, stdout }: ProcessStreams) => {
    await stdout(bytes(`[${await textOf(stdin)}]`));
    return 0;
  });
  const client = await connect(url, 'p/exec?command=x&stdout=1');
  client.send(0, 'not announced');
  client.send(77, 'unknown');
  client.socket.send(Buffer.alloc(0));
  await client.ended;
  expect(client.channels[1]).toBe('[]');
});

test('refuses messages that are too large', async () => {
  const { url, containers } = await started(waits);
  const client = await connect(url, `p/exec?command=x&${ALL}`);
  client.socket.on('error', () => undefined);
  client.socket.send(Buffer.alloc(5 * 1024 * 1024));
  expect(await client.ended).toBe(1009);
  expect(containers.open()).toBe(0);
});

test('sends no faster than the client reads, and stops when it goes', async () => {
  let sent = 0;
  const { url, containers } = await started(async (_, __, { stdout, signal }) => {
    while (!signal.aborted) {
      await stdout(new Uint8Array(64 * 1024));
      sent += 1;
    }
    return 0;
  });
  const client = await connect(url, 'p/exec?command=yes&stdout=1');
  client.socket.pause();
  let before = -1;
  // The buffers of the system fill up.
  await expect.poll(() => sent - before === 0 || ((before = sent), false), { interval: 100 }).toBe(true);
  expect(sent).toBeLessThan(1000);
  client.socket.terminate();
  await expect.poll(containers.open).toBe(0);
});

const UPGRADE = 'Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

test.each([
  [
    'another subprotocol',
    `p/exec?command=x&stdout=1`,
    `${UPGRADE}${KEY}Sec-WebSocket-Protocol: v9.channel.k8s.io\r\n`,
    /^HTTP\/1\.1 403 /,
  ],
  ['no key', 'p/exec?command=x&stdout=1', UPGRADE, /^HTTP\/1\.1 400 [^]*mismatch challenge/],
  [
    'no stream',
    'p/exec?command=x',
    `${UPGRADE}${KEY}`,
    /^HTTP\/1\.1 400 [^]*you must specify at least 1 of stdin, stdout, stderr/,
  ],
  [
    'a container that does not run',
    'waiting/exec?command=x&stdout=1',
    `${UPGRADE}${KEY}`,
    /^HTTP\/1\.1 500 [^]*container not found \("c"\)/,
  ],
  [
    'no upgrade',
    'p/exec?command=x&stdout=1',
    'Host: localhost\r\nConnection: close\r\n',
    /^HTTP\/1\.1 400 [^]*Upgrade request required/,
  ],
])('refuses %s', async (_, path, headers, answer) => {
  const { url, containers } = await started();
  const connection = await rawConnection(url, `GET ${PODS}/${path} HTTP/1.1\r\n${headers}\r\n`);
  expect(await connection.ended()).toMatch(answer);
  expect(containers.calls).toEqual([]);
});

test('reports to clients of version 5, after the connection is open, that a container does not run', async () => {
  const { url } = await started();
  const client = await connect(url, 'waiting/exec?command=x&stdout=1');
  await client.ended;
  expect(JSON.parse(client.channels[3] ?? '').message).toBe(
    'Internal error occurred: unable to upgrade connection: container not found ("c")',
  );
});

test('works within the process too', async () => {
  const containers = testContainers({ exec: echo });
  const { api, url } = await startListening({}, { containers });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${url}/api/v1/nodes`, { method: 'POST', headers, body: JSON.stringify({ metadata: { name: 'n' } }) });
  await fetch(`${url}${PODS}`, { method: 'POST', headers, body: JSON.stringify(runningPod('p')) });
  await fetch(`${url}${PODS}/p/status`, { method: 'PUT', headers, body: JSON.stringify(runningPod('p')) });
  const client = new AbortController();
  const response = await api.transport.send(
    {
      method: 'GET',
      path: `${PODS}/p/exec?command=x&stdout=1`,
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-protocol': V5,
      },
    },
    client.signal,
  );
  expect(response.status).toBe(101);
  expect(response.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
  const { connection } = response;
  if (!connection) throw new Error('there is no connection');
  expect(await textOf(connection.received)).toContain('exit code 3');
  await connection.closed;
});
