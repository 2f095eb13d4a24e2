import type { Scenario, Step } from '../scenario.ts';
import { labels, settle } from '../steps.ts';
import {
  daemonAvailable,
  daemonHas,
  daemonSet,
  patchNode,
  setPhase,
  settleDaemon,
  threeNodes,
} from './daemon-set-steps.ts';

const nodes = threeNodes;
const one = threeNodes.slice(0, 1);
const requiring = (...matchExpressions: object[]): object => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] } },
      ],
    },
  },
});
const taint = (effect: string, value?: string): object => ({ key: 'dedicated', effect, ...(value && { value }) });
const tainted = (name: string, ...taints: object[]): Step => patchNode(name, { spec: { taints } });

/** A Pod of the same labels that is on the first node before the DaemonSet. */
const existing = (name: string, more: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { ...labels, ...more } },
    spec: {
      nodeName: 'node-a',
      containers: [{ name: 'web', image: 'example.com/web:1' }],
      terminationGracePeriodSeconds: 1,
    },
  },
});

/** Which nodes get a Pod of a DaemonSet, and what happens to these Pods. */
export const daemonSetScenarios: readonly Scenario[] = [
  { name: 'daemon', nodes, steps: [daemonSet(), daemonAvailable(3), settleDaemon] },
  {
    name: 'daemon-by-selector',
    nodes,
    steps: [daemonSet({ pod: { nodeSelector: { disk: 'ssd' } } }), daemonAvailable(1), settleDaemon],
  },
  {
    name: 'daemon-by-affinity',
    nodes,
    steps: [
      daemonSet({ pod: requiring({ key: 'zone', operator: 'In', values: ['a', 'b'] }) }),
      daemonAvailable(2),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-by-name',
    nodes,
    steps: [daemonSet({ pod: { nodeName: 'node-c' } }), daemonAvailable(1), settleDaemon],
  },
  {
    name: 'daemon-on-no-node',
    nodes,
    steps: [
      daemonSet({ pod: { nodeSelector: { disk: 'none' } } }),
      daemonHas('status.observedGeneration', 1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-taints',
    nodes: [
      { ...nodes[0], taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
      { ...nodes[1], taints: [{ key: 'dedicated', effect: 'PreferNoSchedule' }] },
      { ...nodes[2], taints: [{ key: 'dedicated', effect: 'NoExecute' }] },
    ],
    steps: [daemonSet(), daemonAvailable(1), settleDaemon],
  },
  {
    name: 'daemon-tolerates',
    nodes: [
      { ...nodes[0], taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
      { ...nodes[1], taints: [{ key: 'dedicated', value: 'web', effect: 'NoSchedule' }] },
    ],
    steps: [
      daemonSet({
        pod: {
          tolerations: [
            { key: 'dedicated', value: 'db', effect: 'NoSchedule' },
            { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
          ],
        },
      }),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-host-network',
    nodes: one,
    steps: [daemonSet({ pod: { hostNetwork: true } }), daemonAvailable(1), settleDaemon],
  },
  {
    name: 'daemon-cordoned',
    nodes,
    steps: [
      patchNode('node-b', { spec: { unschedulable: true } }),
      settle,
      daemonSet(),
      daemonAvailable(3),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-node-labelled',
    nodes,
    steps: [
      daemonSet({ pod: { nodeSelector: { disk: 'ssd' } } }),
      daemonAvailable(1),
      patchNode('node-a', { metadata: { labels: { disk: 'ssd' } } }),
      daemonAvailable(2),
      settleDaemon,
      patchNode('node-b', { metadata: { labels: { disk: null } } }),
      daemonHas('status.desiredNumberScheduled', 1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-node-tainted',
    nodes,
    steps: [
      daemonSet(),
      daemonAvailable(3),
      settleDaemon,
      tainted('node-a', taint('NoSchedule')),
      settleDaemon,
      { patch: 'DaemonSet', name: 'web', with: { metadata: { labels: { changed: 'true' } } } },
      daemonHas('status.numberMisscheduled', 1),
      settleDaemon,
      tainted('node-a'),
      daemonHas('status.desiredNumberScheduled', 3),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-min-ready-seconds',
    nodes: one,
    steps: [
      daemonSet({ spec: { minReadySeconds: 2 } }),
      daemonHas('status.numberReady', 1),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-never-ready',
    nodes,
    steps: [
      daemonSet({ podMetadata: { annotations: { 'simulated-node/ready': 'false' } } }),
      daemonHas('status.currentNumberScheduled', 3),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-too-large',
    nodes: one,
    steps: [
      daemonSet({
        pod: {
          containers: [
            { name: 'web', image: 'example.com/web:1', resources: { requests: { cpu: '8', memory: '1Gi' } } },
          ],
        },
      }),
      daemonHas('status.currentNumberScheduled', 1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-refused-pods',
    nodes: one,
    steps: [daemonSet({ pod: { priorityClassName: 'nope' } }), settleDaemon],
  },
  {
    name: 'daemon-pod-deleted',
    nodes: one,
    steps: [
      daemonSet(),
      daemonAvailable(1),
      settleDaemon,
      { delete: 'Pod', name: { startsWith: 'web-' } },
      settleDaemon,
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-pod-failed',
    nodes: one,
    steps: [
      daemonSet(),
      daemonAvailable(1),
      settleDaemon,
      setPhase('Failed'),
      settleDaemon,
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-pod-fails-again',
    nodes: one,
    steps: [
      daemonSet(),
      daemonAvailable(1),
      settleDaemon,
      setPhase('Failed'),
      settleDaemon,
      daemonAvailable(1),
      setPhase('Failed'),
      settleDaemon,
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-pod-succeeded',
    nodes: one,
    steps: [
      daemonSet(),
      daemonAvailable(1),
      settleDaemon,
      setPhase('Succeeded'),
      settleDaemon,
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-pod-released',
    nodes: one,
    steps: [
      daemonSet(),
      daemonAvailable(1),
      settleDaemon,
      { patch: 'Pod', name: { startsWith: 'web-' }, with: { metadata: { labels: { app: 'other' } } } },
      settleDaemon,
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-adopts',
    nodes: one,
    steps: [
      existing('lonely'),
      { until: 'Pod', name: 'lonely', field: 'status.phase', equals: 'Running' },
      settle,
      daemonSet({ spec: { updateStrategy: { type: 'OnDelete' } } }),
      daemonHas('status.numberAvailable', 1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-adopts-and-replaces',
    nodes: one,
    steps: [
      existing('lonely'),
      { until: 'Pod', name: 'lonely', field: 'status.phase', equals: 'Running' },
      settle,
      daemonSet(),
      daemonHas('status.updatedNumberScheduled', 1),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-too-many-adopted',
    nodes: one,
    steps: [
      existing('first'),
      { until: 'Pod', name: 'first', field: 'status.phase', equals: 'Running' },
      { settle: true, quietMs: 1500 },
      existing('second'),
      { until: 'Pod', name: 'second', field: 'status.phase', equals: 'Running' },
      settle,
      daemonSet({ spec: { updateStrategy: { type: 'OnDelete' } } }),
      daemonHas('status.numberAvailable', 1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-orphaned-and-adopted',
    nodes,
    steps: [
      daemonSet({ metadata: { annotations: { team: 'a' } } }),
      daemonAvailable(3),
      settleDaemon,
      { delete: 'DaemonSet', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'DaemonSet', name: 'web' },
      settleDaemon,
      daemonSet(),
      daemonAvailable(3),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-deleted',
    nodes,
    steps: [
      daemonSet(),
      daemonAvailable(3),
      { delete: 'DaemonSet', name: 'web', propagationPolicy: 'Background' },
      { untilGone: 'DaemonSet', name: 'web' },
      { untilGone: 'Pod', name: { startsWith: 'web-' } },
      settleDaemon,
    ],
  },
  {
    name: 'daemon-deleted-in-foreground',
    nodes,
    steps: [
      daemonSet(),
      daemonAvailable(3),
      { delete: 'DaemonSet', name: 'web', propagationPolicy: 'Foreground' },
      { untilGone: 'DaemonSet', name: 'web' },
      settleDaemon,
    ],
  },
  {
    name: 'daemon-with-metadata',
    nodes: one,
    steps: [
      daemonSet({
        metadata: { annotations: { team: 'a' }, labels: { tier: 'daemon' } },
        podMetadata: { labels: { ...labels, tier: 'pod' }, annotations: { note: 'of the Pod' } },
      }),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
];
