import type { Scenario, Step } from '../scenario.ts';
import { labels, settle } from '../steps.ts';
import { nodeReady, oneNode, onFirst, pod, running, stopNode, taint, twoNodes } from './node-steps.ts';

const nodes = twoNodes;
const held = { finalizers: ['example.com/hold'] };
const isGone: readonly Step[] = [stopNode('node-a'), { delete: 'Node', name: 'node-a' }];
const hasPhase = (name: string, phase: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: phase });
const gone = (name: string): Step => ({ untilGone: 'Pod', name });
const remove = (name: string): Step => ({ delete: 'Pod', name });
const setStatus = (name: string, status: object): Step => ({
  patch: 'Pod',
  name,
  subresource: 'status',
  with: { status },
});
const outOfService = { key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' };
const toleratesAll = { tolerations: [{ operator: 'Exists' }] };
/** Longer than Pod GC waits before it removes the Pods of a node that it does not know. */
const waitForCollection: Step = { waitMs: 70_000 };

/** What Pod GC does with Pods that have ended, are being deleted, or whose node was never there. */
export const podsWithoutNodeScenarios: readonly Scenario[] = [
  {
    name: 'collect-ended-pods-of-a-deleted-node',
    nodes,
    steps: [
      pod('a', { ...onFirst, containers: [{ name: 'web', image: 'example.com/succeeds:1' }], restartPolicy: 'Never' }),
      pod(
        'b',
        { ...onFirst, containers: [{ name: 'web', image: 'example.com/fails:1' }], restartPolicy: 'Never' },
        held,
      ),
      hasPhase('a', 'Succeeded'),
      hasPhase('b', 'Failed'),
      ...isGone,
      gone('a'),
      { until: 'Pod', name: 'b', field: 'metadata.deletionGracePeriodSeconds', equals: 0 },
      settle,
    ],
  },
  {
    name: 'collect-pods-of-a-node-that-was-never-there',
    nodes: oneNode,
    steps: [
      pod('a', { nodeName: 'node-z' }),
      pod('b', { nodeName: 'node-z' }, held),
      gone('a'),
      hasPhase('b', 'Failed'),
      settle,
    ],
  },
  {
    name: 'collect-pods-being-deleted-of-a-deleted-node',
    nodes,
    steps: [
      pod('a', { ...onFirst, terminationGracePeriodSeconds: 600 }),
      pod('b', { ...onFirst, terminationGracePeriodSeconds: 600 }, held),
      running('a'),
      running('b'),
      stopNode('node-a'),
      remove('a'),
      remove('b'),
      { delete: 'Node', name: 'node-a' },
      gone('a'),
      hasPhase('b', 'Failed'),
      settle,
    ],
  },
  {
    name: 'collect-only-pods-of-the-deleted-node',
    nodes,
    steps: [
      pod('a', onFirst),
      pod('b', { nodeSelector: { 'kubernetes.io/hostname': 'node-b' } }),
      pod('c', { nodeSelector: { disk: 'none' } }),
      running('a'),
      running('b'),
      ...isGone,
      gone('a'),
      settle,
    ],
  },
  {
    name: 'collect-pods-of-two-deleted-nodes',
    nodes,
    steps: [
      pod('a', onFirst, held),
      pod('b', { nodeSelector: { 'kubernetes.io/hostname': 'node-b' } }, held),
      running('a'),
      running('b'),
      ...isGone,
      stopNode('node-b'),
      { delete: 'Node', name: 'node-b' },
      hasPhase('a', 'Failed'),
      hasPhase('b', 'Failed'),
      settle,
    ],
  },
  {
    name: 'collect-despite-a-budget',
    nodes,
    steps: [
      pod('a', onFirst, { labels }),
      running('a'),
      {
        create: {
          apiVersion: 'policy/v1',
          kind: 'PodDisruptionBudget',
          metadata: { name: 'web' },
          spec: { minAvailable: 1, selector: { matchLabels: labels } },
        },
      },
      { until: 'PodDisruptionBudget', name: 'web', field: 'status.currentHealthy', equals: 1 },
      ...isGone,
      gone('a'),
      { until: 'PodDisruptionBudget', name: 'web', field: 'status.currentHealthy', equals: 0 },
      settle,
    ],
  },
  {
    name: 'collect-a-pod-that-names-a-disruption',
    nodes,
    steps: [
      pod('a', onFirst, held),
      running('a'),
      stopNode('node-a'),
      { evict: 'a' },
      settle,
      { delete: 'Node', name: 'node-a' },
      hasPhase('a', 'Failed'),
      settle,
    ],
  },
  {
    name: 'collect-a-gated-pod-being-deleted',
    nodes: oneNode,
    steps: [
      pod('a', { schedulingGates: [{ name: 'example.com/wait' }] }, held),
      settle,
      remove('a'),
      hasPhase('a', 'Failed'),
      settle,
    ],
  },
  {
    name: 'collect-an-ended-pod-that-was-never-scheduled',
    nodes: oneNode,
    steps: [
      pod('a', { nodeSelector: { disk: 'none' } }, held),
      settle,
      setStatus('a', { phase: 'Succeeded' }),
      remove('a'),
      waitForCollection,
      settle,
    ],
  },
  {
    name: 'collect-nothing-out-of-service-that-is-ready',
    nodes,
    steps: [
      pod('a', { ...onFirst, ...toleratesAll }, held),
      running('a'),
      taint('node-a', outOfService),
      remove('a'),
      waitForCollection,
      settle,
    ],
  },
  {
    name: 'collect-nothing-out-of-service-that-is-not-being-deleted',
    nodes,
    steps: [
      pod('a', { ...onFirst, ...toleratesAll }),
      running('a'),
      stopNode('node-a'),
      nodeReady('node-a', 'Unknown'),
      taint(
        'node-a',
        { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
        { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' },
        outOfService,
      ),
      waitForCollection,
      settle,
    ],
  },
];
