import type { Scenario } from '../scenario.ts';
import { newImage, neverReady, patchSet, setAvailable, setHas, settleSet, statefulSet } from './stateful-set-steps.ts';

const parallel = { podManagementPolicy: 'Parallel' };
const partition = (count: number): object => ({
  updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: count } },
});
const onDelete = { updateStrategy: { type: 'OnDelete' } };

/** Starts with three available Pods. */
const three = (spec: object = {}) => [statefulSet(3, { spec }), setAvailable(3), settleSet] as const;

/** StatefulSets whose template changes. */
export const statefulUpdateScenarios: readonly Scenario[] = [
  { name: 'stateful-new-image', steps: [...three(), newImage('2'), settleSet] },
  { name: 'stateful-new-image-in-parallel', steps: [...three(parallel), newImage('2'), settleSet] },
  { name: 'stateful-new-image-min-ready', steps: [...three({ minReadySeconds: 1 }), newImage('2'), settleSet] },
  { name: 'stateful-partition', steps: [...three(partition(2)), newImage('2'), settleSet] },
  {
    name: 'stateful-partition-lowered',
    steps: [...three(partition(3)), newImage('2'), settleSet, patchSet(partition(1)), settleSet],
  },
  {
    name: 'stateful-partition-pod-deleted',
    steps: [
      ...three(partition(2)),
      newImage('2'),
      settleSet,
      { delete: 'Pod', name: 'web-1' },
      setAvailable(2),
      setAvailable(3),
      { delete: 'Pod', name: 'web-2' },
      setAvailable(2),
      setAvailable(3),
      settleSet,
    ],
  },
  {
    name: 'stateful-partition-scaled',
    steps: [...three(partition(2)), newImage('2'), settleSet, patchSet({ replicas: 4 }), setAvailable(4), settleSet],
  },
  { name: 'stateful-on-delete', steps: [...three(onDelete), newImage('2'), settleSet] },
  {
    name: 'stateful-on-delete-pod-deleted',
    steps: [
      ...three(onDelete),
      newImage('2'),
      settleSet,
      { delete: 'Pod', name: 'web-1' },
      setAvailable(2),
      setAvailable(3),
      settleSet,
    ],
  },
  {
    name: 'stateful-image-changed-back',
    steps: [...three(), newImage('2'), settleSet, newImage('1'), settleSet],
  },
  {
    name: 'stateful-broken-update',
    steps: [
      ...three(),
      patchSet({ template: { metadata: { annotations: neverReady } } }),
      settleSet,
      patchSet({ template: { metadata: { annotations: { 'simulated-node/ready': null } } } }),
      settleSet,
    ],
  },
  {
    name: 'stateful-broken-update-mended',
    steps: [
      ...three(),
      patchSet({ template: { metadata: { annotations: neverReady } } }),
      settleSet,
      patchSet({ template: { metadata: { annotations: { 'simulated-node/ready': null } } } }),
      settleSet,
      { delete: 'Pod', name: 'web-2' },
      setAvailable(3),
      settleSet,
    ],
  },
  {
    name: 'stateful-history-limit',
    steps: [
      ...three({ revisionHistoryLimit: 1 }),
      newImage('2'),
      settleSet,
      newImage('3'),
      settleSet,
      newImage('4'),
      settleSet,
    ],
  },
  {
    name: 'stateful-scaled-while-updated',
    steps: [...three(), newImage('2', { replicas: 2 }), setHas('status.updatedReplicas', 2), settleSet],
  },
  {
    name: 'stateful-labels-of-pods-changed',
    steps: [...three(), patchSet({ template: { metadata: { labels: { tier: 'b' } } } }), settleSet],
  },
];
