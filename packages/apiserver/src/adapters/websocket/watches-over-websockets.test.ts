import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startListening, startSecure, TOKEN } from '../../test-support/listening-server.ts';
import { rawConnection } from '../../test-support/raw-http.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const WATCH = `${CONFIG_MAPS}?watch=1`;
const ORIGIN = 'Origin: http://localhost\r\n';
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
const KEY = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** A watch over a WebSocket. */
interface Watching {
  readonly socket: WebSocket;
  readonly messages: { readonly text: string; readonly binary: boolean }[];
  /** The number of messages so far. */
  readonly count: () => number;
}

async function watch(
  url: string,
  {
    path = WATCH,
    protocols = [],
    ...options
  }: { path?: string; protocols?: string[]; ca?: string; headers?: Record<string, string> } = {},
): Promise<Watching> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols, {
    origin: 'http://localhost',
    ...options,
  });
  const messages: Watching['messages'] = [];
  socket.on('message', (data: Buffer, binary) => messages.push({ text: data.toString('latin1'), binary }));
  await once(socket, 'open');
  return { socket, messages, count: () => messages.length };
}

/** Creates an object in a namespace. */
async function post(url: string, path: string, object: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(object) });
  expect([answer.status, await answer.text()]).toEqual([201, expect.anything()]);
}

function create(url: string, name: string): Promise<void> {
  return post(url, CONFIG_MAPS, { metadata: { name } });
}

function ask(url: string, headers: string, path = WATCH): Promise<string> {
  return rawConnection(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`).then((connection) =>
    connection.ended(),
  );
}

test('sends each event as a text message, existing objects first', async () => {
  const { url } = await startListening();
  for (const name of ['a', 'b', 'c']) await create(url, name);
  const { messages, count, socket } = await watch(url);
  await expect.poll(count).toBe(3);
  await create(url, 'd');
  await expect.poll(count).toBe(4);
  const told = messages.map(({ text }) => {
    const { type, object } = JSON.parse(text);
    return `${type} ${object.metadata.name}`;
  });
  expect(told).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']);
  expect(messages.every(({ text, binary }) => text.endsWith('}\n') && !binary)).toBe(true);
  socket.close();
});

test('sends protobuf as binary messages without a length prefix', async () => {
  const { url } = await startListening();
  await create(url, 'a');
  const { messages, count, socket } = await watch(url, {
    headers: { accept: 'application/vnd.kubernetes.protobuf;stream=watch' },
  });
  await expect.poll(count).toBe(1);
  expect(messages[0]).toMatchObject({ binary: true, text: expect.stringContaining('ADDED') });
  socket.close();
});

test('does the same over TLS, and on the old paths of watches', async () => {
  const { url, ca = '' } = await startSecure();
  const { count, socket } = await watch(url, {
    path: '/api/v1/watch/namespaces/default/services',
    ca,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  await expect.poll(count).toBe(1);
  socket.close();
});

test('closes at the timeout of the watch', async () => {
  const { url } = await startListening();
  const { socket } = await watch(url, { path: `${WATCH}&timeoutSeconds=1` });
  const [code] = await once(socket, 'close');
  expect(code).toBe(1000);
});

test('responds to pings, ignores messages of the client, and ends when the client closes', async () => {
  const { url } = await startListening();
  const { socket, count } = await watch(url);
  socket.send('anything');
  socket.ping('hi');
  const [data] = (await once(socket, 'pong')) as [Buffer];
  expect(data.toString()).toBe('hi');
  await create(url, 'a');
  await expect.poll(count).toBe(1);
  socket.close(1000);
  const [code] = await once(socket, 'close');
  expect(code).toBe(1000);
});

test('ends with the server', async () => {
  const { url, api } = await startListening();
  const { socket } = await watch(url);
  const closed = once(socket, 'close');
  await api.stop();
  await closed;
  expect(socket.readyState).toBe(WebSocket.CLOSED);
});

// As kube-apiserver 1.36.3, whose 403, and 400 for several protocols, have no body.
test.each([
  [
    'no key',
    `${UPGRADE}${ORIGIN}Sec-WebSocket-Version: 13\r\n`,
    /^HTTP\/1\.1 400 [^]*\r\n\r\nmismatch challenge\/response$/,
  ],
  [
    'another version',
    `${UPGRADE}${ORIGIN}${KEY.replace('13', '8')}`,
    /^HTTP\/1\.1 400 [^]*Sec-WebSocket-Version: 13\r\n[^]*missing or bad WebSocket Version$/,
  ],
  ['no origin', `${UPGRADE}${KEY}`, /^HTTP\/1\.1 403 /],
  ['several protocols', `${UPGRADE}${ORIGIN}${KEY}Sec-WebSocket-Protocol: a, b\r\n`, /^HTTP\/1\.1 400 /],
])('%s: opens no WebSocket', async (_, headers, answer) => {
  const { url } = await startListening();
  expect(await ask(url, headers)).toMatch(answer);
});

test('refuses a foreign origin, as for all requests', async () => {
  const { url } = await startListening();
  expect(await ask(url, `${UPGRADE}${KEY}Origin: https://evil.example\r\n`)).toMatch(
    /^HTTP\/1\.1 403 [^]*"kind":"Status"/,
  );
});

test.each(['', 'binary.k8s.io', 'base64.binary.k8s.io', 'anything'])(
  'accepts the protocol %j, which makes no difference',
  async (protocol) => {
    const { url } = await startListening();
    await create(url, 'a');
    const head = `GET ${WATCH} HTTP/1.1\r\nHost: localhost\r\n${ORIGIN}${UPGRADE}${KEY}Sec-WebSocket-Protocol: ${protocol}\r\n\r\n`;
    const connection = await rawConnection(url, head);
    const text = await connection.until(/}\n$/);
    expect(text).toMatch(/^HTTP\/1\.1 101 [^]*Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n/);
    const answered = /Sec-WebSocket-Protocol: (.*)\r\n/.exec(text)?.[1];
    expect(answered).toBe(protocol === '' ? undefined : protocol);
    expect(text).toMatch(/\r\n\r\n\x81[^]*{"type":"ADDED"/);
    connection.socket.destroy();
  },
);

test.each([
  ['a wrong selector of a watch', `${WATCH}&fieldSelector=a.b=c`, 400, /a\.b\\" is not a known field selector/],
  ['a list', CONFIG_MAPS, 200, /"kind":"ConfigMapList"/],
  ['what is not there', '/nope', 404, /404 page not found/],
])('responds to %s over HTTP', async (_, path, status, body) => {
  const { url } = await startListening();
  const answer = await ask(url, `${ORIGIN}${UPGRADE}${KEY}`, path);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(body);
});

test('ignores other upgrades, as kube-apiserver does', async () => {
  const { url } = await startListening();
  for (const upgrade of ['SPDY/3.1', 'h2c', 'websocket2']) {
    const headers = `Connection: Upgrade\r\nUpgrade: ${upgrade}\r\nConnection: close\r\n`;
    expect(await ask(url, headers, '/version')).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test.each([
  ['GET', 'exec', `${UPGRADE}${ORIGIN}${KEY}Sec-WebSocket-Protocol: v5.channel.k8s.io\r\n`, 503],
  ['POST', 'exec', 'Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\nContent-Length: 0\r\n', 503],
  ['POST', 'portforward', 'Connection: Upgrade\r\nUpgrade: SPDY/3.1\r\nContent-Length: 0\r\n', 503],
  ['GET', 'log', '', 501],
])('responds immediately to %s of %s, for which no container runs', async (method, subresource, headers, status) => {
  const { url } = await startListening();
  const pod = { metadata: { name: 'p' }, spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] } };
  await post(url, '/api/v1/nodes', { metadata: { name: 'n' } });
  await post(url, '/api/v1/namespaces/default/pods', pod);
  const request = `${method} /api/v1/namespaces/default/pods/p/${subresource} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const connection = await rawConnection(url, request);
  expect(await connection.until(/"code":\d+}/)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*runs no containers`));
  connection.socket.destroy();
});

/** A token as a browser sends one. */
const asProtocol = (token: string): string =>
  `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`;

test("accepts a browser's token in the protocols, and responds with the other protocol", async () => {
  const { url, ca = '' } = await startSecure();
  const protocols = [asProtocol(TOKEN), 'base64.binary.k8s.io'];
  const { socket, count } = await watch(url, { path: '/api/v1/services?watch=1', ca, protocols });
  expect(socket.protocol).toBe('base64.binary.k8s.io');
  await expect.poll(count).toBe(1);
  socket.close();
});

test.each([
  ['a wrong token', [asProtocol('wrong'), 'other']],
  ['a token alone', [asProtocol(TOKEN)]],
  ['two tokens', [asProtocol(TOKEN), asProtocol('other'), 'other']],
  ['text that is not base64', [`${asProtocol(TOKEN)}!`, 'other']],
])('refuses %s in the protocols', async (_, protocols) => {
  const { url, ca = '' } = await startSecure();
  await expect(watch(url, { ca, protocols })).rejects.toThrow('Unexpected server response: 401');
});
