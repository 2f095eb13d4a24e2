import { uncheckedPatchValue } from '@kb/client';
import { type Pod, pods } from '@kb/kubernetes/core/v1';
import { afterEach, expect, test } from 'vitest';
import { startSimulatedNode } from '../start-simulated-node.ts';
import { type SimulatedCluster, startSimulatedCluster } from '../test-support/simulated-cluster.ts';
import type { ContainerBehavior } from './options/container-behavior.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

const key = { namespace: 'default', name: 'p' };

/** Starts a node, and a Pod with one container on it. */
async function run(behavior: ContainerBehavior, container: object = {}, spec: object = {}): Promise<void> {
  const images = { 'web:*': behavior };
  cluster = await startSimulatedCluster({
    start: ({ transport, clock, onError }) =>
      startSimulatedNode({ transport, clock, images, ...(onError && { onError }) }),
  });
  const containers = [{ name: 'c', image: 'web:1', ...container }];
  await cluster.client.create(pods, { metadata: key, spec: { containers, ...spec } });
}

const get = (): Promise<Pod> => cluster.client.get(pods, key);

/** The Events about the Pod except those of a healthy start, in order, with their counts. */
async function events(): Promise<string[]> {
  const usual = new Set(['Scheduled', 'Pulled', 'Created', 'Started']);
  return (await cluster.events('Pod')).filter((event) => !usual.has(event.split(':')[0] ?? ''));
}

const status = async () => (await get()).status?.containerStatuses?.[0];

test.each([
  ['httpGet', { httpGet: { port: 80 } }, 'HTTP probe failed with statuscode: 500'],
  ['grpc', { grpc: { port: 80 } }, 'service unhealthy (responded with "NOT_SERVING")'],
  ['exec', { exec: { command: ['check'] } }, ''],
  ['tcpSocket', { tcpSocket: { port: 'web' } }, 'dial tcp 10.244.0.2:80: connect: connection refused'],
])('a failing %s liveness probe restarts the container', async (_, probe, output) => {
  const livenessProbe = { ...probe, periodSeconds: 5, failureThreshold: 2, terminationGracePeriodSeconds: 4 };
  await run({ unhealthyAfterMs: 12_000 }, { livenessProbe, ports: [{ name: 'web', containerPort: 80 }] });
  await cluster.clock.advance(16_000);
  expect(await events()).toEqual([`Unhealthy: Liveness probe failed: ${output}`]);
  expect((await status())?.restartCount).toBe(0);
  await cluster.clock.advance(5000);
  expect((await events())[1]).toBe('Killing: Container c failed liveness probe, will be restarted');
  expect(await status()).toMatchObject({ restartCount: 0, state: { running: {} } });
  await cluster.clock.advance(4000);
  expect(await status()).toMatchObject({
    restartCount: 1,
    state: { running: {} },
    lastState: { terminated: { exitCode: 137, reason: 'Error' } },
  });
});

test('a container that never starts is restarted by its startup probe', async () => {
  const startupProbe = { httpGet: { port: 80 }, periodSeconds: 1, failureThreshold: 3 };
  await run({ neverStarted: true, stopMs: 10 }, { startupProbe });
  await cluster.clock.advance(1500);
  expect(await status()).toMatchObject({ started: false, ready: false, restartCount: 0 });
  await cluster.clock.advance(1500);
  expect(await events()).toContain('Killing: Container c failed startup probe, will be restarted');
  expect((await status())?.restartCount).toBe(1);
});

test('a Pod that never restarts fails with its liveness probe', async () => {
  await run(
    { unhealthyAfterMs: 0, runs: true },
    { livenessProbe: { tcpSocket: { port: 1 } } },
    { restartPolicy: 'Never' },
  );
  await cluster.clock.advance(60_000);
  expect(await events()).toContain('Killing: Container c failed liveness probe');
  expect((await get()).status?.phase).toBe('Failed');
});

test('a failing readiness probe makes a container not ready, and nothing else', async () => {
  await run({ unhealthyAfterMs: 15_000 }, { readinessProbe: { httpGet: { port: 80 } } });
  await cluster.clock.advance(20_000);
  expect((await status())?.ready).toBe(true);
  await cluster.clock.advance(30_000);
  expect(await status()).toMatchObject({ ready: false, started: true, restartCount: 0 });
  expect(await events()).toEqual(['Unhealthy: Readiness probe failed: HTTP probe failed with statuscode: 500']);
  cluster.requests.length = 0;
  await cluster.clock.advance(600_000);
  expect(cluster.requests.filter((request) => !/^GET|leases/.test(request))).toEqual([]);
});

test('a process that uses too much memory is killed', async () => {
  await run({ oomAfterMs: 2000 }, {}, { restartPolicy: 'Never' });
  await cluster.clock.advance(5000);
  expect((await status())?.state?.terminated).toMatchObject({ exitCode: 137, reason: 'OOMKilled' });
});

test.each([
  ['Web', {}, 'InvalidImageName', 'InspectFailed'],
  ['web:1', { imagePullPolicy: 'Never' }, 'ErrImageNeverPull', 'ErrImageNeverPull'],
])('the image %s with %o is not even pulled: %s', async (image, rest, reason, event) => {
  await run({ pullError: 'not found' }, { image, ...rest });
  await cluster.clock.advance(60_000);
  expect((await status())?.state?.waiting?.reason).toBe(reason);
  const [first, second] = await events();
  expect([first?.split(':')[0], second]).toEqual([event, `Failed: Error: ${reason}`]);
});

test('a preStop hook that sleeps delays the end', async () => {
  await run({}, { lifecycle: { preStop: { sleep: { seconds: 7 } } } });
  await cluster.clock.advance(1000);
  await cluster.client.delete(pods, key);
  await cluster.clock.advance(6900);
  expect((await get()).metadata.deletionTimestamp).toBeDefined();
  await cluster.clock.advance(1000);
  expect((await cluster.client.list(pods)).items).toEqual([]);
});

test('an ephemeral container runs beside the others', async () => {
  await run({});
  await cluster.clock.advance(1000);
  const ephemeralContainers = [{ name: 'debug', image: 'busybox' }];
  const value = uncheckedPatchValue({ spec: { ephemeralContainers } });
  await cluster.client.subresource(pods, 'ephemeralcontainers').patch(key, { type: 'merge', value });
  await cluster.clock.advance(1000);
  const pod = await get();
  expect(pod.status?.ephemeralContainerStatuses).toMatchObject([
    { name: 'debug', ready: false, restartCount: 0, state: { running: {} } },
  ]);
  expect(pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
  await cluster.client.delete(pods, key);
  await cluster.clock.advance(1000);
  expect(await events()).toContain('Killing: Stopping container debug');
});

test('a resize reaches the status', async () => {
  const requests = { cpu: '100m', memory: '64Mi' };
  await run({}, { resources: { requests } });
  await cluster.clock.advance(1000);
  expect(await status()).toMatchObject({ allocatedResources: requests, resources: { requests } });
  const containers = [{ name: 'c', image: 'web:1', resources: { requests: { ...requests, cpu: '200m' } } }];
  const value = uncheckedPatchValue({ spec: { containers } });
  await cluster.client.subresource(pods, 'resize').patch(key, { type: 'strategic', value });
  await cluster.clock.advance(1000);
  expect((await status())?.resources?.requests).toEqual({ ...requests, cpu: '200m' });
});

test('a claim that does not exist keeps a Pod of a fixed node from starting', async () => {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'none' } }];
  await run({}, {}, { nodeName: 'simulated', volumes });
  await cluster.clock.advance(2000);
  expect((await status())?.state?.waiting?.reason).toBe('ContainerCreating');
  expect((await events())[0]).toMatch(/^FailedMount: Unable to attach or mount volumes: unmounted volumes=\[data\], /);
});
