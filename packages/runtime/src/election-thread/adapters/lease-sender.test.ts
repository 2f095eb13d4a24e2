import type { ServerOptions } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { TlsMaterial } from '@kb/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCertificateAuthority, type IssuedCertificate } from '../../test-support/certificate-authority.ts';
import {
  aLease as lease,
  answerJson as json,
  fixedCredentials,
  leasePath as path,
  requestsTo,
} from '../../test-support/lease-requests-of-test.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startProxy,
  startScriptedServer,
} from '../../test-support/scripted-server-adapter.ts';
import type { PostedCredentials } from '../thread-messages.ts';
import type { CredentialSource } from './read-parts.ts';

let open: DisposableStack;
beforeEach(() => {
  open = new DisposableStack();
});
afterEach(() => open.dispose());

const serve = async (answer: ScriptedAnswer, tls?: ServerOptions): Promise<ScriptedServer> =>
  open.use(await startScriptedServer(answer, tls));

const signal = new AbortController().signal;

describe('over TLS', async () => {
  const authority = await createCertificateAuthority('a');
  const other = await createCertificateAuthority('b');
  const server = await authority.issue('server');
  const named = await authority.issue('server', ['api.internal']);
  const [mine, later, foreign] = await Promise.all([
    authority.issueToClient('mine'),
    authority.issueToClient('later'),
    other.issueToClient('mine'),
  ]);

  /** Responds with a Lease whose holder is the name in the client's certificate. */
  const start = ({ certificate, key }: IssuedCertificate): Promise<ScriptedServer> =>
    serve(
      ({ socket }, response) => {
        const holderIdentity = String((socket as TLSSocket).getPeerCertificate().subject.CN);
        json(response, 200, { ...lease, spec: { holderIdentity } });
      },
      { cert: certificate, key, ca: authority.ca, requestCert: true, rejectUnauthorized: true },
    );

  const client = { ca: authority.ca, certificate: mine.certificate, key: mine.key };
  const { ca: _, ...withoutCa } = client;
  test.each<[string, TlsMaterial, IssuedCertificate, RegExp]>([
    ['a server of the right authority answers who has a certificate of the right one', client, server, /^mine$/],
    ['a server of another authority is refused', { ...client, ca: other.ca }, server, /certificate|CERT/],
    ['without an authority those of Node count', withoutCa, server, /certificate|CERT/],
    [
      'no certificate of the server is looked at where that is said',
      { ...withoutCa, insecure: true },
      server,
      /^mine$/,
    ],
    ['a server of another name is refused', client, named, /^ERR_TLS_CERT_ALTNAME_INVALID$/],
    ['a server has the name that is said', { ...client, serverName: 'api.internal' }, named, /^mine$/],
    ['a client of another authority is refused', { ...foreign, ca: authority.ca }, server, /ECONNRESET|EPIPE|ERR_SSL/],
    ['a client without a certificate is refused', { ca: authority.ca }, server, /ECONNRESET|EPIPE|ERR_SSL/],
    ["a certificate that is not its key's is an error", { ...client, key: later.key }, server, /KEY|key/],
    ['an invalid certificate is an error', { ...client, certificate: 'x' }, server, /PEM/],
  ])('%s', async (_what, tls, certificate, expected) => {
    const { port } = await start(certificate);
    const { requests } = requestsTo(`https://127.0.0.1:${port}`, { credentials: fixedCredentials({}, tls) });
    const answer = await requests.get(signal).then(
      (found) => found?.spec?.holderIdentity,
      (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
    );
    expect(answer).toMatch(expected);
  });

  test('a replaced certificate gets new connections', async () => {
    const { port, asked } = await start(server);
    let current: PostedCredentials = { headers: {}, tls: client };
    const credentials: CredentialSource = {
      current: () => Promise.resolve(current),
      refused: () => Promise.resolve(false),
    };
    const { requests } = requestsTo(`https://127.0.0.1:${port}`, { credentials });
    const holder = async (): Promise<string | undefined> => (await requests.get(signal))?.spec?.holderIdentity;
    expect([await holder(), await holder()]).toEqual(['mine', 'mine']);
    current = { headers: {}, tls: { ...client, certificate: later.certificate, key: later.key } };
    expect([await holder(), await holder()]).toEqual(['later', 'later']);
    expect(asked.map((line) => line.at(-1))).toEqual(['1', '1', '2', '2']);
  });

  test('a proxy is asked for a tunnel with name and password, once for each connection', async () => {
    const { port } = await start(server);
    const proxy = open.use(await startProxy());
    const { requests } = requestsTo(`https://127.0.0.1:${port}`, {
      credentials: fixedCredentials({}, client),
      proxyUrl: `http://me:word@127.0.0.1:${proxy.port}`,
    });
    expect((await requests.get(signal))?.spec?.holderIdentity).toBe('mine');
    await requests.update(lease, signal);
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${port} Basic ${btoa('me:word')}`]);
  });
});

test("names that are not ASCII are sent as UTF-8, like the client's", async () => {
  const seen: string[] = [];
  const { port } = await serve(({ rawHeaders }, response) => {
    const values = rawHeaders.filter((_text, index) => rawHeaders[index - 1]?.startsWith('impersonate-'));
    seen.push(...values.map((value) => Buffer.from(value, 'latin1').toString('utf8')));
    json(response, 200, lease);
  });
  const credentials = fixedCredentials({ 'impersonate-user': 'Zoë', 'impersonate-group': ['开发', 'a'] });
  await requestsTo(`http://127.0.0.1:${port}`, { credentials }).requests.get(signal);
  expect(seen).toEqual(['Zoë', '开发', 'a']);
});

test('a proxy forwards to a server without TLS', async () => {
  const { port, asked } = await serve((_request, response) => json(response, 200, lease));
  const proxy = open.use(await startProxy());
  const { requests } = requestsTo(`http://127.0.0.1:${port}`, { proxyUrl: `http://127.0.0.1:${proxy.port}` });
  expect(await requests.get(signal)).toEqual(lease);
  expect(proxy.asked).toEqual([`GET http://127.0.0.1:${port}${path}`]);
  expect(asked).toEqual([`GET ${path} 1`]);
});

test('a proxy that refuses or does not exist is an error: nothing bypasses it', async () => {
  const server = await serve((_request, response) => json(response, 200, lease));
  const proxy = open.use(await startProxy(true));
  const through = (port: number): Promise<unknown> =>
    requestsTo(`https://127.0.0.1:${server.port}`, { proxyUrl: `http://127.0.0.1:${port}` }).requests.get(signal);
  await expect(through(proxy.port)).rejects.toMatchObject({ code: 'ERR_PROXY_TUNNEL' });
  await expect(through(1)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect([proxy.asked.length, server.asked]).toEqual([1, []]);
});
