import type { Scenario } from '../scenario.ts';
import { labels, pod, service } from '../steps.ts';
import { neverReady, patchSet, setAvailable, settleSet, statefulSet } from './stateful-set-steps.ts';

const parallel = { podManagementPolicy: 'Parallel' };

/** StatefulSets that grow, shrink, lose Pods and are deleted. */
export const statefulSetScenarios: readonly Scenario[] = [
  { name: 'stateful', steps: [statefulSet(3), setAvailable(3), settleSet] },
  { name: 'stateful-parallel', steps: [statefulSet(3, { spec: parallel }), setAvailable(3), settleSet] },
  { name: 'stateful-no-replicas', steps: [statefulSet(0), settleSet] },
  {
    name: 'stateful-scaled-up',
    steps: [statefulSet(1), setAvailable(1), settleSet, patchSet({ replicas: 3 }), setAvailable(3), settleSet],
  },
  {
    name: 'stateful-scaled-down',
    steps: [statefulSet(3), setAvailable(3), settleSet, patchSet({ replicas: 1 }), setAvailable(1), settleSet],
  },
  {
    name: 'stateful-scaled-to-zero-in-parallel',
    steps: [
      statefulSet(3, { spec: parallel }),
      setAvailable(3),
      settleSet,
      patchSet({ replicas: 0 }),
      { untilGone: 'Pod', name: 'web-0' },
      settleSet,
    ],
  },
  { name: 'stateful-never-ready', steps: [statefulSet(3, { podAnnotations: neverReady }), settleSet] },
  {
    name: 'stateful-never-ready-in-parallel',
    steps: [statefulSet(3, { podAnnotations: neverReady, spec: parallel }), settleSet],
  },
  {
    name: 'stateful-unready-blocks-growth',
    steps: [
      statefulSet(2),
      setAvailable(2),
      settleSet,
      { patch: 'Pod', name: 'web-0', with: { metadata: { annotations: neverReady } } },
      setAvailable(1),
      patchSet({ replicas: 3 }),
      settleSet,
    ],
  },
  {
    name: 'stateful-unready-blocks-removal',
    steps: [
      statefulSet(3),
      setAvailable(3),
      settleSet,
      { patch: 'Pod', name: 'web-0', with: { metadata: { annotations: neverReady } } },
      setAvailable(2),
      patchSet({ replicas: 1 }),
      settleSet,
    ],
  },
  {
    name: 'stateful-ordinals',
    steps: [statefulSet(2, { spec: { ordinals: { start: 5 } } }), setAvailable(2), settleSet],
  },
  {
    name: 'stateful-ordinals-moved',
    steps: [
      statefulSet(3),
      setAvailable(3),
      settleSet,
      patchSet({ ordinals: { start: 2 } }),
      { untilGone: 'Pod', name: 'web-0' },
      setAvailable(3),
      settleSet,
    ],
  },
  {
    name: 'stateful-min-ready-seconds',
    steps: [statefulSet(2, { spec: { minReadySeconds: 2 } }), setAvailable(2), settleSet],
  },
  {
    name: 'stateful-pod-deleted',
    steps: [
      statefulSet(3),
      setAvailable(3),
      settleSet,
      { delete: 'Pod', name: 'web-1' },
      setAvailable(2),
      setAvailable(3),
      settleSet,
    ],
  },
  ...(['Failed', 'Succeeded'] as const).map((phase): Scenario => ({
    name: `stateful-pod-${phase.toLowerCase()}`,
    steps: [
      statefulSet(2),
      setAvailable(2),
      settleSet,
      { patch: 'Pod', name: 'web-1', subresource: 'status', with: { status: { phase } } },
      settleSet,
    ],
  })),
  {
    name: 'stateful-pod-released',
    steps: [
      statefulSet(2),
      setAvailable(2),
      settleSet,
      { patch: 'Pod', name: 'web-1', with: { metadata: { labels: { app: 'other' } } } },
      setAvailable(1),
      settleSet,
    ],
  },
  {
    name: 'stateful-adopts',
    steps: [pod('web-0', labels), pod('web-x', labels), settleSet, statefulSet(2), setAvailable(2), settleSet],
  },
  {
    name: 'stateful-deleted',
    steps: [
      statefulSet(2),
      setAvailable(2),
      settleSet,
      { delete: 'StatefulSet', name: 'web' },
      { untilGone: 'Pod', name: 'web-0' },
      { untilGone: 'Pod', name: 'web-1' },
      settleSet,
    ],
  },
  {
    name: 'stateful-deleted-in-foreground',
    steps: [
      statefulSet(2),
      setAvailable(2),
      settleSet,
      { delete: 'StatefulSet', name: 'web', propagationPolicy: 'Foreground' },
      { untilGone: 'StatefulSet', name: 'web' },
      settleSet,
    ],
  },
  {
    name: 'stateful-orphaned-and-adopted',
    steps: [
      statefulSet(2),
      setAvailable(2),
      settleSet,
      { delete: 'StatefulSet', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'StatefulSet', name: 'web' },
      settleSet,
      statefulSet(2),
      setAvailable(2),
      settleSet,
    ],
  },
  { name: 'stateful-refused-pods', steps: [statefulSet(2, { pod: { priorityClassName: 'nope' } }), settleSet] },
  {
    name: 'stateful-with-metadata',
    steps: [
      statefulSet(1, { annotations: { team: 'a' }, podAnnotations: { 'prometheus.io/scrape': 'true', note: '<&>' } }),
      setAvailable(1),
      settleSet,
    ],
  },
  {
    name: 'stateful-with-service',
    steps: [
      service({ clusterIP: 'None', ports: [{ name: 'http', port: 80 }] }),
      statefulSet(2),
      setAvailable(2),
      settleSet,
    ],
  },
];
