import fs from 'node:fs';
import type { TLSSocket } from 'node:tls';
import type { HttpBody } from '@kb/apimachinery';
import { afterEach, describe, expect, test } from 'vitest';
import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import { sendJson, startTestServer, type TestServer } from '../../test-support/start-test-server.ts';
import { testAccess } from '../../test-support/test-access.ts';
import { createTransport, type PooledTransport } from './create-transport.ts';

const pem = (name: string): string => fs.readFileSync(new URL(`../../testdata/tls/${name}`, import.meta.url), 'utf8');
const ca = pem('ca.crt');
const one: TlsMaterial = { ca, certificate: pem('client.crt'), key: pem('client.key') };
const two: TlsMaterial = { ca, certificate: pem('client-2.crt'), key: pem('client-2.key') };

const toClose: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const open of toClose.splice(0).toReversed()) await open.close();
});

/**
 * A server that returns the common name of the client's certificate. `/hang` begins a response and ends it after
 * `release`.
 */
async function serve(release: Promise<void> = Promise.resolve()): Promise<TestServer> {
  const tls = { cert: pem('server.crt'), key: pem('server.key'), ca, requestCert: true, rejectUnauthorized: false };
  const server = await startTestServer(async (request, response) => {
    const { subject } = (response.socket as TLSSocket).getPeerCertificate();
    if (request.url === '/hang') {
      response.write('begun');
      await release;
      response.end(', ended');
    } else sendJson(response, 200, { name: subject?.CN ?? null });
  }, tls);
  toClose.push(server);
  return server;
}

function connect(server: string, tls: () => Promise<TlsMaterial>): PooledTransport {
  const transport = createTransport(testAccess(server, { tls }));
  toClose.push(transport);
  return transport;
}

async function textOf(body: HttpBody): Promise<string> {
  let text = '';
  for await (const chunk of body instanceof Uint8Array ? [body] : body) text += Buffer.from(chunk).toString();
  return text;
}

async function ask(transport: PooledTransport): Promise<unknown> {
  const { body } = await transport.send({ method: 'GET', path: '/', headers: {} });
  return JSON.parse(await textOf(body));
}

describe('TLS', () => {
  test('trusts the given CA, and presents the client certificate', async () => {
    const { url } = await serve();
    expect(await ask(connect(url, async () => one))).toEqual({ name: 'kb test client' });
    expect(await ask(connect(url, async () => ({ ca })))).toEqual({ name: null });
  });

  test('rejects a server without a trusted CA', async () => {
    const { url } = await serve();
    const refused = ask(connect(url, async () => ({})));
    await expect(refused).rejects.toMatchObject({ code: 'KB_CERTIFICATE_REJECTED', server: url });
    await expect(refused).rejects.toThrow('certificate-authority');
  });

  test('trusts any certificate when the access says so', async () => {
    const { url } = await serve();
    expect(await ask(connect(url, async () => ({ insecure: true })))).toEqual({ name: null });
  });

  test('verifies the given server name instead of the host', async () => {
    const { url } = await serve();
    expect(await ask(connect(url, async () => ({ ca, serverName: 'api.test' })))).toEqual({ name: null });
    await expect(ask(connect(url, async () => ({ ca, serverName: 'other.test' })))).rejects.toMatchObject({
      code: 'KB_CERTIFICATE_REJECTED',
    });
  });

  test('reports a server without TLS, and a malformed certificate', async () => {
    const plain = await startTestServer((_request, response) => sendJson(response, 200, {}));
    toClose.push(plain);
    const notTls = ask(connect(plain.url.replace('http:', 'https:'), async () => ({ ca })));
    await expect(notTls).rejects.toMatchObject({ code: 'KB_TLS_FAILED' });
    const { url } = await serve();
    const broken = { ca, certificate: '-----BEGIN CERTIFICATE-----\nxx\n-----END CERTIFICATE-----', key: 'no key' };
    await expect(ask(connect(url, async () => broken))).rejects.toMatchObject({ code: 'KB_TLS_FAILED' });
  });

  test('uses new connections when the certificate changes, and lets pending requests end', async () => {
    let material = one;
    let release: () => void = () => undefined;
    const { url } = await serve(new Promise((resolve) => (release = resolve)));
    const transport = connect(url, async () => material);
    expect(await ask(transport)).toEqual({ name: 'kb test client' });
    const { body } = await transport.send({ method: 'GET', path: '/hang', headers: {} });
    const hanging = textOf(body);
    material = two;
    expect(await ask(transport)).toEqual({ name: 'kb test client 2' });
    release();
    expect(await hanging).toBe('begun, ended');
  });
});
