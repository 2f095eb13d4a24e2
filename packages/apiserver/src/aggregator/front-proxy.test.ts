import { createPublicKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { createCertificateAuthority } from '@kb/serving/certificates';
import { expect, onTestFinished, test } from 'vitest';
import { startWire, type Wire } from '../test-support/wire.ts';

const APISERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
const MAP = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
const BASE = '/apis/ext.example.com/v1';

/** What an extension server has seen of a request. */
interface Seen {
  readonly user: string | undefined;
  /** Undefined: the client has presented no certificate. */
  readonly certificate: X509Certificate | undefined;
}

/** Starts an extension server over TLS that asks for certificates, and a server that knows it. */
async function startExtended(): Promise<Wire & { readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const authority = await createCertificateAuthority({ now: Date.now() });
  const { certificate: cert, key } = await authority.issue({ commonName: 'ext', names: ['ext.default.svc'] });
  const extension = createServer({ cert, key, requestCert: true, rejectUnauthorized: false }, (request, response) => {
    const user = request.headers['x-remote-user'];
    const { raw } = (request.socket as TLSSocket).getPeerCertificate();
    seen.push({
      user: typeof user === 'string' ? user : undefined,
      certificate: raw && new X509Certificate(raw),
    });
    const { url = '' } = request;
    response.setHeader('content-type', 'application/json');
    if (url.includes('/flunders') && request.headers['accept-encoding'] === 'gzip') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync(JSON.stringify({ kind: 'FlunderList' })));
    } else response.end(JSON.stringify({ kind: 'APIResourceList', groupVersion: 'ext.example.com/v1', resources: [] }));
  });
  extension.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    socket.write(`${String(request.headers['x-remote-user'])} ${request.url} `);
    socket.pipe(socket);
  });
  extension.listen(0, '127.0.0.1');
  await once(extension, 'listening');
  const { port } = extension.address() as AddressInfo;
  const wire = startWire({ authentication: { tokens: {}, frontProxy: true } });
  onTestFinished(async () => {
    await wire.api.stop();
    extension.close();
    extension.closeAllConnections();
  });
  await wire.post('/api/v1/namespaces/default/services', {
    metadata: { name: 'ext' },
    spec: { type: 'ExternalName', externalName: 'localhost' },
  });
  await wire.post(APISERVICES, {
    metadata: { name: 'v1.ext.example.com' },
    spec: {
      group: 'ext.example.com',
      version: 'v1',
      groupPriorityMinimum: 2000,
      versionPriority: 10,
      caBundle: Buffer.from(authority.ca).toString('base64'),
      service: { namespace: 'default', name: 'ext', port },
    },
  });
  await expect
    .poll(async () => (await wire.get(`${APISERVICES}/v1.ext.example.com`)).body.status.conditions)
    .toMatchObject([{ type: 'Available', status: 'True' }]);
  return { ...wire, seen };
}

test('an extension server can verify by the ConfigMap that a request was passed on by the server', async () => {
  const wire = await startExtended();
  expect((await wire.get(`${BASE}/flunders`)).body).toEqual({ kind: 'FlunderList' });
  const { data } = (await wire.get(MAP)).body;
  expect(data).toMatchObject({
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-uid-headers': '["X-Remote-Uid"]',
    'requestheader-username-headers': '["X-Remote-User"]',
  });
  const authority = createPublicKey(data['requestheader-client-ca-file']);
  expect(wire.seen.map(({ user }) => user)).toEqual(['system:kube-aggregator', 'kubernetes-admin']);
  for (const { certificate } of wire.seen) {
    expect(certificate?.subject).toBe('CN=front-proxy-client');
    expect(certificate?.verify(authority)).toBe(true);
  }
});

test('a connection for another protocol is passed through in both directions', async () => {
  const wire = await startExtended();
  const { status, headers, connection } = await wire.transport.send({
    method: 'GET',
    path: `${BASE}/echo?b=1&a=2`,
    headers: { connection: 'Upgrade', upgrade: 'echo', 'x-remote-user': 'forged' },
  });
  expect([status, headers['upgrade']]).toEqual([101, 'echo']);
  if (!connection) throw new Error('expected a connection');
  const written = connection.send(new TextEncoder().encode('hello'));
  const expected = `kubernetes-admin ${BASE}/echo?a=2&b=1 hello`;
  let text = '';
  for await (const chunk of connection.received) {
    text += new TextDecoder().decode(chunk);
    if (text.length >= expected.length) break;
  }
  await written;
  connection.close();
  expect(text).toBe(expected);
});
