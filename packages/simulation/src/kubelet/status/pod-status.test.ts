import { uncheckedPatchValue } from '@kb/client';
import { type Pod, type PodCondition, pods } from '@kb/kubernetes/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSimulatedNode } from '../../start-simulated-node.ts';
import { type SimulatedCluster, startSimulatedCluster } from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

beforeEach(async () => {
  cluster = await startSimulatedCluster({
    start: ({ transport, clock, onError }) =>
      startSimulatedNode({
        transport,
        clock,
        images: { 'unready:*': { unready: true }, 'init:*': { exitCode: 0, exitAfterMs: 1000 } },
        ...(onError && { onError }),
      }),
  });
});

afterEach(async () => {
  await cluster.stop();
});

const key = { namespace: 'default', name: 'p' };
const container = (name: string, image: string): object => ({ name, image });

/** Creates a Pod, and resolves with it after a time in milliseconds. */
async function run(spec: object, afterMs: number): Promise<Pod> {
  await cluster.client.create(pods, { metadata: key, spec: { containers: [], ...spec } });
  await cluster.clock.advance(afterMs);
  return await cluster.client.get(pods, key);
}

const condition = ({ status }: Pod, type: string): PodCondition | undefined =>
  status?.conditions?.find((one) => one.type === type);

test('conditions are in the order of the kubelet, with the generation that it has seen', async () => {
  const pod = await run({ containers: [container('c', 'web:1')] }, 1000);
  const types = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'];
  expect(pod.status?.conditions?.map(({ type }) => type)).toEqual(types);
  expect(pod.status?.conditions?.map(({ observedGeneration }) => observedGeneration)).toEqual(types.map(() => 1));
  expect(pod.status?.observedGeneration).toBe(1);
});

test('names the containers that are not ready, and the init containers that have not ended', async () => {
  const initContainers = [container('one', 'init:1'), container('two', 'init:1')];
  const containers = [container('z', 'unready:1'), container('b', 'web:1'), container('a', 'unready:1')];
  const starting = await run({ initContainers, containers }, 500);
  expect(condition(starting, 'Initialized')).toMatchObject({
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: 'containers with incomplete status: [one two]',
  });
  await cluster.clock.advance(1000);
  expect(condition(await cluster.client.get(pods, key), 'Initialized')?.message).toBe(
    'containers with incomplete status: [two]',
  );
  await cluster.clock.advance(2000);
  const running = await cluster.client.get(pods, key);
  const why = { status: 'False', reason: 'ContainersNotReady', message: 'containers with unready status: [z a]' };
  expect([condition(running, 'Ready'), condition(running, 'ContainersReady')]).toMatchObject([why, why]);
});

test('says which readiness gate has no condition, and which one is not true', async () => {
  const readinessGates = ['example.com/none', 'example.com/no'].map((conditionType) => ({ conditionType }));
  const pod = await run({ readinessGates, containers: [container('c', 'web:1')] }, 1000);
  const conditions = [...(pod.status?.conditions ?? []), { type: 'example.com/no', status: 'False' }];
  const value = uncheckedPatchValue({ status: { conditions } });
  await cluster.client.subresource(pods, 'status').patch(key, { type: 'merge', value });
  await cluster.clock.advance(100);
  expect(condition(await cluster.client.get(pods, key), 'Ready')).toMatchObject({
    status: 'False',
    reason: 'ReadinessGatesNotReady',
    message:
      'corresponding condition of pod readiness gate "example.com/none" does not exist., the status of pod readiness gate "example.com/no" is not "True", but False',
  });
});

test('statuses of containers are sorted by name, and those of init containers are in their order', async () => {
  const initContainers = [container('second', 'init:1'), container('first', 'init:1')];
  const { status } = await run({ initContainers, containers: ['z', 'a'].map((name) => container(name, 'web:1')) }, 500);
  expect(status?.containerStatuses?.map(({ name, state }) => [name, state?.waiting?.reason])).toEqual([
    ['a', 'PodInitializing'],
    ['z', 'PodInitializing'],
  ]);
  expect(status?.initContainerStatuses?.map(({ name }) => name)).toEqual(['second', 'first']);
});
