import { createVirtualClock, seededRandom } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemClock } from '@kb/client';
import { namespaces, secrets } from '@kb/kubernetes/core/v1';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { createOwnCertificate } from '../certificates/own/own-certificate.ts';
import { widgets } from '../test-support/widgets.ts';
import { webhookFor } from './webhook-builder.ts';
import { createWebhookServer } from './webhook-server.ts';

const service = { namespace: 'shop-system', name: 'hooks' };
const servername = 'hooks.shop-system.svc';

/** The certificate that a server presents, verified by these authorities. */
function presented(port: number, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername }, () => {
      resolve(socket.getPeerX509Certificate()?.toString() ?? '');
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

test('a webhook server presents the certificate of the Secret, and follows it while it serves', async () => {
  const server = createApiServer({ clock: createVirtualClock(), random: seededRandom(1) });
  const client = createClient({ transport: server.transport, clock: systemClock });
  await client.create(namespaces, { metadata: { name: service.namespace } });
  const webhookServer = createWebhookServer({
    clock: systemClock,
    address: '127.0.0.1:0',
    webhooks: [webhookFor(widgets).validates({})],
    ownCertificate: createOwnCertificate({
      client,
      clock: systemClock,
      secretName: 'own',
      service,
      callers: [],
      interval: 20,
    }),
  });
  const stopping = new AbortController();
  const running = webhookServer.start(stopping.signal);
  await webhookServer.ready();
  const port = webhookServer.address()?.port ?? 0;
  const key = { namespace: service.namespace, name: 'own' };
  const held = async (): Promise<Record<string, string>> => {
    const { data = {} } = await client.get(secrets, key);
    return Object.fromEntries(
      Object.entries(data).map(([name, text]) => [name, Buffer.from(text, 'base64').toString()]),
    );
  };
  const first = await held();
  expect(await presented(port, first['ca.crt'] ?? '')).toBe(first['tls.crt']);
  await client.patch(secrets, key, { type: 'merge', value: { data: { 'tls.key': '' } } });
  await expect.poll(async () => (await held())['tls.crt'] !== first['tls.crt']).toBe(true);
  const second = await held();
  await expect.poll(() => presented(port, second['ca.crt'] ?? '')).toBe(second['tls.crt']);
  stopping.abort();
  await running;
  await server.stop();
});
