import { expect, test } from 'vitest';
import { startListening } from '../test-support/listening-server.ts';
import { rawConnection } from '../test-support/raw-http.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const MAX_BODY = 3 * 1024 * 1024;
const VERSION = 'GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n';
const SMALL = JSON.stringify({ metadata: { name: 'small' } });

const post = (headers: string, path = CONFIG_MAPS): string =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n`;
const withLength = (body: string, path?: string): string => post(`Content-Length: ${body.length}\r\n`, path) + body;
const chunked = (...chunks: string[]): string =>
  post('Transfer-Encoding: chunked\r\n') +
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
const TOO_LARGE =
  /^HTTP\/1\.1 413 [^]*Request entity too large: limit is 3145728","reason":"RequestEntityTooLarge","code":413\}/;

test.each([
  ['with its length', withLength(' '.repeat(MAX_BODY + 1))],
  ['in one chunk', chunked(' '.repeat(MAX_BODY + 1))],
  ['in many chunks', chunked(...Array.from({ length: 4 }, () => ' '.repeat(800_000)))],
])('refuses a body over the limit %s with 413, and keeps its connection', async (_, request) => {
  const { url, api } = await startListening();
  const before = api.revision();
  const connection = await rawConnection(url, request + VERSION);
  expect(await connection.until(/"major"/)).toMatch(TOO_LARGE);
  expect(connection.text()).not.toMatch(/connection: close/i);
  expect(api.revision()).toBe(before);
});

test.each([
  ['a body far over the limit', withLength(' '.repeat(MAX_BODY + 1_000_000)), TOO_LARGE],
  ['a large body that is not read', withLength(' '.repeat(300_000), '/nope'), /^HTTP\/1\.1 404 /],
  ['a length that is a lie', `${post('Content-Length: 4000000\r\n', '/nope')}{`, /^HTTP\/1\.1 404 /],
])('%s ends its connection after the response', async (_, request, answer) => {
  const { url } = await startListening();
  const connection = await rawConnection(url, request);
  const text = await connection.ended();
  expect(text).toMatch(answer);
  expect(text).toMatch(/\r\nconnection: close\r\n/i);
});

test('discards a small body that is not read', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url, withLength(' '.repeat(200_000), '/nope') + VERSION);
  expect(await connection.until(/"major"/)).toMatch(/^HTTP\/1\.1 404 [^]*HTTP\/1\.1 200 /);
});

test.each([
  ['no chunk', 'zz\r\n{}\r\n0\r\n\r\n', 'invalid byte in chunk length'],
  ['a chunk that does not end', `2\r\n${SMALL}\r\n0\r\n\r\n`, 'malformed chunked encoding'],
])('responds to %s in a body with 500, and writes nothing', async (_, body, message) => {
  const { url, api } = await startListening();
  const before = api.revision();
  const connection = await rawConnection(url, post('Transfer-Encoding: chunked\r\n') + body);
  const text = await connection.ended();
  expect(text).toMatch(/^HTTP\/1\.1 500 /);
  expect(text).toContain(`"status":"Failure","message":"${message}","code":500}`);
  expect(api.revision()).toBe(before);
});

test.each([
  ['with its length', `${post('Content-Length: 200\r\n')}${SMALL}`],
  ['in chunks', `${post('Transfer-Encoding: chunked\r\n')}${SMALL.length.toString(16)}\r\n${SMALL}\r\n`],
])('does not write a body %s that ends early', async (_, request) => {
  const { url, api } = await startListening();
  const before = api.revision();
  const connection = await rawConnection(url, request);
  connection.socket.end();
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 500 [^]*unexpected EOF/);
  expect(api.revision()).toBe(before);
});

test('forgets a client that disconnects in the middle of a body', async () => {
  const { url, api } = await startListening();
  const before = api.revision();
  const connection = await rawConnection(url, `${post('Content-Length: 200\r\n')}${SMALL}`);
  connection.socket.destroy();
  const next = await rawConnection(url, VERSION);
  expect(await next.until(/"major"/)).toMatch(/^HTTP\/1\.1 200 /);
  expect(api.revision()).toBe(before);
});

test('reads a body that arrives byte by byte', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url);
  for (const byte of chunked(SMALL)) connection.socket.write(byte);
  expect(await connection.until(/"small"/)).toMatch(/^HTTP\/1\.1 201 /);
});

test('responds to a body that does not arrive in time with 504', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url, `${post('Content-Length: 200\r\n', `${CONFIG_MAPS}?timeout=100ms`)}{`);
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 504 [^]*did not complete within the allotted timeout/);
});
