import { expect, test } from 'vitest';
import { recordingClient } from '../test-support/recording-transport.ts';

const measured = { timestamp: '2026-01-02T03:04:05Z', window: '15.5s' };
const pod = {
  metadata: { name: 'web-0', namespace: 'shop', labels: { app: 'web' }, creationTimestamp: null },
  ...measured,
  containers: [
    { name: 'app', usage: { cpu: '250m', memory: '64Mi' } },
    { name: 'proxy', usage: { cpu: '1500000n', memory: '1000Ki' } },
  ],
};
const node = { metadata: { name: 'one', creationTimestamp: null }, ...measured, usage: { cpu: '2', memory: '1Gi' } };

test('metrics have numbers, and the sum of a Pod', async () => {
  const { client, requests } = recordingClient(({ path }) => {
    if (path.endsWith('/one')) return node;
    if (path.endsWith('/nodes')) return { items: [node] };
    return path.endsWith('/web-0') ? pod : { items: [pod] };
  });
  const expected = {
    namespace: 'shop',
    name: 'web-0',
    labels: { app: 'web' },
    timestamp: '2026-01-02T03:04:05Z',
    windowSeconds: 15.5,
    containers: [
      { name: 'app', usage: { cpu: 0.25, memory: 64 << 20, quantities: { cpu: '250m', memory: '64Mi' } } },
      { name: 'proxy', usage: { cpu: 0.0015, memory: 1_024_000, quantities: { cpu: '1500000n', memory: '1000Ki' } } },
    ],
    usage: { cpu: 0.2515, memory: (64 << 20) + 1_024_000 },
  };
  expect(await client.metrics.pod('shop/web-0')).toEqual(expected);
  expect(await client.metrics.pods({ namespace: 'shop', labelSelector: 'app=web' })).toEqual([expected]);
  expect(await client.metrics.node('one')).toMatchObject({ name: 'one', usage: { cpu: 2, memory: 1 << 30 } });
  expect(await client.metrics.nodes()).toHaveLength(1);
  expect(requests.map(({ path }) => path)).toEqual([
    '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods/web-0',
    '/apis/metrics.k8s.io/v1beta1/namespaces/shop/pods',
    '/apis/metrics.k8s.io/v1beta1/nodes/one',
    '/apis/metrics.k8s.io/v1beta1/nodes',
  ]);
});

test('metrics without a valid time are refused', async () => {
  const { client } = recordingClient(() => ({ ...node, timestamp: 'now' }));
  await expect(client.metrics.node('one')).rejects.toMatchObject({ code: 'KB_UNEXPECTED_RESPONSE' });
});
