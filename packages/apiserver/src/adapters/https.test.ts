import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { startListening, startSecure, TOKEN } from '../test-support/listening-server.ts';
import { rawConnection } from '../test-support/raw-http.ts';

const bearer = { authorization: `Bearer ${TOKEN}` };
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const sessions: ClientHttp2Session[] = [];
afterEach(() => sessions.splice(0).forEach((session) => session.destroy()));

interface Http2Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function openSession(url: string, ca: string | undefined): ClientHttp2Session {
  const session = connectHttp2(url, { ca });
  session.on('error', () => undefined);
  sessions.push(session);
  return session;
}

function ask(
  session: ClientHttp2Session,
  headers: Record<string, string | string[]>,
  body?: string,
): Promise<Http2Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ...bearer, ...headers }, { endStream: body === undefined });
    let head: IncomingHttpHeaders & { ':status'?: number | undefined } = {};
    let text = '';
    stream.on('response', (received) => (head = received));
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => (text += chunk));
    stream.on('end', () => resolve({ status: head[':status'], headers: head, text }));
    stream.on('error', reject);
    if (body !== undefined) stream.end(body);
  });
}

test('reads names of impersonation as UTF-8, and each group separately, over HTTP/2', async () => {
  const { url, ca } = await startSecure();
  const session = openSession(url, ca);
  const as = (groups: string[]): Promise<Http2Answer> =>
    ask(session, {
      ':path': CONFIG_MAPS,
      'impersonate-user': Buffer.from('山田').toString('latin1'),
      'impersonate-group': groups,
    });
  const nobody = await as(['a', 'b']);
  expect([nobody.status, nobody.text]).toEqual([403, expect.stringContaining('User \\"山田\\" cannot list')]);
  expect((await as(['a', 'system:masters'])).status).toBe(200);
});

test('a certificate for the names and addresses of loopback, signed by its authority', async () => {
  const { url, ca } = await startSecure();
  const socket: TLSSocket = connectTls({
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    ca,
    servername: 'localhost',
  });
  await once(socket, 'secureConnect');
  const { subjectaltname = '', subject } = socket.getPeerCertificate();
  expect({ authorized: socket.authorized, subject: { ...subject }, protocol: socket.getProtocol() }).toEqual({
    authorized: true,
    subject: { CN: 'kube-apiserver' },
    protocol: 'TLSv1.3',
  });
  for (const name of [
    'DNS:localhost',
    'DNS:kubernetes.default.svc',
    'IP Address:127.0.0.1',
    'IP Address:0:0:0:0:0:0:0:1',
  ])
    expect(subjectaltname).toContain(name);
  socket.destroy();
});

test('speaks HTTP/1.1 with clients that do not support HTTP/2', async () => {
  const { url, ca } = await startSecure();
  const [status, text] = await new Promise<[number | undefined, string]>((resolve, reject) => {
    const request = httpsRequest(
      `${url}/api/v1/namespaces/default`,
      { ca, headers: bearer, agent: false },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => resolve([response.statusCode, body]));
      },
    );
    request.on('error', reject);
    request.end();
  });
  expect([status, JSON.parse(text)]).toMatchObject([200, { kind: 'Namespace' }]);
});

test('speaks HTTP/2: bodies, errors, warnings, many requests at once', async () => {
  const { url, ca } = await startSecure();
  const session = openSession(url, ca);
  const made = await ask(
    session,
    { ':method': 'POST', ':path': CONFIG_MAPS, 'content-type': 'application/json', 'audit-id': 'mine' },
    JSON.stringify({ metadata: { name: 'a' }, data: { a: '1' }, bogus: 1, wrong: 2 }),
  );
  expect([made.status, made.headers['audit-id'], made.headers.warning]).toEqual([
    201,
    'mine',
    '299 - "unknown field \\"bogus\\"", 299 - "unknown field \\"wrong\\""',
  ]);
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      ask(session, { ':path': `${CONFIG_MAPS}/${index % 2 === 0 ? 'a' : 'b'}` }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, index) => (index % 2 === 0 ? 200 : 404)));
  expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ metadata: { name: 'a' } });
});

test('ends watches over HTTP/2 with the stream, the connection and the server', async () => {
  const { url, ca, api } = await startSecure();
  const session = openSession(url, ca);
  const watch = session.request({ ...bearer, ':path': `${CONFIG_MAPS}?watch=1` });
  const frames: string[] = [];
  watch.on('data', (chunk: Buffer) => frames.push(chunk.toString()));
  await once(watch, 'response');
  await ask(session, { ':method': 'POST', ':path': CONFIG_MAPS }, JSON.stringify({ metadata: { name: 'seen' } }));
  await expect.poll(() => frames.join('')).toMatch(/"type":"ADDED"[^]*"seen"/);
  watch.close();
  const other = session.request({ ...bearer, ':path': `${CONFIG_MAPS}?watch=1` });
  await once(other, 'response');
  const ended = new Promise((resolve) => other.once('close', resolve));
  other.on('error', () => undefined);
  await api.stop();
  await ended;
  expect(session.destroyed || session.closed).toBe(true);
});

test('refuses bodies over the limit over HTTP/2, and keeps the connection', async () => {
  const { url, ca, api } = await startSecure();
  const session = openSession(url, ca);
  const before = api.revision();
  const large = await ask(session, { ':method': 'POST', ':path': CONFIG_MAPS }, ' '.repeat(6_000_000));
  expect(large.status).toBe(413);
  expect((await ask(session, { ':path': '/version' })).status).toBe(200);
  expect(api.revision()).toBe(before);
});

test.each([
  ['an unknown token', { authorization: 'Bearer wrong' }, 401, '"message":"Unauthorized","reason":"Unauthorized"'],
  ['a beginning of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }, 401, 'Unauthorized'],
  ['no token', { authorization: '' }, 403, 'User \\"system:anonymous\\" cannot get path \\"/apis\\"'],
])('refuses %s', async (_, headers, status, text) => {
  const { url, ca } = await startSecure();
  const answer = await ask(openSession(url, ca), { ...headers, ':path': '/apis' });
  expect(answer.status).toBe(status);
  expect(answer.text).toContain(text);
});

test('reports the missing s in https', async () => {
  const { url } = await startSecure();
  const connection = await rawConnection(url.replace('https', 'http'), 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await connection.ended()).toBe(
    'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n',
  );
});

test.each([
  ['neither authentication nor TLS', {}, {}, 'without authentication and TLS'],
  ['no authentication', { tls: true }, {}, 'without authentication:'],
  ['no TLS', {}, { authentication: { tokens: { [TOKEN]: { name: 'ann' } } } }, 'without TLS'],
])('refuses addresses other than loopback with %s', async (_, listen, options, message) => {
  await expect(startListening({ ...listen, host: '0.0.0.0' }, options)).rejects.toMatchObject({
    code: 'KB_NOT_LOOPBACK',
    message: expect.stringContaining(message),
  });
});

test('listens on all addresses with both, and its certificate is for them', async () => {
  const { url, ca, kubeconfig } = await startListening(
    { tls: true, host: '0.0.0.0' },
    { authentication: { tokens: { [TOKEN]: { name: 'ann' } } } },
  );
  expect((await ask(openSession(url, ca), { ':path': '/version' })).status).toBe(200);
  expect(kubeconfig()).toContain(`token: "${TOKEN}"`);
  expect(kubeconfig()).toContain(`certificate-authority-data: ${Buffer.from(ca ?? '').toString('base64')}`);
});
