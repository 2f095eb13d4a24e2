import type { SimulatedNode } from '@kb/simulation';
import { daemonAvailable, daemonSet } from '../daemon-set/daemon-set-steps.ts';
import type { Scenario, Step } from '../scenario.ts';
import { available, deployment, settle } from '../steps.ts';
import { statefulSet, setAvailable } from '../stateful-set/stateful-set-steps.ts';
import {
  firstIfPossible,
  nodeReady,
  oneNode,
  onFirst,
  pod,
  running,
  settleNodes,
  startNode,
  stopNode,
  tolerating,
  twoNodes,
} from './node-steps.ts';

const nodes = twoNodes;
const fails = (name: string): readonly Step[] => [stopNode(name), nodeReady(name, 'Unknown'), settleNodes];
const capacity = { cpu: '2', memory: '4Gi', pods: '10' };
const zones: readonly SimulatedNode[] = ['a', 'b'].map((zone) => ({
  name: `node-${zone}`,
  labels: { 'topology.kubernetes.io/zone': zone },
  capacity,
}));

/** Nodes that fall silent, and what happens to their Pods. */
export const nodeFailureScenarios: readonly Scenario[] = [
  { name: 'node-fails', nodes, steps: [pod('a', onFirst), running('a'), ...fails('node-a')] },
  {
    name: 'node-fails-and-pods-are-evicted',
    nodes,
    steps: [
      pod('a', { ...onFirst, ...tolerating(2) }),
      pod('b', { ...onFirst, tolerations: [{ operator: 'Exists' }] }),
      running('a'),
      running('b'),
      ...fails('node-a'),
    ],
  },
  {
    name: 'node-fails-and-returns',
    nodes,
    steps: [
      pod('a', onFirst),
      running('a'),
      ...fails('node-a'),
      startNode('node-a'),
      nodeReady('node-a', 'True'),
      settleNodes,
    ],
  },
  {
    name: 'node-fails-and-returns-after-evictions',
    nodes,
    steps: [
      pod('a', { ...onFirst, ...tolerating(2) }),
      running('a'),
      ...fails('node-a'),
      startNode('node-a'),
      { untilGone: 'Pod', name: 'a' },
      settleNodes,
    ],
  },
  { name: 'node-alone-fails', nodes: oneNode, steps: [pod('a', tolerating(2)), running('a'), ...fails('node-a')] },
  {
    name: 'node-fails-in-a-zone',
    nodes: zones,
    steps: [
      pod('a', { nodeSelector: { 'topology.kubernetes.io/zone': 'a' }, ...tolerating(2) }),
      running('a'),
      ...fails('node-a'),
    ],
  },
  {
    name: 'node-fails-with-a-deployment',
    nodes,
    steps: [
      deployment(1, { pod: { ...firstIfPossible, ...tolerating(2) } }),
      available(1),
      settle,
      stopNode('node-a'),
      nodeReady('node-a', 'Unknown'),
      settleNodes,
      available(1),
      settleNodes,
    ],
  },
  {
    name: 'node-fails-with-a-stateful-set',
    nodes,
    steps: [
      statefulSet(1, { pod: { ...firstIfPossible, ...tolerating(2) } }),
      setAvailable(1),
      settle,
      ...fails('node-a'),
    ],
  },
  {
    name: 'node-fails-with-a-daemon-set',
    nodes,
    steps: [
      daemonSet(),
      daemonAvailable(2),
      settle,
      ...fails('node-a'),
      // Whether its controller has seen the taint before it counts is chance.
      { patch: 'DaemonSet', name: 'web', with: { metadata: { labels: { look: 'again' } } } },
      settle,
    ],
  },
  {
    name: 'node-never-reports',
    nodes: oneNode,
    steps: [
      { create: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-x' } } },
      { until: 'Node', name: 'node-x', field: 'status.conditions.0.status', equals: 'Unknown' },
      settleNodes,
    ],
  },
  {
    name: 'node-bound-to-while-failed',
    nodes,
    steps: [...fails('node-a'), pod('a', { nodeName: 'node-a' }), settleNodes],
  },
];
