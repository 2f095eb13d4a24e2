import { isNotFound } from '@kb/apimachinery';
import { type Client, createClient, createTransport, loadKubeConfig, systemClock, systemRandom } from '@kb/client';
import { buildControlPlane, type ControlPlaneBinaries, findControlPlane, startControlPlane } from '@kb/control-plane';
import { type Namespace, namespaces, type Node, nodes, pods } from '@kb/kubernetes/core/v1';
import { type SimulatedNode, startSimulatedNode } from '@kb/simulation';
import { installManifests } from '@kb/cli/dev';
import { operatorAccount, sampleCrds, sampleRbac } from './repository.ts';
import { compactEtcd } from '../api-server/compact-etcd.ts';
import { serveResourceMetrics } from './resource-metrics.ts';
import { scenarioImages } from './scenario-images.ts';
import type { Target, TargetOptions } from './target.ts';

/** Finds the programs of a real control plane, or builds them with Go. Returns the reason if neither works. */
export async function realBinaries(log: (line: string) => void): Promise<ControlPlaneBinaries | { reason: string }> {
  const found = findControlPlane();
  if (found.binaries) return found.binaries;
  try {
    return await buildControlPlane({ log });
  } catch (error) {
    return { reason: `${found.reason}; ${error instanceof Error ? error.message : String(error)}` };
  }
}

/**
 * Starts a real control plane with kube-scheduler and the controllers of nodes. The nodes are those of each scenario:
 * `withNodes` runs one of them while the simulated kubelets of its nodes run, and removes these nodes afterwards.
 */
export async function startNodesTarget(binaries: ControlPlaneBinaries): Promise<NodesTarget> {
  const plane = await startControlPlane({
    binaries,
    scheduler: true,
    controllerManagerFlags: {
      controllers: '*,-node-ipam-controller,-ttl-controller',
      // Half of the default, so that scenarios with nodes that fail take less time.
      'node-monitor-grace-period': '25s',
    },
  });
  const transport = createTransport(await loadKubeConfig({ path: plane.kubeconfigPath }));
  const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
  return {
    client,
    withNodes: async (simulated, run) => {
      const options = { transport, clock: systemClock, random: systemRandom, images: scenarioImages };
      const running = startSimulatedNode({ ...options, nodes: simulated, scheduler: false });
      try {
        while (!(await areReady(client, simulated.length))) await systemClock.sleep(100);
        return await run();
      } finally {
        await clear(client, () => running.stop());
      }
    },
    stop: async () => {
      await transport.close();
      await plane.stop();
    },
  };
}

/**
 * Removes what a scenario has left: DaemonSets would create Pods on the nodes of the next one, and Pods would take room
 * there.
 */
async function clear(client: Client, stopNodes: () => Promise<void>): Promise<void> {
  for (const { metadata } of await scenarioNamespaces(client)) await unlessGone(client.delete(namespaces, metadata));
  await stopNodes();
  for (;;) {
    for (const { metadata } of (await client.list(pods)).items) {
      await unlessGone(client.patch(pods, metadata, { type: 'merge', value: { metadata: { finalizers: null } } }));
      await unlessGone(client.delete(pods, metadata, { gracePeriodSeconds: 0 }));
    }
    if ((await scenarioNamespaces(client)).length === 0) break;
    await systemClock.sleep(200);
  }
  for (const { metadata } of (await client.list(nodes)).items) await unlessGone(client.delete(nodes, metadata));
}

async function scenarioNamespaces(client: Client): Promise<readonly Namespace[]> {
  return (await client.list(namespaces)).items.filter(({ metadata }) => metadata.name.startsWith('w-'));
}

async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Whether all nodes take Pods: each of them has lost the taint of new nodes. */
async function areReady(client: Client, count: number): Promise<boolean> {
  const { items } = await client.list(nodes);
  const isNew = ({ spec }: Node): boolean =>
    (spec?.taints ?? []).some(({ key }) => key === 'node.kubernetes.io/not-ready');
  return items.length === count && !items.some(isNew);
}

/** A real control plane whose nodes change from scenario to scenario. */
export interface NodesTarget {
  readonly client: Client;
  withNodes<T>(simulated: readonly SimulatedNode[], run: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Starts a real control plane: kube-apiserver with RBAC, kube-controller-manager, and our simulated node, which makes
 * Pods ready.
 */
export async function startRealTarget(
  binaries: ControlPlaneBinaries,
  { workloads, resourceMetrics = false }: TargetOptions,
): Promise<Target> {
  const plane = await startControlPlane({
    binaries,
    controllers: workloads,
    // kube-controller-manager's garbage collector looks for new kinds only every 30 seconds, so install ours first.
    beforeControllers: async ({ kubeconfigPath }) => {
      const transport = createTransport(await loadKubeConfig({ path: kubeconfigPath }));
      const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
      await installManifests(client, [...sampleCrds(), ...sampleRbac()]);
      await transport.close();
    },
  });
  const transport = createTransport(await loadKubeConfig({ path: plane.kubeconfigPath }));
  const client = createClient({ transport, clock: systemClock, fieldManager: 'kb' });
  const node = workloads
    ? startSimulatedNode({ transport, clock: systemClock, random: systemRandom, images: scenarioImages })
    : undefined;
  const metrics = resourceMetrics ? await serveResourceMetrics(client) : undefined;
  return {
    name: `kube-apiserver ${plane.version}`,
    real: true,
    transport,
    client,
    kubeconfig: plane.kubeconfigPath,
    operatorKubeconfig: await plane.kubeconfigFor({ serviceAccount: operatorAccount }),
    compact: () => compactEtcd(plane.directory),
    async stop() {
      await node?.stop();
      metrics?.stop();
      await transport.close();
      await plane.stop();
    },
  };
}
