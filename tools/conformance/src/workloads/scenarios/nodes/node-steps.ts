import type { SimulatedNode } from '@kb/simulation';
import type { Step } from '../scenario.ts';
import { labels } from '../steps.ts';

/** Two nodes. Pods with the selector `disk: ssd` run on the first one. */
export const twoNodes: readonly SimulatedNode[] = [
  { name: 'node-a', labels: { disk: 'ssd' }, capacity: { cpu: '2', memory: '4Gi', pods: '10' } },
  { name: 'node-b', capacity: { cpu: '2', memory: '4Gi', pods: '10' } },
];
export const oneNode: readonly SimulatedNode[] = twoNodes.slice(0, 1);

/** Makes a Pod run on the first node. */
export const onFirst = { nodeSelector: { disk: 'ssd' } };
/** Makes the scheduler prefer the first node. */
export const firstIfPossible = {
  affinity: {
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] } },
      ],
    },
  },
};

/** Creates a Pod whose containers end within a second. */
export const pod = (name: string, spec: object = {}, metadata: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels, ...metadata },
    spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], terminationGracePeriodSeconds: 1, ...spec },
  },
});

/** Tolerates that a node is not ready, or silent, for some seconds. */
export const tolerating = (tolerationSeconds: number): object => ({
  tolerations: ['not-ready', 'unreachable'].map((name) => ({
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect: 'NoExecute',
    tolerationSeconds,
  })),
});

export const patchNode = (name: string, value: object): Step => ({ patch: 'Node', name, with: value });
const annotate = (name: string, annotation: string, value: string | null): Step =>
  patchNode(name, { metadata: { annotations: { [`simulated-node/${annotation}`]: value } } });

/** Stops the kubelet of a node, as if the machine were gone. */
export const stopNode = (name: string): Step => annotate(name, 'stopped', 'true');
/** Starts it again. */
export const startNode = (name: string): Step => annotate(name, 'stopped', null);
/** Makes the kubelet of a node report whether it is ready. */
export const reportReady = (name: string, ready: boolean): Step => annotate(name, 'ready', ready ? null : 'false');

/** Waits until the Ready condition of a node, its fourth, has a status. */
export const nodeReady = (name: string, status: 'True' | 'False' | 'Unknown'): Step => ({
  until: 'Node',
  name,
  field: 'status.conditions.3.status',
  equals: status,
});

/** Sets the taints of a node. */
export const taint = (name: string, ...taints: object[]): Step => patchNode(name, { spec: { taints } });

export const running = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Running' });

/** Waits until what follows the failure of a node has happened: its taints, and evictions within seconds. */
export const settleNodes: Step = { settle: true, quietMs: 8000 };
