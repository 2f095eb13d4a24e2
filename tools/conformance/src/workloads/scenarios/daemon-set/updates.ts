import type { Scenario } from '../scenario.ts';
import {
  newImage,
  daemonAvailable,
  daemonHas,
  daemonSet,
  patchDaemon,
  settleDaemon,
  threeNodes,
} from './daemon-set-steps.ts';

const nodes = threeNodes;
const rolling = (rollingUpdate: object): object => ({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } });
const surging = (maxSurge: number | string): object => rolling({ maxSurge, maxUnavailable: 0 });
const onDelete = { updateStrategy: { type: 'OnDelete' } };
const neverReady = { 'simulated-node/ready': 'false' };

/** Starts with an available Pod on each node. */
const started = (spec: object = {}, count = 3) => [daemonSet({ spec }), daemonAvailable(count), settleDaemon] as const;
const updated = [daemonHas('status.updatedNumberScheduled', 3), daemonAvailable(3), settleDaemon] as const;

const updatedOne = [daemonHas('status.updatedNumberScheduled', 1), daemonAvailable(1), settleDaemon] as const;

/** DaemonSets whose template changes. */
export const daemonUpdateScenarios: readonly Scenario[] = [
  { name: 'daemon-new-image', nodes, steps: [...started(), newImage('2'), ...updated] },
  {
    name: 'daemon-new-image-all-at-once',
    nodes,
    steps: [...started(rolling({ maxUnavailable: '100%' })), newImage('2'), ...updated],
  },
  {
    name: 'daemon-new-image-two-at-once',
    nodes,
    steps: [...started(rolling({ maxUnavailable: '40%' })), newImage('2'), ...updated],
  },
  {
    name: 'daemon-new-image-min-ready',
    nodes,
    steps: [...started({ minReadySeconds: 1 }), newImage('2'), ...updated],
  },
  { name: 'daemon-surge', nodes, steps: [...started(surging(1)), newImage('2'), ...updated] },
  { name: 'daemon-surge-all', nodes, steps: [...started(surging('100%')), newImage('2'), ...updated] },
  {
    name: 'daemon-surge-never-ready',
    nodes: threeNodes.slice(0, 1),
    steps: [
      ...started(surging(1), 1),
      patchDaemon({ template: { metadata: { annotations: neverReady } } }),
      daemonHas('status.observedGeneration', 2),
      settleDaemon,
    ],
  },
  { name: 'daemon-on-delete', nodes, steps: [...started(onDelete), newImage('2'), settleDaemon] },
  {
    name: 'daemon-on-delete-pod-deleted',
    nodes: threeNodes.slice(0, 1),
    steps: [
      ...started(onDelete, 1),
      newImage('2'),
      settleDaemon,
      { delete: 'Pod', name: { startsWith: 'web-' } },
      daemonHas('status.updatedNumberScheduled', 1),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-on-delete-then-rolling',
    nodes,
    steps: [
      ...started(onDelete),
      newImage('2'),
      settleDaemon,
      patchDaemon({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } } }),
      ...updated,
    ],
  },
  {
    name: 'daemon-broken-update',
    nodes: threeNodes.slice(0, 1),
    steps: [
      ...started({}, 1),
      patchDaemon({ template: { metadata: { annotations: neverReady } } }),
      daemonHas('status.updatedNumberScheduled', 1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-broken-update-mended',
    nodes: threeNodes.slice(0, 1),
    steps: [
      ...started({}, 1),
      patchDaemon({ template: { metadata: { annotations: neverReady } } }),
      daemonHas('status.updatedNumberScheduled', 1),
      settleDaemon,
      patchDaemon({ template: { metadata: { annotations: { 'simulated-node/ready': null } } } }),
      daemonHas('status.observedGeneration', 3),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-image-changed-back',
    nodes,
    steps: [
      ...started(),
      newImage('2'),
      ...updated,
      newImage('1'),
      daemonHas('status.observedGeneration', 3),
      ...updated,
    ],
  },
  {
    name: 'daemon-history-limit',
    nodes: threeNodes.slice(0, 1),
    steps: [
      ...started({ revisionHistoryLimit: 1 }, 1),
      newImage('2'),
      ...updatedOne,
      newImage('3'),
      daemonHas('status.observedGeneration', 3),
      ...updatedOne,
      newImage('4'),
      daemonHas('status.observedGeneration', 4),
      ...updatedOne,
    ],
  },
  {
    name: 'daemon-selector-narrowed',
    nodes,
    steps: [
      ...started(),
      patchDaemon({ template: { spec: { nodeSelector: { disk: 'ssd' } } } }),
      daemonHas('status.desiredNumberScheduled', 1),
      daemonHas('status.updatedNumberScheduled', 1),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-surge-selector-narrowed',
    nodes,
    steps: [
      ...started(surging(1)),
      patchDaemon({ template: { spec: { nodeSelector: { disk: 'ssd' } } } }),
      daemonHas('status.desiredNumberScheduled', 1),
      daemonHas('status.updatedNumberScheduled', 1),
      daemonAvailable(1),
      settleDaemon,
    ],
  },
  {
    name: 'daemon-revision-deleted',
    nodes: threeNodes.slice(0, 1),
    steps: [...started({}, 1), { delete: 'ControllerRevision', name: { startsWith: 'web-' } }, settleDaemon],
  },
];
