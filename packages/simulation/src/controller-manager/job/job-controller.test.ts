import fc from 'fast-check';
import { type Job, jobs } from '@kb/kubernetes/batch/v1';
import { pods } from '@kb/kubernetes/core/v1';
import { uncheckedPatchValue } from '@kb/client';
import { afterEach, describe, expect, test } from 'vitest';
import { failingTransport } from '../../test-support/failing-transport.ts';
import {
  type SimulatedCluster,
  type SimulatedClusterOptions,
  startSimulatedCluster,
} from '../../test-support/simulated-cluster.ts';

let cluster: SimulatedCluster;

afterEach(async () => {
  await cluster.stop();
});

async function start(options: SimulatedClusterOptions = {}): Promise<void> {
  cluster = await startSimulatedCluster(options);
}

const key = { namespace: 'default', name: 'job' };

const create = (spec: object = {}, image = 'x'): Promise<Job> =>
  cluster.client.create(jobs, {
    metadata: key,
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image }] } }, ...spec },
  });
const get = (): Promise<Job> => cluster.client.get(jobs, key);
const conditions = ({ status }: Job): string[] =>
  (status?.conditions ?? []).map(({ type, status: is, reason }) => `${type} ${is} ${reason ?? ''}`);
const finalizers = async (): Promise<string[]> =>
  (await cluster.pods()).flatMap(({ metadata }) => metadata.finalizers ?? []);

const completed = ['SuccessCriteriaMet True CompletionsReached', 'Complete True CompletionsReached'];

describe('the Job controller', () => {
  test('runs more Pods than one sync creates or counts, and keeps no finalizer', async () => {
    await start();
    await create({ completions: 520, parallelism: 520, completionMode: 'Indexed' });
    await cluster.clock.advance(20_000);
    const job = await get();
    expect(conditions(job)).toEqual(completed);
    expect(job.status).toMatchObject({ succeeded: 520, completedIndexes: '0-519', uncountedTerminatedPods: {} });
    expect(await finalizers()).toEqual([]);
    expect(cluster.failures).toEqual([]);
  });

  test('costs nothing when it has nothing to do', async () => {
    await start({ node: { images: { 'forever:*': { runs: true } } } });
    await create({}, 'forever:1');
    await cluster.clock.advance(10_000);
    cluster.requests.length = 0;
    await cluster.clock.advance(60_000);
    expect(cluster.requests).toEqual([]);
  });

  test('continues where another simulation was stopped', async () => {
    await start({ node: { images: { x: { exitCode: [1, 0] } } } });
    await create({ completions: 4, parallelism: 2, template: onFailure });
    for (let turn = 0; turn < 20; turn += 1) {
      await cluster.clock.advance(300);
      await cluster.restart();
    }
    await cluster.clock.advance(120_000);
    expect(conditions(await get())).toEqual(completed);
    expect((await get()).status).toMatchObject({ succeeded: 4 });
    expect(await finalizers()).toEqual([]);
  });

  const onFailure = { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'c', image: 'x' }] } };

  test('releases the Pods that a deleted Job leaves behind', async () => {
    await start({ node: { images: { x: { runs: true } } } });
    await create({ parallelism: 3 });
    await cluster.clock.advance(3000);
    expect(await finalizers()).toHaveLength(3);
    await cluster.client.delete(jobs, key, { propagationPolicy: 'Orphan' });
    await cluster.clock.advance(3000);
    expect((await cluster.pods()).map(({ metadata }) => [metadata.finalizers, metadata.ownerReferences])).toEqual(
      Array.from({ length: 3 }, () => [undefined, undefined]),
    );
  });

  test('does not count a Pod twice when its finalizer is removed by someone else', async () => {
    await start();
    await create({ completions: 2, parallelism: 1 });
    await cluster.clock.advance(1500);
    const [pod] = await cluster.pods();
    const value = uncheckedPatchValue({ metadata: { finalizers: [] } });
    await cluster.client.patch(pods, pod?.metadata ?? key, { type: 'merge', value });
    await cluster.clock.advance(20_000);
    // The Pod was lost before it was counted, so another one ran.
    expect(conditions(await get())).toEqual(completed);
    expect((await get()).status?.succeeded).toBe(2);
  });

  test('leaves Jobs of other controllers alone', async () => {
    await start();
    await create({ managedBy: 'example.com/mine' });
    await cluster.clock.advance(10_000);
    expect((await get()).status).toEqual({});
    expect(await cluster.pods()).toEqual([]);
  });

  test('ends with the same counts when requests and connections fail', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), async (seed) => {
        await start({ intercept: (transport) => failingTransport(transport, seed) });
        await create({ completions: 6, parallelism: 3, completionMode: 'Indexed' });
        await cluster.clock.advance(900_000);
        expect(conditions(await get())).toEqual(completed);
        expect((await get()).status).toMatchObject({ succeeded: 6, completedIndexes: '0-5' });
        expect(await finalizers()).toEqual([]);
        await cluster.stop();
      }),
      { numRuns: 5 },
    );
    await start();
  });
});
