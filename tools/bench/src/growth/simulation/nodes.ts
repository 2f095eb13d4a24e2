import { type GrowthServer, nameOf } from '../api-server/growth-server.ts';
import type { GrowthOperation } from '../measure/growth-operation.ts';
import { createEach, PAUSE_MS, paths, startSimulation, templateOf, until } from './simulated-server.ts';

/** Starts a server with this many nodes, each with room for a hundred Pods. */
const startNodes = (count: number): Promise<GrowthServer> =>
  startSimulation(
    {},
    { nodes: [{ name: 'n', count, capacity: { cpu: '100', memory: '1000Gi', pods: '110' } }], leaseRenewalMs: 10_000 },
  );

/** A Pod that is bound to a node, and leaves it as soon as the node fails. */
const podOn = (node: string, index: number): object => ({
  metadata: { name: nameOf(index), labels: { app: 'p' } },
  spec: {
    nodeName: node,
    terminationGracePeriodSeconds: 1,
    containers: [{ name: 'main', image: 'image:1' }],
    tolerations: ['not-ready', 'unreachable'].map((name) => ({
      key: `node.kubernetes.io/${name}`,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 5,
    })),
  },
});

const stopKubelet = { metadata: { annotations: { 'simulated-node/stopped': 'true' } } };
/** Counts the Pods that are being deleted: those of a node that fails stay until its kubelet is back. */
const evicted = async ({ request }: GrowthServer): Promise<number> => {
  const { items } = JSON.parse(await request('GET', `${paths.pods}?labelSelector=app%3Dp`)) as {
    readonly items: readonly { readonly metadata: { readonly deletionTimestamp?: string } }[];
  };
  return items.filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length;
};

/** What happens on many nodes, or with the Pods of nodes that fail. */
export const nodeOperations: readonly GrowthOperation[] = [
  {
    name: 'simulation: a DaemonSet on many nodes',
    of: 'nodes',
    size: 50,
    prepare: async (size) => {
      const started = await startNodes(size);
      return async () => {
        const spec = { selector: { matchLabels: { app: 'd' } }, template: templateOf('d') };
        await started.request('POST', paths.daemonSets, { metadata: { name: 'd' }, spec });
        await until(started, `${paths.daemonSets}/d`, ({ status }) => status?.['numberAvailable'] === size);
      };
    },
  },
  {
    name: 'simulation: Leases of many nodes, for ten minutes',
    of: 'nodes',
    size: 50,
    prepare: async (size) => {
      const started = await startNodes(size);
      return () => started.clock.advance(600_000);
    },
  },
  {
    name: 'simulation: a node fails, and its Pods are evicted',
    of: 'Pods',
    size: 125,
    prepare: async (size) => {
      const started = await startNodes(3);
      await createEach(started, size, paths.pods, (index) => podOn('n-1', index));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        await started.request('PATCH', `${paths.nodes}/n-1`, stopKubelet);
        await started.clock.advance(180_000);
        const gone = await evicted(started);
        if (gone !== size) throw new Error(`${gone} Pods are being deleted`);
      };
    },
  },
  {
    name: 'simulation: a node is tainted, and its Pods are evicted',
    of: 'Pods',
    size: 125,
    prepare: async (size) => {
      const started = await startSimulation();
      await createEach(started, size, paths.pods, (index) => podOn('simulated', index));
      await started.clock.advance(PAUSE_MS);
      return async () => {
        const taints = [{ key: 'example.com/broken', effect: 'NoExecute' }];
        await started.request('PATCH', `${paths.nodes}/simulated`, { spec: { taints } });
        await until(started, `${paths.pods}?limit=1`, ({ items = [] }) => items.length === 0);
      };
    },
  },
  {
    name: 'simulation: Pods of a node that is gone are collected',
    of: 'Pods',
    size: 125,
    prepare: async (size) => {
      const started = await startNodes(2);
      await createEach(started, size, paths.pods, (index) => podOn('n-2', index));
      await started.request('PATCH', `${paths.nodes}/n-2`, stopKubelet);
      await started.clock.advance(1000);
      return async () => {
        await started.request('DELETE', `${paths.nodes}/n-2`);
        await until(started, `${paths.pods}?limit=1`, ({ items = [] }) => items.length === 0);
      };
    },
  },
];
