import type { SimulatedNode } from '@kb/simulation';
import type { Scenario, Step } from './scenario.ts';
import { settle } from './steps.ts';

const one: readonly SimulatedNode[] = [{ name: 'node-a', capacity: { cpu: '2', memory: '4Gi', pods: '10' } }];
const two: readonly SimulatedNode[] = ['node-a', 'node-b'].map((name) => ({
  name,
  capacity: { cpu: '2', memory: '4Gi', pods: '10' },
}));

/** Creates a Pod that requests CPU; its labels name it. */
const pod = (name: string, cpu: string, spec: object = {}, podLabels: object = { of: name }): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: podLabels },
    spec: {
      containers: [{ name: 'web', image: 'example.com/web:1', resources: { requests: { cpu, memory: '64Mi' } } }],
      terminationGracePeriodSeconds: 1,
      ...spec,
    },
  },
});
const on = (node: string): object => ({ nodeSelector: { 'kubernetes.io/hostname': node } });
const running = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Running' });
const priorityClass = (name: string, value: number): Step => ({
  create: {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `$NAMESPACE-${name}` },
    value,
  },
});
const ofClass = (name: string): object => ({ priorityClassName: `$NAMESPACE-${name}` });
const high = ofClass('high');

/** Creates a budget of Pods, and waits until its controller has counted them. */
const budget = (name: string, matchLabels: object, minAvailable: number, healthy: number): readonly Step[] => [
  {
    create: {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: { name },
      spec: { minAvailable, selector: { matchLabels } },
    },
  },
  { until: 'PodDisruptionBudget', name, field: 'status.currentHealthy', equals: healthy },
];
const begin: readonly Step[] = [priorityClass('high', 1000), priorityClass('middle', 500), settle];

/** Which Pods kube-scheduler removes for one of a higher priority, and what disruption budgets change. */
export const preemptionScenarios: readonly Scenario[] = [
  {
    name: 'preempt-outside-a-budget',
    nodes: two,
    steps: [
      ...begin,
      pod('a', '1500m', on('node-a')),
      pod('b', '1500m', on('node-b')),
      running('a'),
      running('b'),
      ...budget('a', { of: 'a' }, 1, 1),
      pod('c', '1500m', high),
      running('c'),
      settle,
    ],
  },
  {
    name: 'preempt-despite-a-budget',
    nodes: one,
    steps: [
      ...begin,
      pod('a', '1500m'),
      running('a'),
      ...budget('a', { of: 'a' }, 1, 1),
      pod('b', '1500m', high),
      running('b'),
      settle,
    ],
  },
  {
    name: 'preempt-what-a-budget-allows',
    nodes: one,
    steps: [
      ...begin,
      pod('a', '900m', {}, { of: 'a' }),
      running('a'),
      pod('b', '900m', {}, { of: 'b' }),
      running('b'),
      ...budget('a', { of: 'a' }, 1, 1),
      pod('c', '900m', high),
      running('c'),
      settle,
    ],
  },
  {
    name: 'preempt-a-higher-priority-rather-than-a-budget',
    nodes: two,
    steps: [
      ...begin,
      pod('a', '1500m', on('node-a')),
      pod('b', '1500m', { ...on('node-b'), ...ofClass('middle') }),
      running('a'),
      running('b'),
      ...budget('a', { of: 'a' }, 1, 1),
      pod('c', '1500m', high),
      running('c'),
      settle,
    ],
  },
  {
    name: 'preempt-within-a-budget-of-two',
    nodes: one,
    steps: [
      ...begin,
      pod('a', '900m', {}, { of: 'web' }),
      pod('b', '900m', ofClass('middle'), { of: 'web' }),
      running('a'),
      running('b'),
      ...budget('web', { of: 'web' }, 1, 2),
      pod('c', '900m', high),
      running('c'),
      settle,
    ],
  },
  {
    name: 'preempt-the-least-important-of-a-node',
    nodes: one,
    steps: [
      ...begin,
      pod('a', '900m', ofClass('middle')),
      pod('b', '500m'),
      running('a'),
      running('b'),
      { waitMs: 2000 },
      pod('c', '400m'),
      running('c'),
      pod('d', '600m', high),
      running('d'),
      settle,
    ],
  },
  {
    name: 'preempt-nothing-of-the-same-priority',
    nodes: one,
    steps: [...begin, pod('a', '1500m', high), running('a'), pod('b', '1500m', high), settle],
  },
  {
    name: 'preempt-the-node-with-fewer-pods',
    nodes: two,
    steps: [
      ...begin,
      pod('a', '800m', on('node-a')),
      pod('b', '800m', on('node-a')),
      pod('c', '1600m', on('node-b')),
      running('a'),
      running('b'),
      running('c'),
      pod('d', '1800m', high),
      running('d'),
      settle,
    ],
  },
  {
    name: 'preempt-and-wait-for-the-end',
    nodes: one,
    steps: [
      ...begin,
      pod('a', '1500m', { terminationGracePeriodSeconds: 3 }),
      running('a'),
      pod('b', '1500m', high),
      { until: 'Pod', name: 'b', field: 'status.nominatedNodeName', equals: 'node-a' },
      running('b'),
      settle,
    ],
  },
];
