import { type ContainerStatus, events, type Pod, pods } from '@kb/kubernetes/core/v1';
import { afterEach, describe, expect, test } from 'vitest';
import { startSimulatedNode } from '../start-simulated-node.ts';
import { type SimulatedCluster, startSimulatedCluster } from '../test-support/simulated-cluster.ts';
import type { ImageBehaviors } from './options/images.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

const key = { namespace: 'default', name: 'p' };
const exec = { exec: { command: ['run'] } };

/** Starts a node, and a Pod with these containers on it. */
async function run(images: ImageBehaviors, spec: object, metadata: object = {}): Promise<void> {
  cluster = await startSimulatedCluster({
    start: ({ transport, clock, onError }) =>
      startSimulatedNode({ transport, clock, images, ...(onError && { onError }) }),
  });
  await cluster.client.create(pods, { metadata: { ...key, ...metadata }, spec: { containers: [], ...spec } });
}

const web = (rest: object = {}): object => ({ name: 'c', image: 'web:1', ...rest });
const get = (): Promise<Pod> => cluster.client.get(pods, key);
const status = async () => (await get()).status?.containerStatuses?.[0];

/** The Events of the kubelet about the Pod except those of a healthy start, in order. */
async function unusual(): Promise<string[]> {
  const usual = new Set(['Pulled', 'Created', 'Started']);
  const { items } = await cluster.client.list(events, { fieldSelector: 'source=kubelet' });
  return items.filter(({ reason = '' }) => !usual.has(reason)).map(({ reason, message }) => `${reason}: ${message}`);
}

/** The statuses of the first container, in the next second, in which it waits for a reason. */
async function statusesSeen(reason: string): Promise<ContainerStatus[]> {
  const seen: ContainerStatus[] = [];
  const watching = new AbortController();
  const watched = (async () => {
    for await (const { type, object } of cluster.client.watch(pods, {
      namespace: 'default',
      signal: watching.signal,
    })) {
      const [container] = type === 'BOOKMARK' ? [] : (object.status?.containerStatuses ?? []);
      if (container?.state?.waiting?.reason === reason) seen.push(container);
    }
  })().catch(() => undefined);
  await cluster.clock.advance(1000);
  watching.abort();
  await watched;
  return seen;
}

describe('a process that cannot be started', () => {
  const startError = 'exec: "srv": executable file not found in $PATH';

  test('waits with RunContainerError and CrashLoopBackOff, and ends with code 128', async () => {
    await run({ 'web:*': { startError } }, { containers: [web()] });
    await cluster.clock.advance(5000);
    expect(await status()).toMatchObject({
      restartCount: 1,
      started: false,
      ready: false,
      state: { waiting: { reason: 'CrashLoopBackOff' } },
      lastState: {
        terminated: { exitCode: 128, reason: 'StartError', message: startError, startedAt: '1970-01-01T00:00:00Z' },
      },
    });
    expect((await unusual()).slice(0, 2)).toEqual([
      `Failed: Error: ${startError}`,
      expect.stringMatching(/^BackOff: Back-off restarting failed container c /),
    ]);
  });

  test('shows RunContainerError, and its end as the last state, until it is started again', async () => {
    await run({ 'web:*': ({ restartCount }) => (restartCount === 0 ? { startError } : {}) }, { containers: [web()] });
    const seen = await statusesSeen('RunContainerError');
    const waiting = { reason: 'RunContainerError', message: startError };
    const terminated = { exitCode: 128, reason: 'StartError' };
    expect(seen[0]).toMatchObject({ restartCount: 0, state: { waiting }, lastState: { terminated } });
    expect(await status()).toMatchObject({ restartCount: 1, state: { running: {} }, lastState: { terminated } });
  });

  test('fails a Pod that never restarts', async () => {
    await run({ 'web:*': { startError } }, { containers: [web()], restartPolicy: 'Never' });
    await cluster.clock.advance(5000);
    expect((await get()).status?.phase).toBe('Failed');
    expect((await status())?.state?.terminated).toMatchObject({ exitCode: 128, reason: 'StartError' });
  });
});

describe('a postStart hook', () => {
  const lifecycle = { postStart: exec };

  test('holds back its container, and those that follow', async () => {
    await run(
      { 'web:*': { postStartMs: 3000 } },
      { containers: [web({ lifecycle }), { name: 'd', image: 'other:1' }] },
    );
    await cluster.clock.advance(2000);
    expect((await get()).status).toMatchObject({
      phase: 'Pending',
      containerStatuses: [
        { state: { waiting: { reason: 'ContainerCreating' } } },
        { state: { waiting: { reason: 'ContainerCreating' } } },
      ],
    });
    await cluster.clock.advance(1500);
    expect((await get()).status).toMatchObject({
      phase: 'Running',
      containerStatuses: [{ state: { running: { startedAt: expect.any(String) } } }, { state: { running: {} } }],
    });
  });

  test('that fails stops the container, which is restarted', async () => {
    await run({ 'web:*': { postStartError: 'exit 1' } }, { containers: [web({ lifecycle })] });
    await cluster.clock.advance(3000);
    expect((await unusual()).slice(0, 2)).toEqual([
      'FailedPostStartHook: PostStartHook failed',
      'Killing: FailedPostStartHook',
    ]);
    expect(await status()).toMatchObject({ restartCount: 1, state: { waiting: { reason: 'CrashLoopBackOff' } } });
  });

  test('that fails is the reason why the container waits, and its message that of the hook', async () => {
    const postStartError = 'command "run" failed: exit 1';
    await run({ 'web:*': { postStartError, startMs: 0 } }, { containers: [web({ lifecycle })] });
    const shown = await statusesSeen('PostStartHookError');
    expect(shown[0]).toMatchObject({
      restartCount: 0,
      state: { waiting: { reason: 'PostStartHookError', message: postStartError } },
      lastState: { terminated: { exitCode: 0, reason: 'Completed' } },
    });
  });

  test('that fails ends a Pod that never restarts', async () => {
    await run({ 'web:*': { postStartError: 'exit 1' } }, { containers: [web({ lifecycle })], restartPolicy: 'Never' });
    await cluster.clock.advance(3000);
    expect((await get()).status).toMatchObject({
      phase: 'Failed',
      containerStatuses: [{ state: { terminated: { exitCode: 143, reason: 'Error' } } }],
    });
  });

  test('sleeps as long as it says', async () => {
    await run({}, { containers: [web({ lifecycle: { postStart: { sleep: { seconds: 5 } } } })] });
    await cluster.clock.advance(5000);
    expect((await status())?.state?.waiting?.reason).toBe('ContainerCreating');
    await cluster.clock.advance(1000);
    expect((await status())?.state?.running).toBeDefined();
  });
});

describe('a preStop hook', () => {
  const lifecycle = { preStop: exec };
  const exists = async (): Promise<boolean> => (await cluster.client.list(pods)).items.length > 0;

  test('delays the end, and says that it failed', async () => {
    await run({ 'web:*': { preStopMs: 4000, preStopError: 'exit 1' } }, { containers: [web({ lifecycle })] });
    await cluster.clock.advance(1000);
    await cluster.client.delete(pods, key);
    await cluster.clock.advance(3900);
    expect(await unusual()).toEqual(['Killing: Stopping container c']);
    await cluster.clock.advance(150);
    expect(await unusual()).toEqual(['Killing: Stopping container c', 'FailedPreStopHook: PreStopHook failed']);
    expect(await exists()).toBe(true);
    await cluster.clock.advance(100);
    expect(await exists()).toBe(false);
  });

  test('that takes longer than the grace period leaves two seconds', async () => {
    await run(
      { 'web:*': { preStopMs: 60_000, stopMs: 60_000 } },
      { containers: [web({ lifecycle })], terminationGracePeriodSeconds: 5 },
    );
    await cluster.clock.advance(1000);
    await cluster.client.delete(pods, key);
    await cluster.clock.advance(6900);
    expect(await exists()).toBe(true);
    await cluster.clock.advance(200);
    expect(await exists()).toBe(false);
  });
});

describe('sidecars', () => {
  const initContainers = ['first', 'second'].map((name) => ({ name, image: 'side:1', restartPolicy: 'Always' }));
  const images = { 'side:*': { stopMs: 1000 }, 'web:*': { stopMs: 2000, runs: true } };
  const held = { finalizers: ['example.com/held'] };

  /** When each container ended, in seconds after the first one that did. */
  async function ends(): Promise<Record<string, number>> {
    const { containerStatuses = [], initContainerStatuses = [] } = (await get()).status ?? {};
    const times = [...initContainerStatuses, ...containerStatuses].map(({ name, state }): [string, number] => [
      name,
      Date.parse(String(state?.terminated?.finishedAt)),
    ]);
    const first = Math.min(...times.map(([, time]) => time));
    return Object.fromEntries(times.map(([name, time]) => [name, (time - first) / 1000]));
  }

  test('stop after the other containers of a deleted Pod, the last one first', async () => {
    await run(images, { containers: [web()], initContainers }, held);
    await cluster.clock.advance(1000);
    await cluster.client.delete(pods, key);
    await cluster.clock.advance(10_000);
    expect(await ends()).toEqual({ c: 0, second: 1, first: 2 });
    expect(new Set(await unusual())).toEqual(
      new Set(['c', 'first', 'second'].map((name) => `Killing: Stopping container ${name}`)),
    );
  });

  test('have two seconds after the grace period, whose turn did not come before', async () => {
    await run(
      { 'side:*': { stopMs: 60_000 }, 'web:*': { stopMs: 60_000, runs: true } },
      { containers: [web()], initContainers, terminationGracePeriodSeconds: 5 },
      held,
    );
    await cluster.clock.advance(1000);
    await cluster.client.delete(pods, key);
    await cluster.clock.advance(10_000);
    expect(await ends()).toEqual({ c: 0, second: 2, first: 2 });
  });

  test('stop one after the other when the others have ended, and the Pod ends with the last one', async () => {
    await run({ 'side:*': { stopMs: 1000 } }, { containers: [web()], initContainers, restartPolicy: 'Never' });
    await cluster.clock.advance(2500);
    expect((await get()).status).toMatchObject({
      phase: 'Running',
      initContainerStatuses: [{ state: { running: {} } }, { state: {} }],
      containerStatuses: [{ state: { terminated: { reason: 'Completed' } } }],
    });
    await cluster.clock.advance(1500);
    expect((await get()).status?.phase).toBe('Succeeded');
    expect(await ends()).toEqual({ c: 0, second: 1, first: 2 });
  });
});

describe('the message of an end', () => {
  const ended = async () => (await status())?.state?.terminated;
  const logs = Array.from({ length: 100 }, (_, line) => `line ${line}`);

  test('is what the process wrote', async () => {
    await run({ 'web:*': { terminationMessage: 'done' } }, { containers: [web()], restartPolicy: 'Never' });
    await cluster.clock.advance(3000);
    expect(await ended()).toMatchObject({ exitCode: 0, message: 'done' });
  });

  test('is the end of the log of a process that failed, if its policy says so', async () => {
    const policy = { terminationMessagePolicy: 'FallbackToLogsOnError' };
    await run({ 'web:*': { exitCode: 1, logs } }, { containers: [web(policy)], restartPolicy: 'Never' });
    await cluster.clock.advance(3000);
    expect((await ended())?.message).toBe(`${logs.slice(20).join('\n')}\n`);
  });

  test.each([
    ['a process that succeeded', { exitCode: 0, logs }, { terminationMessagePolicy: 'FallbackToLogsOnError' }],
    ['the default policy', { exitCode: 1, logs }, {}],
    ['a process that is killed for its memory', { oomAfterMs: 0, terminationMessage: 'done' }, {}],
  ])('is absent for %s', async (_, behavior, rest) => {
    await run({ 'web:*': behavior }, { containers: [web(rest)], restartPolicy: 'Never' });
    await cluster.clock.advance(3000);
    expect(await ended()).toMatchObject({ exitCode: expect.any(Number) });
    expect(await ended()).not.toHaveProperty('message');
  });

  test.each([
    [1, 4096],
    [6, 2048],
  ])('has a limit, which %i containers share: %i bytes', async (count, bytes) => {
    const containers = Array.from({ length: count }, (_, index) => ({ name: `c${index}`, image: 'web:1' }));
    await run({ 'web:*': { terminationMessage: 'é'.repeat(3000) } }, { containers, restartPolicy: 'Never' });
    await cluster.clock.advance(3000);
    expect(Buffer.byteLength((await ended())?.message ?? '')).toBe(bytes);
  });
});

test('a process that reacts to SIGTERM ends before the grace period of a failing probe', async () => {
  const livenessProbe = { tcpSocket: { port: 1 }, periodSeconds: 1, failureThreshold: 1 };
  await run({ 'web:*': { unhealthyAfterMs: 2000, stopMs: 500 } }, { containers: [web({ livenessProbe })] });
  await cluster.clock.advance(4000);
  expect(await status()).toMatchObject({
    restartCount: 1,
    lastState: { terminated: { exitCode: 0, reason: 'Completed' } },
  });
});
