import type { Scenario, Step } from './scenario.ts';
import { labels, pod, settle } from './steps.ts';

/** Creates a ReplicaSet of the Pods `app: web`. */
const set = (
  replicas: number,
  {
    name = 'web',
    spec = {},
    template = {},
    podSpec = {},
  }: { name?: string; spec?: object; template?: object; podSpec?: object } = {},
): Step => ({
  create: {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, ...template },
        spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], ...podSpec },
      },
      ...spec,
    },
  },
});

const patchReplicas = (spec: object, name = 'web'): Step => ({ patch: 'ReplicaSet', name, with: { spec } });
const has = (field: string, equals: unknown, name = 'web'): Step => ({ until: 'ReplicaSet', name, field, equals });
const available = (count: number): Step => has('status.availableReplicas', count);
const onePod = { startsWith: 'web-' };
const patchPod = (value: object, subresource?: 'status'): Step => ({
  patch: 'Pod',
  name: onePod,
  with: value,
  ...(subresource && { subresource }),
});
const two = [set(2), available(2), settle];
const three = [set(3), available(3), settle];
const held = { metadata: { finalizers: ['example.com/held'] } };

/** ReplicaSets without a Deployment. */
export const replicaSetScenarios: readonly Scenario[] = [
  { name: 'set', steps: [...three] },
  { name: 'set-of-none', steps: [set(0), settle] },
  {
    name: 'set-scaled-up',
    steps: [set(1), available(1), settle, patchReplicas({ replicas: 3 }), available(3), settle],
  },
  { name: 'set-scaled-to-zero', steps: [...two, patchReplicas({ replicas: 0 }), has('status.replicas', 0), settle] },
  {
    // The one that is cheapest to delete.
    name: 'set-deletion-cost',
    steps: [
      ...three,
      patchPod({ metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': '-5', note: 'cheap' } } }),
      settle,
      patchReplicas({ replicas: 2 }),
      available(2),
      settle,
    ],
  },
  {
    name: 'set-deletes-unscheduled-first',
    steps: [
      ...two,
      patchReplicas({ template: { spec: { nodeSelector: { disk: 'none' } } } }),
      patchReplicas({ replicas: 3 }),
      has('status.replicas', 3),
      settle,
      patchReplicas({ replicas: 2 }),
      has('status.replicas', 2),
      settle,
    ],
  },
  {
    name: 'set-deletes-unready-first',
    steps: [
      ...two,
      patchReplicas({ template: { metadata: { annotations: { 'simulated-node/ready': 'false' } } } }),
      patchReplicas({ replicas: 3 }),
      has('status.replicas', 3),
      settle,
      patchReplicas({ replicas: 2 }),
      has('status.replicas', 2),
      settle,
    ],
  },
  {
    name: 'set-new-template',
    steps: [
      ...two,
      patchReplicas({ template: { spec: { containers: [{ name: 'web', image: 'example.com/web:2' }] } } }),
      settle,
    ],
  },
  {
    name: 'set-new-template-for-new-pods',
    steps: [
      set(1),
      available(1),
      settle,
      patchReplicas({ template: { spec: { containers: [{ name: 'web', image: 'example.com/web:2' }] } } }),
      { delete: 'Pod', name: onePod },
      { until: 'Pod', name: onePod, field: 'spec.containers.0.image', equals: 'example.com/web:2' },
      available(1),
      settle,
    ],
  },
  { name: 'set-pod-failed', steps: [...two, patchPod({ status: { phase: 'Failed' } }, 'status'), settle] },
  {
    name: 'set-pods-failed-and-scaled',
    steps: [
      ...two,
      patchPod({ status: { phase: 'Failed' } }, 'status'),
      settle,
      patchReplicas({ replicas: 0 }),
      has('status.replicas', 0),
      settle,
    ],
  },
  {
    name: 'set-pod-held',
    steps: [...two, patchPod(held), { delete: 'Pod', name: onePod }, settle],
  },
  { name: 'set-pod-released', steps: [...two, patchPod({ metadata: { labels: { app: 'other' } } }), settle] },
  {
    name: 'set-pod-disowned',
    steps: [...two, patchPod({ metadata: { ownerReferences: null } }), settle],
  },
  {
    name: 'set-leaves-pods-of-another',
    steps: [
      set(1, { name: 'first' }),
      has('status.availableReplicas', 1, 'first'),
      settle,
      set(1, { name: 'second' }),
      has('status.availableReplicas', 1, 'second'),
      settle,
    ],
  },
  {
    name: 'set-does-not-adopt-pods-being-deleted',
    steps: [
      pod('lonely', labels),
      { until: 'Pod', name: 'lonely', field: 'status.phase', equals: 'Running' },
      { patch: 'Pod', name: 'lonely', with: held },
      { delete: 'Pod', name: 'lonely' },
      settle,
      set(1),
      available(1),
      settle,
    ],
  },
  {
    name: 'set-does-not-adopt-ended-pods',
    steps: [
      pod('lonely', labels),
      { until: 'Pod', name: 'lonely', field: 'status.phase', equals: 'Running' },
      { patch: 'Pod', name: 'lonely', subresource: 'status', with: { status: { phase: 'Failed' } } },
      settle,
      set(1),
      available(1),
      settle,
    ],
  },
  { name: 'set-min-ready-seconds', steps: [set(2, { spec: { minReadySeconds: 2 } }), available(2), settle] },
  {
    name: 'set-pod-becomes-unready',
    steps: [...two, patchPod({ metadata: { annotations: { 'simulated-node/ready': 'false' } } }), settle],
  },
  { name: 'set-refused', steps: [set(2, { podSpec: { priorityClassName: 'nope' } }), settle] },
  {
    name: 'set-refused-and-mended',
    steps: [
      set(2, { podSpec: { priorityClassName: 'nope' } }),
      settle,
      patchReplicas({ template: { spec: { priorityClassName: null } } }),
      available(2),
      settle,
    ],
  },
  {
    name: 'set-deleted-in-foreground',
    steps: [
      ...two,
      { delete: 'ReplicaSet', name: 'web', propagationPolicy: 'Foreground' },
      { untilGone: 'ReplicaSet', name: 'web' },
      settle,
    ],
  },
  {
    name: 'set-held-while-being-deleted',
    steps: [
      ...two,
      { patch: 'ReplicaSet', name: 'web', with: held },
      { delete: 'ReplicaSet', name: 'web' },
      settle,
      { delete: 'Pod', name: onePod },
      settle,
    ],
  },
  {
    name: 'set-orphaned-and-adopted',
    steps: [
      ...two,
      { delete: 'ReplicaSet', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'ReplicaSet', name: 'web' },
      settle,
      set(2, { name: 'heir' }),
      has('status.availableReplicas', 2, 'heir'),
      settle,
    ],
  },
];
