import type { Scenario, Step } from '../scenario.ts';
import { settle } from '../steps.ts';
import {
  nodeReady,
  oneNode,
  onFirst,
  patchNode,
  pod,
  reportReady,
  running,
  settleNodes,
  taint,
  tolerating,
  twoNodes,
} from './node-steps.ts';

const nodes = twoNodes;
const noExecute = { key: 'dedicated', value: 'db', effect: 'NoExecute' };
const tolerated = (more: object = {}): object => ({
  tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoExecute', ...more }],
});

/** Creates a Node that no kubelet keeps up to date. */
const node = (conditions: Readonly<Record<string, string>>, metadata: object = {}): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-x', ...metadata },
    status: {
      conditions: Object.entries(conditions).map(([type, status]) => ({ type, status, reason: 'Set', message: 'set' })),
    },
  },
});

/** The taints of nodes, from their conditions, from cordons and from users, and Pods that are evicted by them. */
export const nodeConditionScenarios: readonly Scenario[] = [
  {
    name: 'node-cordoned',
    nodes: oneNode,
    steps: [
      pod('a'),
      running('a'),
      patchNode('node-a', { spec: { unschedulable: true } }),
      settle,
      pod('b'),
      settle,
      patchNode('node-a', { spec: { unschedulable: null } }),
      running('b'),
      settle,
    ],
  },
  {
    name: 'node-under-pressure',
    nodes: oneNode,
    steps: [
      node({
        Ready: 'True',
        MemoryPressure: 'True',
        DiskPressure: 'True',
        PIDPressure: 'True',
        NetworkUnavailable: 'True',
        Other: 'True',
      }),
      settle,
    ],
  },
  {
    name: 'node-without-pressure',
    nodes: oneNode,
    steps: [
      node({ Ready: 'True', MemoryPressure: 'False', DiskPressure: 'Unknown', NetworkUnavailable: 'False' }),
      settle,
      taint('node-x', { key: 'node.kubernetes.io/disk-pressure', effect: 'NoSchedule' }, noExecute),
      settle,
    ],
  },
  {
    name: 'node-not-ready',
    nodes,
    steps: [
      pod('a', { ...onFirst, ...tolerating(2) }),
      running('a'),
      reportReady('node-a', false),
      nodeReady('node-a', 'False'),
      { untilGone: 'Pod', name: 'a' },
      settleNodes,
    ],
  },
  {
    name: 'node-not-ready-for-a-while',
    nodes,
    steps: [
      pod('a', onFirst),
      running('a'),
      reportReady('node-a', false),
      nodeReady('node-a', 'False'),
      settleNodes,
      reportReady('node-a', true),
      nodeReady('node-a', 'True'),
      settleNodes,
    ],
  },
  {
    name: 'node-tainted',
    nodes: oneNode,
    steps: [
      pod('a'),
      pod('b', tolerated()),
      pod('c', tolerated({ tolerationSeconds: 2 })),
      pod('d', tolerated({ tolerationSeconds: 3600 })),
      ...['a', 'b', 'c', 'd'].map(running),
      taint('node-a', noExecute),
      { untilGone: 'Pod', name: 'a' },
      { untilGone: 'Pod', name: 'c' },
      settle,
    ],
  },
  {
    name: 'node-tainted-by-another-value',
    nodes: oneNode,
    steps: [
      pod('a', { tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'web', effect: 'NoExecute' }] }),
      pod('b', { tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'db' }] }),
      pod('c', { tolerations: [{ operator: 'Exists' }] }),
      ...['a', 'b', 'c'].map(running),
      taint('node-a', noExecute),
      { untilGone: 'Pod', name: 'a' },
      settle,
    ],
  },
  {
    name: 'node-taint-withdrawn',
    nodes: oneNode,
    steps: [
      pod('a', tolerated({ tolerationSeconds: 60 })),
      running('a'),
      taint('node-a', noExecute),
      settle,
      taint('node-a'),
      settle,
    ],
  },
  {
    name: 'node-taint-tolerated-later',
    nodes: oneNode,
    steps: [
      pod('a', tolerated({ tolerationSeconds: 60 })),
      running('a'),
      taint('node-a', noExecute),
      settle,
      taint('node-a', noExecute, { key: 'other', effect: 'NoExecute' }),
      { untilGone: 'Pod', name: 'a' },
      settle,
    ],
  },
  {
    name: 'node-pod-deleted-before-its-eviction',
    nodes: oneNode,
    steps: [
      pod('a', tolerated({ tolerationSeconds: 60 })),
      running('a'),
      taint('node-a', noExecute),
      settle,
      { delete: 'Pod', name: 'a' },
      { untilGone: 'Pod', name: 'a' },
      settle,
    ],
  },
  {
    name: 'node-evicted-pod-held',
    nodes: oneNode,
    steps: [
      pod('a', {}, { finalizers: ['example.com/hold'] }),
      running('a'),
      taint('node-a', noExecute),
      { until: 'Pod', name: 'a', field: 'status.phase', equals: 'Succeeded' },
      settle,
    ],
  },
];
