import { createClient, createTransport, loadKubeConfig, systemClock } from '@kb/client';
import { nodes, pods } from '@kb/kubernetes/core/v1';
import type { KindRef } from '@kb/dashboard/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { type EmbeddedCluster, startEmbeddedCluster } from '../cluster/embedded-cluster.ts';
import { makeTrouble } from './make-trouble.ts';

const kind: KindRef = { group: '', version: 'v1', kind: 'Pod', resource: 'pods', namespaced: true };
const key = { namespace: 'default', name: 'one' };

async function start(): Promise<EmbeddedCluster> {
  const cluster = await startEmbeddedCluster({ port: 0, workloads: true, onNotEnforced: () => undefined });
  onTestFinished(() => cluster.stop());
  return cluster;
}

/** Resolves once a read returns a value. */
async function until<T>(read: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await expect.poll(async () => (found = await read())).toBeDefined();
  if (found === undefined) throw new Error('it never came');
  return found;
}

test('a Pod fails, its node goes and comes back, and time passes at once', async () => {
  const cluster = await start();
  const { client } = cluster;
  // Pods need the account of their namespace.
  await until(() => client.getJson('/api/v1/namespaces/default/serviceaccounts/default').catch(() => undefined));
  await client.create(pods, { metadata: key, spec: { containers: [{ name: 'c', image: 'app' }] } });
  const readPod = () => client.get(pods, key);
  const { spec } = await until(async () => {
    const pod = await readPod();
    return pod.status?.phase === 'Running' ? pod : undefined;
  });
  await makeTrouble({ kind: 'fail-pod', ref: { kind, ...key }, exitCode: 3 }, client, cluster);
  await until(async () => {
    const [status] = (await readPod()).status?.containerStatuses ?? [];
    return [status?.state?.terminated, status?.lastState?.terminated].find((end) => end?.exitCode === 3);
  });

  const node = spec.nodeName ?? '';
  const ready = async (status: string) =>
    (await client.get(nodes, { name: node })).status?.conditions?.find(
      (condition) => condition.type === 'Ready' && condition.status === status,
    );
  await makeTrouble({ kind: 'stop-node', node }, client, cluster);
  // The node may renew its Lease once more before it learns that it is stopped.
  await until(async () => {
    await makeTrouble({ kind: 'advance-clock', ms: 60_000 }, client, cluster);
    return ready('Unknown');
  });
  await makeTrouble({ kind: 'start-node', node }, client, cluster);
  expect(await until(() => ready('True'))).toMatchObject({ reason: 'KubeletReady' });
});

test('cut watches end, and the API server answers at the same address', async () => {
  const cluster = await start();
  const access = await loadKubeConfig({
    path: 'config',
    env: {},
    readFile: () => Promise.resolve(new TextEncoder().encode(cluster.kubeconfig)),
  });
  const transport = createTransport(access);
  onTestFinished(() => transport.close());
  const client = createClient({ transport, clock: systemClock });
  const opened = Promise.withResolvers<void>();
  const ended = (async () => {
    for await (const _event of client.watch(pods, { onOpen: () => opened.resolve() }));
  })().catch((error: unknown) => error);
  await opened.promise;
  await makeTrouble({ kind: 'cut-watches' }, cluster.client, cluster);
  await ended;
  expect(await client.list(pods)).toMatchObject({ kind: 'PodList' });
});
