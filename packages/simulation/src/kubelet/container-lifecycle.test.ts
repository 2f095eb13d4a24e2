import { configMaps, type ContainerStatus, events, type Pod, pods, secrets } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { startSimulatedNode } from '../start-simulated-node.ts';
import { type SimulatedCluster, startSimulatedCluster } from '../test-support/simulated-cluster.ts';
import type { SimulatedNodeOptions } from './options/node-options.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

async function startNode(node: SimulatedNodeOptions = {}): Promise<void> {
  cluster = await startSimulatedCluster({
    start: ({ transport, clock, onError }) =>
      startSimulatedNode({ transport, clock, ...(onError && { onError }), ...node }),
  });
}

const key = { namespace: 'default', name: 'p' };
const container = { name: 'c', image: 'web:1' };

const create = (spec: object = {}, metadata: object = {}): Promise<Pod> =>
  cluster.client.create(pods, { metadata: { ...key, ...metadata }, spec: { containers: [container], ...spec } });
const get = (): Promise<Pod> => cluster.client.get(pods, key);

/** The state of a container in short: `running 1` after one restart, `Completed 0`, `CrashLoopBackOff`. */
function short({ state, restartCount }: ContainerStatus): string {
  if (state?.terminated) return `${state.terminated.reason ?? ''} ${state.terminated.exitCode}`;
  return state?.waiting ? (state.waiting.reason ?? '') : `running ${restartCount}`;
}

const shorts = ({ status }: Pod): unknown[] => [
  status?.phase,
  ...(status?.initContainerStatuses ?? []).map((one) => `${one.name} ${short(one)}`),
  ...(status?.containerStatuses ?? []).map(short),
];

/** What the Pod shows after each of these times, in milliseconds since its creation. */
async function at(...times: number[]): Promise<unknown[]> {
  const seen: unknown[] = [];
  let last = 0;
  for (const time of times) {
    await cluster.clock.advance(time - last);
    last = time;
    seen.push(shorts(await get()));
  }
  return seen;
}

const condition = ({ status }: Pod, type: string): unknown => {
  const found = status?.conditions?.find((one) => one.type === type);
  return found?.reason === undefined ? found?.status : `${found.status} ${found.reason}`;
};

describe('a Pod that runs once', () => {
  test.each([
    ['Never', 0, 'Succeeded', 'Completed 0'],
    ['Never', 3, 'Failed', 'Error 3'],
    ['OnFailure', 0, 'Succeeded', 'Completed 0'],
  ])('%s with exit code %i: %s', async (restartPolicy, exitCode, phase, state) => {
    await startNode({ images: { 'web:*': { exitCode, exitAfterMs: 500 } } });
    await create({ restartPolicy });
    expect(await at(100, 599, 700)).toEqual([
      ['Running', 'running 0'],
      ['Running', 'running 0'],
      [phase, state],
    ]);
    const pod = await get();
    const reason = phase === 'Succeeded' ? 'False PodCompleted' : 'False PodFailed';
    expect(['Ready', 'ContainersReady'].map((type) => condition(pod, type))).toEqual([reason, reason]);
    expect(condition(pod, 'Initialized')).toBe(phase === 'Succeeded' ? 'True PodCompleted' : 'True');
    expect(condition(pod, 'PodReadyToStartContainers')).toBe('False');
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests.filter((request) => !request.includes('/leases'))).toEqual([]);
  });

  test('ends with code 0 after a second by default, unless its image runs', async () => {
    await startNode({ images: { 'server:*': { runs: true } } });
    await create({ restartPolicy: 'Never', containers: [container, { name: 'd', image: 'server:1' }] });
    expect(await at(1099, 1200, 60_000)).toEqual([
      ['Running', 'running 0', 'running 0'],
      ['Running', 'Completed 0', 'running 0'],
      ['Running', 'Completed 0', 'running 0'],
    ]);
  });

  test('is restarted on failure, with a back-off, until it succeeds', async () => {
    await startNode({ images: { 'web:*': { exitCode: [1, 1, 0], exitAfterMs: 1000 } } });
    await create({ restartPolicy: 'OnFailure' });
    expect(await at(1050, 1150, 2200, 12_050, 12_150, 13_300)).toEqual([
      ['Running', 'running 0'],
      ['Running', 'running 1'],
      ['Running', 'CrashLoopBackOff'],
      ['Running', 'CrashLoopBackOff'],
      ['Running', 'running 2'],
      ['Succeeded', 'Completed 0'],
    ]);
    const [status] = (await get()).status?.containerStatuses ?? [];
    expect(status).toMatchObject({ restartCount: 2, lastState: { terminated: { exitCode: 1, reason: 'Error' } } });
  });

  test('fails at its deadline', async () => {
    await startNode({ images: { 'web:*': { runs: true } } });
    await create({ restartPolicy: 'Never', activeDeadlineSeconds: 5 });
    expect(await at(4900, 5100)).toEqual([
      ['Running', 'running 0'],
      ['Failed', 'Completed 0'],
    ]);
    const message = 'Pod was active on the node longer than the specified deadline';
    expect((await get()).status).toMatchObject({ reason: 'DeadlineExceeded', message });
    expect(await cluster.events('Pod')).toContain(`DeadlineExceeded: ${message}`);
  });
});

describe('a container that crashes', () => {
  const crashing = { 'web:*': { exitCode: 1, exitAfterMs: 0 } };

  test('waits 0, 10, 20, 40, 80, 160 and 300 seconds, and 300 from then on', async () => {
    await startNode({ images: crashing, startMs: 0 });
    await create();
    const counts: number[] = [];
    for (const seconds of [1, 10, 20, 40, 80, 160, 300, 300]) {
      await cluster.clock.advance(1000 * seconds);
      counts.push((await get()).status?.containerStatuses?.[0]?.restartCount ?? -1);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { uid } = (await get()).metadata;
    const message = `back-off 5m0s restarting failed container=c pod=p_default(${uid})`;
    expect((await get()).status?.containerStatuses?.[0]).toMatchObject({
      state: { waiting: { reason: 'CrashLoopBackOff', message } },
      lastState: { terminated: { exitCode: 1 } },
      ready: false,
      started: false,
    });
  });

  test('is restarted at once after a long run', async () => {
    await startNode({ images: { 'web:*': { exitCode: 1, exitAfterMs: 600_000 } } });
    await create();
    expect(await at(600_200, 1_200_300, 1_800_400)).toEqual([
      ['Running', 'running 1'],
      ['Running', 'running 2'],
      ['Running', 'running 3'],
    ]);
  });

  test('keeps its back-off when the node restarts', async () => {
    await startNode({ images: crashing });
    await create();
    await cluster.clock.advance(12_000);
    expect(shorts(await get())).toEqual(['Running', 'CrashLoopBackOff']);
    await cluster.restart();
    await cluster.clock.advance(10_000);
    expect(shorts(await get())).toEqual(['Running', 'CrashLoopBackOff']);
    await cluster.clock.advance(10_000);
    const [status] = (await get()).status?.containerStatuses ?? [];
    expect(status?.restartCount).toBe(3);
    expect(status?.state?.waiting?.message).toMatch(/^back-off 40s /);
  });
});

describe('init containers', () => {
  const initContainers = [
    { name: 'a', image: 'init:1' },
    { name: 's', image: 'side:1', restartPolicy: 'Always' },
    { name: 'b', image: 'init:1' },
  ];

  test('run one after the other; sidecars keep running, and stop at the end', async () => {
    await startNode({ images: { 'init:*': { exitCode: 0, exitAfterMs: 1000 } } });
    await create({ initContainers, restartPolicy: 'Never' });
    expect(await at(50, 200, 1200, 2200, 3300)).toEqual([
      ['Pending', 'a PodInitializing', 's PodInitializing', 'b PodInitializing', 'PodInitializing'],
      ['Pending', 'a running 0', 's PodInitializing', 'b PodInitializing', 'PodInitializing'],
      ['Pending', 'a Completed 0', 's running 0', 'b running 0', 'PodInitializing'],
      ['Running', 'a Completed 0', 's running 0', 'b Completed 0', 'running 0'],
      ['Succeeded', 'a Completed 0', 's Completed 0', 'b Completed 0', 'Completed 0'],
    ]);
  });

  test('fail the Pod if it never restarts', async () => {
    await startNode({ images: { 'init:*': { exitCode: 2, exitAfterMs: 100 } } });
    await create({ initContainers: initContainers.slice(0, 1), restartPolicy: 'Never' });
    expect(await at(300)).toEqual([['Failed', 'a Error 2', 'PodInitializing']]);
  });

  test('are repeated if they fail in a Pod that restarts', async () => {
    await startNode({ images: { 'init:*': { exitCode: [1, 0], exitAfterMs: 100 } } });
    await create({ initContainers: initContainers.slice(0, 1) });
    expect(await at(250, 500)).toEqual([
      ['Pending', 'a running 1', 'PodInitializing'],
      ['Running', 'a Completed 0', 'running 0'],
    ]);
  });
});

test('an image that cannot be pulled alternates between ErrImagePull and ImagePullBackOff', async () => {
  await startNode({ images: { 'web:*': { pullError: 'not found' } } });
  await create();
  expect(await at(500, 2000, 9000, 10_200, 12_000, 30_200)).toEqual([
    ['Pending', 'ErrImagePull'],
    ['Pending', 'ImagePullBackOff'],
    ['Pending', 'ImagePullBackOff'],
    ['Pending', 'ErrImagePull'],
    ['Pending', 'ImagePullBackOff'],
    ['Pending', 'ErrImagePull'],
  ]);
  await cluster.clock.advance(2000);
  const [status] = (await get()).status?.containerStatuses ?? [];
  expect(status?.state?.waiting?.message).toBe('Back-off pulling image "web:1": ErrImagePull: not found');
  expect(new Set(await cluster.events('Pod'))).toEqual(
    new Set([
      'Scheduled: Successfully assigned default/p to simulated',
      'Pulling: Pulling image "web:1"',
      'Failed: Failed to pull image "web:1": not found',
      'Failed: Error: ErrImagePull',
      'BackOff: Back-off pulling image "web:1"',
      'Failed: Error: ImagePullBackOff',
    ]),
  );
});

describe('a Pod that needs a ConfigMap or a Secret', () => {
  const map = { metadata: { namespace: 'default', name: 'm' }, data: { k: 'v' } };
  const env = (valueFrom: object): object => ({ containers: [{ ...container, env: [{ name: 'X', valueFrom }] }] });

  test.each([
    ['a ConfigMap', env({ configMapKeyRef: { name: 'none', key: 'k' } }), 'configmap "none" not found'],
    ['a key', env({ configMapKeyRef: { name: 'm', key: 'x' } }), "couldn't find key x in ConfigMap default/m"],
    ['a Secret', env({ secretKeyRef: { name: 'none', key: 'k' } }), 'secret "none" not found'],
    ['all of it', { containers: [{ ...container, envFrom: [{ secretRef: { name: 'n' } }] }] }, 'secret "n" not found'],
  ])('waits for %s of its environment', async (_, spec, message) => {
    await startNode();
    await cluster.client.create(configMaps, map);
    await create(spec);
    expect(await at(500)).toEqual([['Pending', 'CreateContainerConfigError']]);
    expect((await get()).status?.containerStatuses?.[0]?.state?.waiting?.message).toBe(message);
    expect(await cluster.events('Pod')).toContain(`Failed: Error: ${message}`);
  });

  test('does not wait for optional ones', async () => {
    await startNode();
    await create({
      ...env({ configMapKeyRef: { name: 'none', key: 'k', optional: true } }),
      volumes: [{ name: 'v', secret: { secretName: 'none', optional: true } }],
    });
    expect(await at(500)).toEqual([['Running', 'running 0']]);
  });

  test('starts when it exists', async () => {
    await startNode();
    await create(env({ secretKeyRef: { name: 's', key: 'k' } }));
    await cluster.clock.advance(3000);
    await cluster.client.create(secrets, { metadata: { namespace: 'default', name: 's' }, data: { k: 'djI=' } });
    await cluster.clock.advance(10_000);
    expect(shorts(await get())).toEqual(['Running', 'running 0']);
  });

  test('mounts nothing before its volumes exist', async () => {
    await startNode();
    await create({ volumes: [{ name: 'v', configMap: { name: 'm' } }] });
    expect(await at(5000)).toEqual([['Pending', 'ContainerCreating']]);
    const message = 'MountVolume.SetUp failed for volume "v" : configmap "m" not found';
    expect(await cluster.events('Pod')).toContain(`FailedMount: ${message}`);
    await cluster.client.create(configMaps, map);
    await cluster.clock.advance(10_000);
    expect(shorts(await get())).toEqual(['Running', 'running 0']);
  });
});

test('probes delay what they report', async () => {
  await startNode();
  const probe = (initialDelaySeconds: number): object => ({ tcpSocket: { port: 80 }, initialDelaySeconds });
  await create({ containers: [{ ...container, startupProbe: probe(2), readinessProbe: probe(5) }] });
  const seen: unknown[] = [];
  for (let second = 0; second < 6; second += 1) {
    await cluster.clock.advance(second === 0 ? 500 : 1000);
    const [status] = (await get()).status?.containerStatuses ?? [];
    seen.push([status?.started, status?.ready]);
  }
  const [no, started, ready] = [
    [false, false],
    [true, false],
    [true, true],
  ];
  expect(seen).toEqual([no, no, started, started, started, ready]);
});

describe('when a Pod is deleted that finalizers keep', () => {
  const held = { finalizers: ['example.com/held'] };

  test.each<[string, SimulatedNodeOptions, unknown[]]>([
    ['a server exits with code 0', { images: { 'web:*': { runs: true } } }, ['Succeeded', 'Completed 0']],
    ['work is interrupted', { images: { 'web:*': { exitCode: 0, exitAfterMs: 60_000 } } }, ['Failed', 'Error 143']],
    ['a slow process is killed', { stopMs: 60_000, images: { 'web:*': { runs: true } } }, ['Failed', 'Error 137']],
    ['a container never ran', { startMs: 60_000 }, ['Failed', 'ContainerStatusUnknown 137']],
    ['a container waits', { images: { 'web:*': { exitCode: 2, exitAfterMs: 0 } } }, ['Failed', 'Error 2']],
  ])('%s', async (_, node, expected) => {
    await startNode(node);
    await create({ restartPolicy: 'OnFailure', terminationGracePeriodSeconds: 3 }, held);
    await cluster.clock.advance(1000);
    await cluster.client.delete(pods, key);
    await cluster.clock.advance(4000);
    expect(shorts(await get())).toEqual(expected);
  });
});

test('Events have the reasons, messages and parts of the kubelet', async () => {
  await startNode({ images: { 'web:*': { exitCode: 1, exitAfterMs: 0 } } });
  await create({ initContainers: [{ name: 'i', image: 'init:1' }] });
  await cluster.clock.advance(2000);
  const { uid } = (await get()).metadata;
  const { items } = await cluster.client.list(events, { fieldSelector: 'source=kubelet' });
  const started = (image: string, part: string): string[][] => [
    ['Pulled', `Container image "${image}" already present on machine and can be accessed by the pod`, part, '1'],
    ['Created', 'Container created', part, '1'],
    ['Started', 'Container started', part, '1'],
  ];
  const [init, main] = ['spec.initContainers{i}', 'spec.containers{c}'];
  const counted = items.map(({ reason, message, involvedObject, count }) => [
    reason,
    message,
    involvedObject.fieldPath,
    String(count),
  ]);
  expect(counted).toEqual([
    ...started('init:1', init),
    ...started('web:1', main).map((event) => event.with(3, '2')),
    ['BackOff', `Back-off restarting failed container c in pod p_default(${uid})`, main, '1'],
  ]);
});
