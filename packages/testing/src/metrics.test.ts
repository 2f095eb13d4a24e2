import { nodes, pods } from '@kb/kubernetes/core/v1';
import { expect, onTestFinished, test } from 'vitest';
import { createTestEnvironment, type TestEnvironment } from './test-environment.ts';

/** Starts an environment with two Pods that have run long enough to have metrics. */
async function measured(): Promise<TestEnvironment> {
  const env = await createTestEnvironment({
    images: { 'busy:*': ({ pod }) => ({ usage: { cpu: pod.metadata.labels?.['load'] ?? '0', memory: '100Mi' } }) },
  });
  onTestFinished(() => env.stop());
  const resources = { requests: { cpu: '1', memory: '1Gi' } };
  for (const [name, annotations] of [
    ['busy', {}],
    ['idle', { 'simulated-node/memory.proxy': '5Mi' }],
  ] as const) {
    const image = `${name}:1`;
    await env.client.create(pods, {
      metadata: { name, namespace: 'default', labels: { load: '1500m', app: name }, annotations },
      spec: {
        containers: [
          { name: 'app', image, resources },
          { name: 'proxy', image },
        ],
      },
    });
  }
  await env.eventually(async () => {
    const { items } = await env.client.list(pods, { namespace: 'default' });
    expect(items.map(({ status }) => status?.phase)).toEqual(['Running', 'Running']);
  });
  await expect(env.client.metrics.pod('default/busy')).rejects.toMatchObject({
    status: { code: 404, message: 'podmetrics.metrics.k8s.io "default/busy" not found' },
  });
  await env.advance(20_000);
  return env;
}

test('metrics of Pods and nodes are what containers use: by image, by annotation, or a part of their requests', async () => {
  const { client } = await measured();
  const [busy, idle, ...others] = await client.metrics.pods({ namespace: 'default' });
  expect(others).toEqual([]);
  expect(busy).toMatchObject({
    namespace: 'default',
    name: 'busy',
    labels: { app: 'busy' },
    windowSeconds: 15,
    containers: [
      { name: 'app', usage: { cpu: 1.5, memory: 100 << 20, quantities: { cpu: '1500000000n', memory: '102400Ki' } } },
      { name: 'proxy', usage: { cpu: 1.5, memory: 100 << 20 } },
    ],
    usage: { cpu: 3, memory: 200 << 20 },
  });
  expect(
    idle?.containers.map(({ usage: { cpu, memory } }) => ({ cpu, memory: Math.round(memory / (1 << 20)) })),
  ).toEqual([
    { cpu: 0.4, memory: 614 },
    { cpu: 0.001, memory: 5 },
  ]);
  expect(await client.metrics.pods({ labelSelector: 'app=busy' })).toMatchObject([{ name: 'busy' }]);
  expect(await client.metrics.pods({ fieldSelector: 'metadata.name=idle' })).toMatchObject([{ name: 'idle' }]);
  expect(await client.metrics.pod('default/busy')).toEqual(busy);
  const { items } = await client.list(nodes);
  const name = items[0]?.metadata.name ?? '';
  const [node] = await client.metrics.nodes();
  expect(node).toMatchObject({ name, usage: { cpu: 3.401 } });
  expect(await client.metrics.node(name)).toEqual(node);
});

test('discovery has the metrics, which cannot be written or watched, and are not where nothing runs', async () => {
  const { client } = await measured();
  expect(await client.getJson('/apis/metrics.k8s.io/v1beta1')).toEqual({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: 'metrics.k8s.io/v1beta1',
    resources: [
      { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: ['get', 'list'] },
      { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: ['get', 'list'] },
    ],
  });
  const path = '/apis/metrics.k8s.io/v1beta1/pods';
  await expect(client.getJson(`${path}?watch=1`)).rejects.toMatchObject({ status: { code: 405 } });
  const plain = await createTestEnvironment({ workloads: false });
  onTestFinished(() => plain.stop());
  await expect(plain.client.metrics.nodes()).rejects.toMatchObject({ status: { code: 404 } });
});

test('a Pod that says it uses more than any machine has leaves the metrics of others readable', async () => {
  const env = await createTestEnvironment();
  onTestFinished(() => env.stop());
  for (const [name, cpu, memory] of [
    ['endless', '1e999', '9e999'],
    ['huge', '1e40', '1e40'],
    ['odd', 'Infinity', '-5'],
  ] as const) {
    const annotations = { 'simulated-node/cpu': cpu, 'simulated-node/memory': memory };
    const spec = { containers: [{ name: 'app', image: 'app:1' }] };
    await env.client.create(pods, { metadata: { name, namespace: 'default', annotations }, spec });
  }
  await env.eventually(async () => {
    const { items } = await env.client.list(pods, { namespace: 'default' });
    expect(items.map(({ status }) => status?.phase)).toEqual(['Running', 'Running', 'Running']);
  });
  await env.advance(20_000);
  expect((await env.client.metrics.pods()).map(({ name, usage }) => [name, usage.cpu])).toEqual([
    ['endless', 1e6],
    ['huge', 1e6],
    ['odd', 0.001],
  ]);
  const [node] = await env.client.metrics.nodes();
  expect(node?.usage).toMatchObject({ cpu: 2_000_000.001, quantities: { cpu: '2000000001000000n' } });
  const text = async (path: string, accept = '*/*'): Promise<string> => {
    const { status, body } = await env.transport.send({ method: 'GET', path, headers: { accept } });
    expect(status).toBe(200);
    return Buffer.from(body as Uint8Array).toString();
  };
  const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  expect(await text('/apis/metrics.k8s.io/v1beta1/pods', table)).toContain('"endless"');
  for (const path of ['metrics/resource', 'metrics/cadvisor', 'stats/summary'])
    expect(await text(`/api/v1/nodes/${node?.name}/proxy/${path}`)).not.toMatch(/NaN|Inf|null/);
});
