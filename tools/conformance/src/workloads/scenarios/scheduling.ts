import type { SimulatedNode } from '@kb/simulation';
import type { Scenario, Step } from './scenario.ts';
import { deployment, labels, settle } from './steps.ts';

/** Two nodes of two CPUs in two zones; the second one is a bit larger. */
const zones: readonly SimulatedNode[] = [
  { name: 'node-a', labels: { zone: 'a', disk: 'ssd' }, capacity: { cpu: '2', memory: '4Gi', pods: '10' } },
  { name: 'node-b', labels: { zone: 'b' }, capacity: { cpu: '4', memory: '8Gi', pods: '10' } },
];
const one: readonly SimulatedNode[] = [{ name: 'node-a', capacity: { cpu: '2', memory: '4Gi', pods: '3' } }];

/** Creates a Pod whose container requests CPU and memory. */
function pod(name: string, spec: object = {}, { cpu = '100m', memory = '64Mi', ports = [] as object[] } = {}): Step {
  const container = { name: 'web', image: 'example.com/web:1', resources: { requests: { cpu, memory } }, ports };
  return {
    create: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, labels },
      spec: { containers: [container], terminationGracePeriodSeconds: 1, ...spec },
    },
  };
}

const priorityClass = (name: string, value: number, more: object = {}): Step => ({
  create: {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `$NAMESPACE-${name}` },
    value,
    ...more,
  },
});
const ofClass = (name: string): object => ({ priorityClassName: `$NAMESPACE-${name}` });

const running = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Running' });
const onNode = (name: string, node: string): Step => ({ until: 'Pod', name, field: 'spec.nodeName', equals: node });
const patchNode = (name: string, value: object): Step => ({ patch: 'Node', name, with: value });

const towards = (topologyKey: string, matchLabels: object = labels): object => ({
  labelSelector: { matchLabels },
  topologyKey,
});
const required = (kind: string, ...terms: object[]): object => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});
const preferred = (kind: string, ...terms: object[]): object => ({
  affinity: { [kind]: { preferredDuringSchedulingIgnoredDuringExecution: terms } },
});
const nodeTerms = (...nodeSelectorTerms: object[]): object => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const spread = (whenUnsatisfiable: string, topologyKey = 'zone'): object => ({
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey, whenUnsatisfiable, labelSelector: { matchLabels: labels } }],
});

/** How kube-scheduler places Pods on nodes, and what it says when it cannot. */
export const schedulingScenarios: readonly Scenario[] = [
  { name: 'schedule-largest', nodes: zones, steps: [pod('a'), running('a'), settle] },
  {
    name: 'schedule-by-selector',
    nodes: zones,
    steps: [
      pod('a', { nodeSelector: { disk: 'ssd' } }),
      running('a'),
      pod('b', { nodeSelector: { disk: 'hdd' } }),
      settle,
    ],
  },
  {
    name: 'schedule-by-node-affinity',
    nodes: zones,
    steps: [
      pod('a', nodeTerms({ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] })),
      pod('b', nodeTerms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-a'] }] })),
      pod('c', nodeTerms({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['node-c'] }] })),
      pod('d', nodeTerms({ matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['a', 'b'] }] })),
      running('b'),
      settle,
    ],
  },
  {
    name: 'schedule-preferred-node',
    nodes: zones,
    steps: [
      pod(
        'a',
        preferred('nodeAffinity', {
          weight: 100,
          preference: { matchExpressions: [{ key: 'disk', operator: 'Exists' }] },
        }),
      ),
      running('a'),
      settle,
    ],
  },
  {
    name: 'schedule-too-large',
    nodes: zones,
    steps: [
      pod('a', {}, { cpu: '3', memory: '64Mi' }),
      pod('b', {}, { cpu: '5', memory: '16Gi' }),
      running('a'),
      settle,
    ],
  },
  {
    name: 'schedule-when-there-is-room',
    nodes: one,
    steps: [
      pod('a', {}, { cpu: '1500m' }),
      running('a'),
      pod('b', {}, { cpu: '1500m' }),
      settle,
      { delete: 'Pod', name: 'a' },
      onNode('b', 'node-a'),
      running('b'),
      settle,
    ],
  },
  {
    name: 'schedule-too-many-pods',
    nodes: one,
    steps: [pod('a'), pod('b'), pod('c'), running('a'), running('b'), running('c'), pod('d'), settle],
  },
  {
    name: 'schedule-init-and-sidecar',
    nodes: one,
    steps: [
      pod('a', {
        initContainers: [
          { name: 'init', image: 'example.com/init:1', resources: { requests: { cpu: '1900m' } } },
          {
            name: 'side',
            image: 'example.com/side:1',
            restartPolicy: 'Always',
            resources: { requests: { cpu: '1500m' } },
          },
        ],
      }),
      running('a'),
      pod('b', {}, { cpu: '500m' }),
      settle,
    ],
  },
  {
    name: 'schedule-pod-level-resources',
    nodes: one,
    steps: [
      pod('a', { resources: { requests: { cpu: '1800m' } } }),
      running('a'),
      pod('b', {}, { cpu: '300m' }),
      settle,
    ],
  },
  {
    name: 'schedule-taints',
    nodes: [
      { name: 'node-a', taints: [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }] },
      { name: 'node-b', taints: [{ key: 'slow', effect: 'PreferNoSchedule' }] },
      { name: 'node-c', taints: [{ key: 'gone', effect: 'NoSchedule' }] },
    ],
    steps: [
      pod('a', { tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'db' }] }),
      pod('b'),
      pod('c', { nodeSelector: { 'kubernetes.io/hostname': 'node-c' } }),
      running('a'),
      running('b'),
      settle,
    ],
  },
  {
    name: 'schedule-after-label',
    nodes: zones,
    steps: [
      pod('a', { nodeSelector: { speed: 'high' } }),
      settle,
      patchNode('node-a', { metadata: { labels: { speed: 'high' } } }),
      running('a'),
      settle,
    ],
  },
  {
    name: 'schedule-host-ports',
    nodes: one,
    steps: [
      pod('a', {}, { ports: [{ containerPort: 80, hostPort: 80 }] }),
      running('a'),
      pod('b', {}, { ports: [{ containerPort: 81, hostPort: 80 }] }),
      pod('c', {}, { ports: [{ containerPort: 80, hostPort: 80, protocol: 'UDP' }] }),
      running('c'),
      settle,
    ],
  },
  {
    name: 'schedule-pod-affinity',
    nodes: zones,
    steps: [
      pod('a', { nodeSelector: { zone: 'a' } }),
      running('a'),
      pod('b', required('podAffinity', towards('zone'))),
      running('b'),
      pod('c', required('podAffinity', towards('zone', { app: 'nothing' }))),
      settle,
    ],
  },
  {
    name: 'schedule-affinity-to-itself',
    nodes: one,
    steps: [pod('a', required('podAffinity', towards('kubernetes.io/hostname'))), running('a'), settle],
  },
  {
    name: 'schedule-anti-affinity',
    nodes: zones,
    steps: [
      pod('a', required('podAntiAffinity', towards('zone'))),
      running('a'),
      pod('b', required('podAntiAffinity', towards('zone'))),
      running('b'),
      pod('c', required('podAntiAffinity', towards('zone'))),
      pod('d'),
      settle,
    ],
  },
  {
    name: 'schedule-preferred-pods',
    nodes: zones,
    steps: [
      pod('a', { nodeSelector: { zone: 'a' } }),
      running('a'),
      pod('b', preferred('podAffinity', { weight: 100, podAffinityTerm: towards('zone') })),
      running('b'),
      settle,
    ],
  },
  {
    name: 'schedule-spread',
    nodes: zones,
    steps: [
      pod('a', spread('DoNotSchedule')),
      running('a'),
      pod('b', spread('DoNotSchedule')),
      running('b'),
      pod('c', { ...spread('DoNotSchedule'), nodeSelector: { zone: 'b' } }),
      running('c'),
      pod('d', { ...spread('DoNotSchedule'), nodeName: '' }),
      running('d'),
      pod('e', spread('DoNotSchedule', 'rack')),
      settle,
    ],
  },
  {
    name: 'schedule-spread-if-possible',
    nodes: zones,
    steps: [
      pod('a', { nodeSelector: { zone: 'b' } }),
      running('a'),
      pod('b', spread('ScheduleAnyway')),
      running('b'),
      settle,
    ],
  },
  {
    name: 'schedule-deployment',
    nodes: [
      { name: 'node-a', capacity: { cpu: '8', memory: '16Gi', pods: '10' } },
      { name: 'node-b', capacity: { cpu: '4', memory: '8Gi', pods: '10' } },
    ],
    steps: [deployment(1), { until: 'Deployment', name: 'web', field: 'status.availableReplicas', equals: 1 }, settle],
  },
  {
    name: 'schedule-gated',
    nodes: one,
    steps: [
      pod('a', { schedulingGates: [{ name: 'example.com/gate' }] }),
      settle,
      { patch: 'Pod', name: 'a', with: { spec: { schedulingGates: null } } },
      running('a'),
      settle,
    ],
  },
  {
    name: 'schedule-elsewhere',
    nodes: one,
    steps: [pod('a', { schedulerName: 'mine' }), pod('b', { nodeName: 'node-a' }), running('b'), settle],
  },
  {
    name: 'preempt',
    nodes: one,
    steps: [
      priorityClass('high', 1000),
      settle,
      pod('low', {}, { cpu: '1500m' }),
      running('low'),
      pod('high', ofClass('high'), { cpu: '1500m' }),
      running('high'),
      settle,
    ],
  },
  {
    name: 'preempt-never',
    nodes: one,
    steps: [
      priorityClass('polite', 1000, { preemptionPolicy: 'Never' }),
      settle,
      pod('low', {}, { cpu: '1500m' }),
      running('low'),
      pod('polite', ofClass('polite'), { cpu: '1500m' }),
      settle,
    ],
  },
  {
    name: 'preempt-fewest',
    nodes: zones,
    steps: [
      priorityClass('high', 1000),
      priorityClass('middle', 500),
      settle,
      pod('a', { ...ofClass('middle'), nodeSelector: { zone: 'a' } }, { cpu: '1900m' }),
      pod('b', { nodeSelector: { zone: 'b' } }, { cpu: '2' }),
      pod('c', { ...ofClass('high'), nodeSelector: { zone: 'b' } }, { cpu: '1900m' }),
      running('a'),
      running('b'),
      running('c'),
      pod('d', ofClass('high'), { cpu: '1900m' }),
      running('d'),
      settle,
    ],
  },
  {
    name: 'preempt-cannot-help',
    nodes: zones,
    steps: [
      priorityClass('high', 1000),
      settle,
      pod('a', {}, { cpu: '100m' }),
      running('a'),
      pod('b', ofClass('high'), { cpu: '8' }),
      settle,
    ],
  },
];
