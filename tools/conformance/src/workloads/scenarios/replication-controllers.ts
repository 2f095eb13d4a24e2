import type { Scenario, Step } from './scenario.ts';
import { labels, pod, settle } from './steps.ts';

/** Creates the ReplicationController `web`. */
const controller = (
  replicas: number,
  { spec = {}, template = {}, podSpec = {} }: Record<string, object> = {},
): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: labels,
      template: {
        metadata: { labels, ...template },
        spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], ...podSpec },
      },
      ...spec,
    },
  },
});

const patchController = (spec: object): Step => ({ patch: 'ReplicationController', name: 'web', with: { spec } });
const has = (field: string, equals: unknown): Step => ({ until: 'ReplicationController', name: 'web', field, equals });
const available = (count: number): Step => has('status.availableReplicas', count);
const onePod = { startsWith: 'web-' };

/** Starts with two available Pods. */
const two = [controller(2), available(2), settle];

/** ReplicationControllers and their Pods. */
export const replicationControllerScenarios: readonly Scenario[] = [
  { name: 'replicas', steps: [controller(3), available(3), settle] },
  { name: 'replicas-none', steps: [controller(0), settle] },
  {
    name: 'replicas-of-the-template',
    steps: [controller(1, { spec: { selector: {} } }), available(1), settle],
  },
  {
    name: 'replicas-scaled-up',
    steps: [controller(1), available(1), settle, patchController({ replicas: 3 }), available(3), settle],
  },
  {
    name: 'replicas-scaled-down',
    steps: [controller(3), available(3), settle, patchController({ replicas: 1 }), available(1), settle],
  },
  {
    name: 'replicas-scaled-to-zero',
    steps: [...two, patchController({ replicas: 0 }), has('status.replicas', 0), settle],
  },
  {
    name: 'replicas-new-template',
    steps: [
      ...two,
      patchController({ template: { spec: { containers: [{ name: 'web', image: 'example.com/web:2' }] } } }),
      settle,
    ],
  },
  {
    name: 'replicas-selector-changed',
    steps: [
      ...two,
      patchController({ selector: { app: 'other' }, template: { metadata: { labels: { app: 'other' } } } }),
      settle,
    ],
  },
  { name: 'replicas-pod-deleted', steps: [...two, { delete: 'Pod', name: onePod }, settle] },
  {
    name: 'replicas-pod-failed',
    steps: [
      ...two,
      { patch: 'Pod', name: onePod, subresource: 'status', with: { status: { phase: 'Failed' } } },
      settle,
    ],
  },
  {
    name: 'replicas-pod-released',
    steps: [...two, { patch: 'Pod', name: onePod, with: { metadata: { labels: { app: 'other' } } } }, settle],
  },
  { name: 'replicas-adopt', steps: [pod('lonely', labels), settle, controller(2), available(2), settle] },
  { name: 'replicas-leave-others', steps: [pod('lonely', { app: 'other' }), controller(1), available(1), settle] },
  {
    name: 'replicas-never-ready',
    steps: [controller(2, { template: { annotations: { 'simulated-node/ready': 'false' } } }), settle],
  },
  {
    name: 'replicas-min-ready-seconds',
    steps: [controller(2, { spec: { minReadySeconds: 2 } }), available(2), settle],
  },
  { name: 'replicas-refused', steps: [controller(2, { podSpec: { priorityClassName: 'nope' } }), settle] },
  {
    name: 'replicas-deleted',
    steps: [
      ...two,
      { delete: 'ReplicationController', name: 'web' },
      { untilGone: 'ReplicationController', name: 'web' },
      settle,
    ],
  },
  {
    name: 'replicas-deleted-in-background',
    steps: [
      ...two,
      { delete: 'ReplicationController', name: 'web', propagationPolicy: 'Background' },
      { untilGone: 'Pod', name: onePod },
      settle,
    ],
  },
  {
    name: 'replicas-deleted-in-foreground',
    steps: [
      ...two,
      { delete: 'ReplicationController', name: 'web', propagationPolicy: 'Foreground' },
      { untilGone: 'ReplicationController', name: 'web' },
      settle,
    ],
  },
  {
    name: 'replicas-orphaned-and-adopted',
    steps: [
      ...two,
      { delete: 'ReplicationController', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'ReplicationController', name: 'web' },
      settle,
      controller(2),
      available(2),
      settle,
    ],
  },
];
