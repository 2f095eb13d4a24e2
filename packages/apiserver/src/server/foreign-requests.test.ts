import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { afterEach, describe, expect, test } from 'vitest';
import { startListening, startSecure, TOKEN } from '../test-support/listening-server.ts';
import { rawConnection } from '../test-support/raw-http.ts';

const SECRETS = '/api/v1/secrets';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const sessions: ClientHttp2Session[] = [];
afterEach(() => sessions.splice(0).forEach((session) => session.destroy()));

/** Sends the head of a request verbatim, and reads status and body. */
async function ask(
  url: string,
  requestLine: string,
  headers: readonly string[],
  body = '',
): Promise<{ status: number; body: string }> {
  const lines = [
    requestLine,
    ...headers,
    'Connection: close',
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
  ];
  const connection = await rawConnection(url, `${lines.join('\r\n')}\r\n\r\n${body}`);
  const answer = await connection.ended();
  return { status: Number(answer.split(' ', 2)[1]), body: answer.slice(answer.indexOf('\r\n\r\n') + 4) };
}

/** Sends a request over HTTP/2, and reads its status. */
function askHttp2(url: string, ca: string | undefined, headers: Record<string, string>): Promise<number | undefined> {
  const session = connectHttp2(url, { ca });
  sessions.push(session);
  return new Promise((resolve, reject) => {
    const stream = session.request({ authorization: `Bearer ${TOKEN}`, ':path': SECRETS, ...headers });
    stream.on('response', (head) => resolve(head[':status']));
    stream.on('error', reject);
    stream.resume();
  });
}

describe('the name that a request is sent to', () => {
  test.each([
    'localhost',
    'LOCALHOST:80',
    'localhost:1',
    '127.0.0.1',
    '127.255.0.9:443',
    '[::1]',
    '[0:0:0:0:0:0:0:1]:8080',
  ])('%s is served', async (host) => {
    const { url } = await startListening();
    expect(await ask(url, `GET ${SECRETS} HTTP/1.1`, [`Host: ${host}`])).toMatchObject({ status: 200 });
  });

  test.each([
    'evil.example',
    'evil.example:8001',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:127.0.0.1',
    'evil.example#@localhost',
    'user@localhost',
    'localhost:80:evil.example',
    '0.0.0.0',
    '128.0.0.1',
    '[::2]',
    '[::1].evil.example',
    '[::1',
    '::1',
    '',
  ])('%j is refused on every path', async (host) => {
    const { url } = await startListening();
    for (const path of [SECRETS, '/healthz', '/version', '/nope', '/api/%zz', '/openapi/v2']) {
      const { status, body } = await ask(url, `GET ${path} HTTP/1.1`, [`Host: ${host}`]);
      expect([path, status, body]).not.toContain(200);
      expect(body).not.toContain('SecretList');
    }
  });

  test('is explained in the response, which is a Status', async () => {
    const { url } = await startListening();
    const { status, body } = await ask(url, `GET ${SECRETS} HTTP/1.1`, ['Host: evil.example:8001']);
    expect([status, JSON.parse(body)]).toEqual([
      403,
      {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message:
          'the request is for the host "evil.example:8001": a development server answers for loopback names and the address that it listens on; ' +
          'other names are added with --allowed-host (allowedHosts of listen)',
        reason: 'Forbidden',
        code: 403,
      },
    ]);
  });

  test('is that of an absolute URL, which takes precedence over the header', async () => {
    const { url } = await startListening();
    const sent = (target: string, host: string): Promise<{ status: number }> =>
      ask(url, `GET http://${target}${SECRETS} HTTP/1.1`, [`Host: ${host}`]);
    expect(await sent('evil.example', 'localhost')).toMatchObject({ status: 403 });
    expect(await sent('localhost:1', 'evil.example')).toMatchObject({ status: 200 });
  });

  test('is :authority in HTTP/2, which takes precedence over the header', async () => {
    const { url, ca } = await startSecure();
    expect(await askHttp2(url, ca, {})).toBe(200);
    expect(await askHttp2(url, ca, { ':authority': 'localhost:1' })).toBe(200);
    expect(await askHttp2(url, ca, { ':authority': 'evil.example' })).toBe(403);
    expect(await askHttp2(url, ca, { ':authority': 'evil.example', host: 'localhost' })).toBe(403);
  });

  test('may be left out by clients of HTTP/1.0, which browsers are not', async () => {
    const { url } = await startListening();
    expect(await ask(url, `GET ${SECRETS} HTTP/1.0`, [])).toMatchObject({ status: 200 });
    expect(await ask(url, `GET ${SECRETS} HTTP/1.0`, ['Host: evil.example'])).toMatchObject({ status: 403 });
  });

  test('may be an allowed one, in upper or lower case and with any port', async () => {
    const { url } = await startListening({ allowedHosts: ['Kb.Example', '192.0.2.7', '2001:db8::7'] });
    const status = async (host: string): Promise<number> =>
      (await ask(url, `GET ${SECRETS} HTTP/1.1`, [`Host: ${host}`])).status;
    for (const host of ['kb.example', 'KB.example:8080', '192.0.2.7', '[2001:db8:0::7]:1'])
      expect([host, await status(host)]).toEqual([host, 200]);
    for (const host of ['a.kb.example', 'kb.example.org', '192.0.2.8'])
      expect([host, await status(host)]).toEqual([host, 403]);
  });

  test('is in the certificate if it is allowed', async () => {
    const { url, ca } = await startListening(
      { tls: true, allowedHosts: ['kb.example'] },
      { authentication: { tokens: { [TOKEN]: { name: 'ann' } } } },
    );
    expect(await askHttp2(url, ca, { ':authority': 'kb.example' })).toBe(200);
  });
});

describe('a page in a browser', () => {
  const body = JSON.stringify({ metadata: { name: 'planted' } });

  test.each([
    ['of another host', ['Origin: https://evil.example']],
    ['with an opaque origin', ['Origin: null']],
    ['with an empty origin', ['Origin: ']],
    ['of an extension', ['Origin: chrome-extension://abcdef']],
    ['with two origins', ['Origin: http://localhost', 'Origin: https://evil.example']],
    ['whose name begins like loopback', ['Origin: http://localhost.evil.example']],
    ['of another site', ['Sec-Fetch-Site: cross-site']],
    ['of another site, in capitals', ['Sec-Fetch-Site: Cross-Site']],
  ])('%s is refused, and creates nothing', async (_, headers) => {
    const { url, api } = await startListening();
    const before = api.revision();
    const answer = await ask(url, `POST ${CONFIG_MAPS} HTTP/1.1`, ['Host: localhost', ...headers], body);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ kind: 'Status', reason: 'Forbidden', code: 403 });
    expect(api.revision()).toBe(before);
    for (const path of ['/version', '/healthz', '/nope', SECRETS])
      expect(await ask(url, `GET ${path} HTTP/1.1`, ['Host: localhost', ...headers])).toMatchObject({ status: 403 });
    expect(await ask(url, `OPTIONS ${CONFIG_MAPS} HTTP/1.1`, ['Host: localhost', ...headers])).toMatchObject({
      status: 403,
    });
  });

  test.each([
    ['of loopback', ['Origin: http://localhost:5173']],
    ['of the server itself', ['Origin: https://127.0.0.1:8443', 'Sec-Fetch-Site: same-origin']],
    ['that the user opened', ['Sec-Fetch-Site: none']],
  ])('%s is served', async (_, headers) => {
    const { url } = await startListening();
    const answer = await ask(url, `POST ${CONFIG_MAPS} HTTP/1.1`, ['Host: localhost', ...headers], body);
    expect(answer.status).toBe(201);
  });
});

test('does not restrict clients in the same process', async () => {
  const { api } = await startListening();
  const headers = { host: 'anything.example', origin: 'https://anything.example' };
  expect(await api.transport.send({ method: 'GET', path: SECRETS, headers })).toMatchObject({ status: 200 });
});
