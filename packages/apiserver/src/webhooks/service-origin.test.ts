import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createServingCertificate } from '../adapters/certificates/certificates.ts';
import { anything, configMap, configMaps, startLab } from '../test-support/webhook-lab.ts';
import { startWire } from '../test-support/wire.ts';

/** Serves a webhook that refuses everything, over TLS, with a certificate for a name. */
async function serveRefusals(name: string): Promise<{ readonly ca: string; readonly port: number; close(): void }> {
  const { ca, certificate, key } = await createServingCertificate({ host: '127.0.0.1', others: [name] });
  const server = createServer({ cert: certificate, key }, (incoming, outgoing) => {
    let text = '';
    incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
    incoming.on('end', () => {
      const uid: string = JSON.parse(text).request.uid;
      const message = `from ${incoming.headers.host ?? ''}${incoming.url ?? ''}`;
      const response = { uid, allowed: false, status: { message } };
      outgoing.end(JSON.stringify({ kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1', response }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ca,
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const service = (ports: object[]): object => ({ metadata: { name: 'hook' }, spec: { ports } });
const slice = (port: number, conditions: object = {}): object => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name: 'hook-1', labels: { 'kubernetes.io/service-name': 'hook' } },
  addressType: 'IPv4',
  ports: [{ name: 'https', port, protocol: 'TCP' }],
  endpoints: [{ addresses: ['127.0.0.1'], conditions }],
});

test.each([
  ['EndpointSlices', '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', slice],
  [
    'Endpoints',
    '/api/v1/namespaces/default/endpoints',
    (port: number) => ({
      metadata: { name: 'hook' },
      subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ name: 'https', port }] }],
    }),
  ],
])(
  'a webhook of a Service is called at its %s, under its name, with its certificate checked',
  async (_, path, endpoints) => {
    const served = await serveRefusals('hook.default.svc');
    const wire = startWire();
    await wire.post('/api/v1/namespaces/default/services', service([{ name: 'https', port: 443, targetPort: 'web' }]));
    await wire.post(path, endpoints(served.port));
    const configurations = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    const hook = {
      name: 'lab.example.com',
      clientConfig: {
        service: { namespace: 'default', name: 'hook', path: '/validate' },
        caBundle: Buffer.from(served.ca).toString('base64'),
      },
      rules: [{ ...anything[0], resources: ['configmaps'] }],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
    };
    await wire.post(configurations, { metadata: { name: 'lab' }, webhooks: [hook] });
    const { body } = await wire.post(configMaps, configMap('a'));
    expect(body.message).toBe(
      'admission webhook "lab.example.com" denied the request: from hook.default.svc:443/validate?timeout=10s',
    );
    const { ca } = await createServingCertificate({ host: '127.0.0.1' });
    const caBundle = Buffer.from(ca).toString('base64');
    await wire.json(`${configurations}/lab`, [
      { op: 'replace', path: '/webhooks/0/clientConfig/caBundle', value: caBundle },
    ]);
    expect((await wire.post(configMaps, configMap('a'))).body.message).toContain(
      'Post "https://hook.default.svc:443/validate?timeout=10s": tls: failed to verify certificate: x509: certificate signed by unknown authority',
    );
    served.close();
  },
);

test.each([
  ['a Service that does not exist', undefined, undefined, 'service "hook" not found'],
  ['a port that it does not have', service([{ port: 80 }]), undefined, 'no service port 443 found for service "hook"'],
  ['no endpoints', service([{ port: 443 }]), undefined, 'no endpoints available for service "hook"'],
  [
    'no endpoint that is ready',
    service([{ name: 'https', port: 443 }]),
    slice(1, { ready: false }),
    'no endpoints available for service "hook"',
  ],
])('a webhook of a Service with %s', async (_, made, endpoints, why) => {
  const lab = startLab();
  if (made) await lab.post('/api/v1/namespaces/default/services', made);
  if (endpoints) await lab.post('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', endpoints);
  await lab.configure('Validating', {
    clientConfig: { service: { namespace: 'default', name: 'hook' } },
    rules: [{ ...anything[0], resources: ['configmaps'] }],
  });
  const { body } = await lab.post(configMaps, configMap('a'));
  expect(body.message).toBe(
    `Internal error occurred: failed calling webhook "lab.example.com": failed to call webhook: Post "https://hook.default.svc:443/?timeout=10s": ${why}`,
  );
});
