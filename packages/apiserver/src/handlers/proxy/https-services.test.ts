import { createServer } from 'node:https';
import { connectionPair } from '@kb/apimachinery';
import { socketOver } from '@kb/apimachinery/server';
import { expect, test } from 'vitest';
import { createServingCertificate } from '../../adapters/certificates/certificates.ts';
import { startListening } from '../../test-support/listening-server.ts';
import { runningPod, testContainers } from '../../test-support/test-containers.ts';

const CORE = '/api/v1/namespaces/default';

test('passes requests on to Services that serve HTTPS with a certificate of their own', async () => {
  const { certificate, key } = await createServingCertificate({ host: 'shop' });
  const backend = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    outgoing.end(`${incoming.method} ${incoming.url} ${'encrypted' in incoming.socket}`);
  });
  let open = 0;
  const containers = {
    ...testContainers(),
    connect: (_: unknown, port: number) => {
      if (port !== 8443) return Promise.reject(new Error(`nothing listens on ${port}`));
      const [ours, theirs] = connectionPair();
      open += 1;
      void ours.closed.then(() => (open -= 1));
      backend.emit('connection', socketOver(ours));
      return Promise.resolve(theirs);
    },
  };
  const { url } = await startListening({}, { containers });
  const headers = { 'content-type': 'application/json' };
  const targetRef = { kind: 'Pod', namespace: 'default', name: 'p' };
  const ports = [
    { name: 'https', port: 443, targetPort: 8443 },
    { name: 'http', port: 80, targetPort: 8080 },
  ];
  for (const [method, path, body] of [
    ['POST', '/api/v1/nodes', { metadata: { name: 'n' } }],
    ['POST', `${CORE}/pods`, runningPod('p')],
    ['PUT', `${CORE}/pods/p/status`, runningPod('p')],
    ['POST', `${CORE}/services`, { metadata: { name: 'shop' }, spec: { ports } }],
    [
      'POST',
      `${CORE}/endpoints`,
      {
        metadata: { name: 'shop' },
        subsets: [{ addresses: [{ ip: '10.0.0.1', targetRef }], ports: [{ name: 'https', port: 8443 }] }],
      },
    ],
  ] as const)
    expect((await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) })).status).toBeLessThan(300);
  for (const name of ['https:shop:https', 'https:shop:443']) {
    const response = await fetch(`${url}${CORE}/services/${name}/proxy/a?b=c`);
    expect([response.status, await response.text()]).toEqual([200, 'GET /a?b=c true']);
  }
  // Without the scheme it is asked in plain text.
  expect((await fetch(`${url}${CORE}/services/shop:https/proxy/`)).status).toBe(503);
  await expect.poll(() => open).toBe(0);
});
