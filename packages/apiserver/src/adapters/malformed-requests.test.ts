import { once } from 'node:events';
import { Duplex } from 'node:stream';
import type { HttpResponse } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { startListening } from '../test-support/listening-server.ts';
import { rawConnection } from '../test-support/raw-http.ts';
import { refuseMalformed } from './http1.ts';

const HOST = 'Host: localhost\r\n';

const refused = (statusLine: string): string =>
  `HTTP/1.1 ${statusLine}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n${statusLine}`;

// The responses of kube-apiserver 1.36.3, except where comments say otherwise.
test.each([
  ['no HTTP', '\u0001\u0002\r\n\r\n', '400 Bad Request'],
  ['no host', 'GET /version HTTP/1.1\r\n\r\n', '400 Bad Request: missing required Host header'],
  ['two hosts', `GET /version HTTP/1.1\r\n${HOST}${HOST}\r\n`, '400 Bad Request'],
  ['two hosts in HTTP/1.0', `GET /version HTTP/1.0\r\n${HOST}${HOST}\r\n`, '400 Bad Request'],
  ['a host with a blank', 'GET /version HTTP/1.1\r\nHost: a b\r\n\r\n', '400 Bad Request: malformed Host header'],
  [
    'a host with a slash',
    'GET /version HTTP/1.1\r\nHost: localhost/x\r\n\r\n',
    '400 Bad Request: malformed Host header',
  ],
  ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: a\r\n\r\n`, '400 Bad Request: invalid header name'],
  ['a header name with a blank', `GET / HTTP/1.1\r\n${HOST}f oo: a\r\n\r\n`, '400 Bad Request: invalid header name'],
  ['a control character', `GET / HTTP/1.1\r\n${HOST}a: b\u0001c\r\n\r\n`, '400 Bad Request'],
  ['a blank in the path', `GET /a b HTTP/1.1\r\n${HOST}\r\n`, '400 Bad Request'],
  ['a path without a slash', `GET version HTTP/1.1\r\n${HOST}\r\n`, '400 Bad Request'],
  ['an invalid method', `F(O / HTTP/1.1\r\n${HOST}\r\n`, '400 Bad Request'],
  ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, '400 Bad Request'],
  ['a negative length', `POST / HTTP/1.1\r\n${HOST}Content-Length: -2\r\n\r\n{}`, '400 Bad Request'],
  // net/http accepts 1.2, and refuses 2.0 differently from Node.
  ['another version', `GET / HTTP/1.2\r\n${HOST}\r\n`, '505 HTTP Version Not Supported: unsupported protocol version'],
  [
    'a URL over the limit',
    `GET /version?${'x'.repeat(1_056_000)} HTTP/1.1\r\n${HOST}\r\n`,
    '431 Request Header Fields Too Large',
  ],
  [
    'headers over the limit',
    `GET / HTTP/1.1\r\n${HOST}a: ${'x'.repeat(1_056_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
])('%s', async (_, request, statusLine) => {
  const { url } = await startListening();
  const connection = await rawConnection(url, request);
  expect(await connection.ended()).toBe(refused(statusLine));
});

// kube-apiserver responds to all of these with 501.
test.each([
  'gzip',
  'gzip, chunked',
  'identity',
  'foo',
  'xchunked',
  '"chunked"',
  'chunked, identity',
  'gzip\r\nTransfer-Encoding: chunked',
])('refuses a body with the transfer coding %j, and reads nothing after it', async (coding) => {
  const { url, api } = await startListening();
  const before = api.revision();
  const path = '/api/v1/namespaces/default/configmaps';
  const body = '{"metadata":{"name":"a"}}';
  const head = `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
  const smuggled = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  const request = `${head}Transfer-Encoding: ${coding}\r\n\r\n19\r\n${body}\r\n0\r\n\r\n${smuggled}`;
  const connection = await rawConnection(url, request);
  expect(await connection.ended()).toMatch(
    /^HTTP\/1\.1 400 Bad Request[^]*Connection: close\r\n\r\n400 Bad Request[^]*$/,
  );
  expect(connection.text().match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(api.revision()).toBe(before);
});

test('also refuses an unknown transfer coding of a request without a body', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url, `GET /version HTTP/1.1\r\n${HOST}Transfer-Encoding: gzip\r\n\r\n`);
  expect(await connection.ended()).toBe(refused('400 Bad Request: unsupported transfer encoding'));
});

// kube-apiserver responds with 500 above 4 kB; Node's parser above 16 kB.
test('refuses a chunk with an extension that is too long', async () => {
  const { url, api } = await startListening();
  const before = api.revision();
  const head = `POST /api/v1/namespaces/default/configmaps HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = (extension: string): string => `19${extension}\r\n{"metadata":{"name":"a"}}\r\n0\r\n\r\n`;
  const long = await rawConnection(url, head + chunk(`;a=${'x'.repeat(20_000)}`));
  expect(await long.ended()).toMatch(
    /^HTTP\/1\.1 400 Bad Request[^]*"message":"header line too long","reason":"BadRequest","code":400}\n$/,
  );
  expect(api.revision()).toBe(before);
  const short = await rawConnection(url, head + chunk(`;a=${'x'.repeat(2000)}`));
  expect(await short.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 201 /);
});

test.each([
  ['a URL of a megabyte', `GET /version?${'x'.repeat(1_048_000)} HTTP/1.1\r\n${HOST}\r\n`, 200, /"major": "1"/],
  [
    '20000 headers',
    `GET /version HTTP/1.1\r\n${HOST}${Array.from({ length: 20_000 }, (_, i) => `X-${i}: a\r\n`).join('')}\r\n`,
    200,
    /"major"/,
  ],
  ['a whole URL', `GET http://localhost:1/version HTTP/1.1\r\n${HOST}\r\n`, 200, /"major"/],
  ['a whole URL without a path', `GET http://localhost HTTP/1.1\r\n${HOST}\r\n`, 404, /404 page not found/],
  ['a byte that is not UTF-8', `GET /api/v1/namespaces/%ff HTTP/1.1\r\n${HOST}\r\n`, 404, /namespaces .* not found/],
  ['such a byte in a path of nothing', `GET /nope%ff HTTP/1.1\r\n${HOST}\r\n`, 404, /404 page not found/],
  [
    'such a byte in a namespace',
    `GET /api/v1/namespaces/%ff/configmaps HTTP/1.1\r\n${HOST}\r\n`,
    200,
    /"kind":"ConfigMapList"[^]*"items":\[\]/,
  ],
  ['an invalid escape', `GET /api/%zz HTTP/1.1\r\n${HOST}\r\n`, 400, /400 Bad Request$/],
  ['an invented method', `FOO /api/v1/pods HTTP/1.1\r\n${HOST}\r\n`, 405, /does not allow this method/],
  ['an invented method to nothing', `foo /nope HTTP/1.1\r\n${HOST}\r\n`, 404, /404 page not found/],
  [
    'UTF-8 in the path',
    Buffer.from(`GET /api/v1/namespaces/ä HTTP/1.1\r\n${HOST}\r\n`),
    404,
    /namespaces \\"\u00c3\u00a4\\" not found/,
  ],
  ['every method', `TRACE /version HTTP/1.1\r\n${HOST}\r\n`, 405, /does not allow this method/],
  ['CONNECT', `CONNECT a:1 HTTP/1.1\r\n${HOST}\r\n`, 404, /404/],
  [
    'an expectation',
    `POST /nope HTTP/1.1\r\n${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    100,
    /404 page not found/,
  ],
  ['an asterisk', `GET * HTTP/1.1\r\n${HOST}\r\n`, 404, /404 page not found/],
  ['bytes that are not text', `GET /version HTTP/1.1\r\n${HOST}a: \u00ff\r\n\r\n`, 200, /"major"/],
])('responds to %s', async (_, request, status, text) => {
  const { url } = await startListening();
  const connection = await rawConnection(url, request);
  expect(await connection.until(text)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('responds to the requests before bytes that are not HTTP', async () => {
  const { url } = await startListening();
  const connection = await rawConnection(url, `GET /version HTTP/1.1\r\n${HOST}\r\n\u0001\r\n\r\n`);
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 200 OK[^]*HTTP\/1\.1 400 Bad Request/);
});

test('responds once to a request that only the parser refuses, whatever comes after it', async () => {
  const response = Promise.withResolvers<HttpResponse>();
  const transport = { host: 'localhost', send: () => response.promise, close: () => Promise.resolve() };
  let written = '';
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      written += chunk.toString();
      done();
    },
  });
  const comes = (text: string): void => {
    const error = { code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from(text) };
    refuseMalformed(transport, Object.assign(new Error('Parse Error'), error), socket);
  };
  comes(`FOO /version HTTP/1.1\r\n${HOST}\r\n`);
  comes('more');
  comes(`FOO /nope HTTP/1.1\r\n${HOST}\r\n`);
  response.resolve({ status: 405, headers: {}, body: new TextEncoder().encode('not allowed') });
  await once(socket, 'finish');
  expect(written).toBe('HTTP/1.1 405 \r\nContent-Length: 11\r\nConnection: close\r\n\r\nnot allowed');
});
