import { createHash, X509Certificate } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { request as httpsRequest } from 'node:https';
import { createVirtualClock, type VirtualClock } from '@kb/apimachinery';
import { createCertificateAuthority } from '@kb/serving/certificates';
import { describe, expect, test } from 'vitest';
import { type ClientCertificate, createClientCertificates } from '../authentication/adapters/client-certificates.ts';
import { createLabCertificates } from '../../test/recorded/lab/lab-certificates-adapter.ts';
import { startListening, TOKEN } from '../test-support/listening-server.ts';

const SELF = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const body = JSON.stringify({ apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' });
const NOW = Date.parse('2030-01-01T00:00:00Z');
const YEAR_MS = 365 * 24 * 3_600_000;

interface Asked {
  readonly url: string;
  readonly ca: string | undefined;
  readonly client?: ClientCertificate | undefined;
  readonly token?: string | undefined;
}

type Ask = (how: Asked) => Promise<{ readonly status: number | undefined; readonly text: string }>;

const headersOf = (token: string | undefined): Record<string, string> => ({
  'content-type': 'application/json',
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
});
const pair = (client: ClientCertificate | undefined): object =>
  (client && { cert: client.certificate, key: client.key }) || {};

const askOverHttp1: Ask = ({ url, ca, client, token }) =>
  new Promise((resolve, reject) => {
    const options = { ca, ...pair(client), agent: false, method: 'POST', headers: headersOf(token) };
    const request = httpsRequest(`${url}${SELF}`, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    request.on('error', reject);
    request.end(body);
  });

const askOverHttp2: Ask = ({ url, ca, client, token }) =>
  new Promise((resolve, reject) => {
    const session = connectHttp2(url, { ca, ...pair(client) });
    session.on('error', reject);
    const stream = session.request({ ':path': SELF, ':method': 'POST', ...headersOf(token) });
    let [status, text]: [number | undefined, string] = [undefined, ''];
    stream.on('response', (headers) => (status = headers[':status']));
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => (text += chunk));
    stream.on('end', () => {
      session.close();
      resolve({ status, text });
    });
    stream.on('error', reject);
    stream.end(body);
  });

const ways: readonly (readonly [string, Ask])[] = [
  ['HTTP/1.1', askOverHttp1],
  ['HTTP/2', askOverHttp2],
];

async function start(clock: VirtualClock = createVirtualClock({ now: NOW })) {
  const authentication = { tokens: { [TOKEN]: { name: 'ann' } }, clientCertificates: true };
  const server = await startListening({ tls: true }, { clock, authentication });
  // The authority is made with the first one.
  const dan = await server.api.issueClientCertificate({ name: 'dan', groups: ['makers', 'testers'] });
  return { ...server, clock, dan };
}

const userOf = ({ text }: { text: string }): unknown =>
  (JSON.parse(text) as { status?: { userInfo?: unknown } }).status?.userInfo;

describe.each(ways)('client certificates over %s', (_, ask) => {
  test('authenticate a user with groups, and name the credential', async () => {
    const { url, ca, dan } = await start();
    const answer = await ask({ url, ca, client: dan });
    const hash = createHash('sha256').update(new X509Certificate(dan.certificate).raw).digest('hex');
    expect([answer.status, userOf(answer)]).toEqual([
      201,
      {
        username: 'dan',
        groups: ['makers', 'testers', 'system:authenticated'],
        extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${hash}`] },
      },
    ]);
  });

  test('have precedence over a token, even an unknown one', async () => {
    const { url, ca, dan } = await start();
    expect(userOf(await ask({ url, ca, client: dan, token: TOKEN }))).toMatchObject({ username: 'dan' });
    expect(userOf(await ask({ url, ca, client: dan, token: 'unknown' }))).toMatchObject({ username: 'dan' });
  });

  test('are not required: a token is enough, and without both the user is anonymous', async () => {
    const { url, ca } = await start();
    expect(userOf(await ask({ url, ca, token: TOKEN }))).toMatchObject({ username: 'ann' });
    expect((await ask({ url, ca })).status).toBe(403);
  });

  test('expire by the clock of the server', async () => {
    const { url, ca, dan, clock } = await start();
    await clock.advance(YEAR_MS - 1000);
    expect((await ask({ url, ca, client: dan })).status).toBe(201);
    await clock.advance(2000);
    expect((await ask({ url, ca, client: dan })).status).toBe(401);
    expect(userOf(await ask({ url, ca, client: dan, token: TOKEN }))).toMatchObject({ username: 'ann' });
  });

  test('of others are refused, whatever they are named', async () => {
    const { url, ca, dan } = await start();
    const other = await createCertificateAuthority({ now: NOW, name: 'kubernetes-client-ca' });
    const foreign = await other.issue({ commonName: 'dan', names: [], usage: 'client' });
    expect((await ask({ url, ca, client: foreign })).status).toBe(401);
    const { url: elsewhere, ca: theirs } = await start();
    expect((await ask({ url: elsewhere, ca: theirs, client: dan })).status).toBe(401);
    const own = await other.issue({ commonName: 'kubernetes-client-ca', names: ['localhost'] });
    expect((await ask({ url, ca, client: own })).status).toBe(401);
    expect(userOf(await ask({ url, ca, client: foreign, token: TOKEN }))).toMatchObject({ username: 'ann' });
    expect((await ask({ url, ca, client: foreign, token: 'unknown' })).status).toBe(401);
  });
});

describe.each(ways)('client certificates of authorities in PEM over %s', (_, ask) => {
  test('authenticate with the intermediates that the client presents, by the clock of the server', async () => {
    const certificates = await createLabCertificates(NOW);
    const clock = createVirtualClock({ now: NOW });
    const authentication = { tokens: {}, clientCa: certificates.ca };
    const { url, ca, api } = await startListening({ tls: true }, { clock, authentication });
    const statusOf = async (name: string): Promise<number | undefined> => {
      const { certificates: certificate, key } = certificates.presented(name);
      return (await ask({ url, ca, client: { certificate, key } })).status;
    };
    const statuses = async (): Promise<unknown> =>
      Promise.all(['ann', 'in-another-order', 'without-intermediate', 'not-yet-valid', 'stranger'].map(statusOf));
    expect(await statuses()).toEqual([201, 201, 401, 401, 401]);
    await clock.advance(30 * 3_600_000);
    expect(await statuses()).toEqual([401, 401, 401, 401, 401]);
    await expect(api.issueClientCertificate({ name: 'dan' })).rejects.toThrow(TypeError);
  });
});

test.each([
  ['', 'there is no certificate in PEM'],
  ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', 'certificate 1 is invalid'],
])('authorities that are not certificates are refused: %j', (authorities, message) => {
  expect(() => createClientCertificates({ now: () => NOW, authorities })).toThrow(message);
});

test('servers without client certificates do not ask for them', async () => {
  const { url, ca, api } = await startListening({ tls: true }, { authentication: { tokens: {} } });
  await expect(api.issueClientCertificate({ name: 'dan' })).rejects.toThrow(TypeError);
  const { dan } = await start();
  expect((await askOverHttp1({ url, ca, client: dan })).status).toBe(403);
});

test('a kubeconfig holds the certificate and its key', async () => {
  const { kubeconfig, dan } = await start();
  const text = kubeconfig(dan);
  const data = (field: string): string =>
    Buffer.from(new RegExp(`${field}: (.*)`).exec(text)?.[1] ?? '', 'base64').toString();
  expect([data('client-certificate-data'), data('client-key-data')]).toEqual([dan.certificate, dan.key]);
  expect(text).not.toContain('token');
});

test('other bytes, changed certificates and authorities are refused', async () => {
  const certificates = createClientCertificates({ now: () => NOW });
  const authority = await createCertificateAuthority({ now: NOW, name: 'kubernetes-client-ca' });
  const { raw } = new X509Certificate((await certificates.issue({ name: 'dan' })).certificate);
  expect(certificates.check([raw])?.user?.name).toBe('dan');
  const changed = Uint8Array.from(raw);
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
  const others = [
    new Uint8Array(),
    new Uint8Array(100_000),
    raw.subarray(0, 50),
    changed,
    new X509Certificate(authority.ca).raw,
  ];
  for (const other of others) expect(certificates.check([other])).toBeUndefined();
  expect(certificates.check([])).toBeUndefined();
});

test('names and groups keep every character', async () => {
  const certificates = createClientCertificates({ now: () => NOW });
  for (const name of [
    'a,O=system:masters',
    'a\nO=system:masters',
    'a+CN=b',
    '"q"',
    '#0c0161',
    ' a ',
    '山田',
    'system:serviceaccount:a:b',
  ]) {
    const { certificate } = await certificates.issue({ name, groups: [name] });
    const user = certificates.check([new X509Certificate(certificate).raw])?.user;
    expect([user?.name, user?.groups]).toEqual([name, [name]]);
  }
});
