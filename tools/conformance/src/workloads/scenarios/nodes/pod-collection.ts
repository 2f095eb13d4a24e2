import { daemonAvailable, daemonHas, daemonSet } from '../daemon-set/daemon-set-steps.ts';
import type { Scenario, Step } from '../scenario.ts';
import { setAvailable, statefulSet } from '../stateful-set/stateful-set-steps.ts';
import { available, deployment, settle } from '../steps.ts';
import {
  firstIfPossible,
  nodeReady,
  oneNode,
  onFirst,
  pod,
  running,
  settleNodes,
  stopNode,
  taint,
  twoNodes,
} from './node-steps.ts';

const nodes = twoNodes;
const held = { finalizers: ['example.com/hold'] };
const isGone: readonly Step[] = [stopNode('node-a'), { delete: 'Node', name: 'node-a' }];
const failed = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Failed' });
const outOfService = { key: 'node.kubernetes.io/out-of-service', value: 'nodeshutdown', effect: 'NoExecute' };

/** A Job of one Pod that would run for long; a disruption does not count as a failure of it. */
const job: Step = {
  create: {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'work' },
    spec: {
      backoffLimit: 0,
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      },
      template: {
        spec: {
          restartPolicy: 'Never',
          terminationGracePeriodSeconds: 1,
          containers: [{ name: 'work', image: 'example.com/works:1' }],
          ...firstIfPossible,
        },
      },
    },
  },
};

/** Pods that nothing else would remove: of nodes that are gone, or out of service. */
export const podCollectionScenarios: readonly Scenario[] = [
  {
    name: 'collect-pods-of-a-deleted-node',
    nodes,
    steps: [
      pod('a', onFirst),
      pod('b', onFirst, held),
      running('a'),
      running('b'),
      ...isGone,
      { untilGone: 'Pod', name: 'a' },
      failed('b'),
      settle,
    ],
  },
  {
    name: 'collect-pods-of-a-deployment',
    nodes,
    steps: [
      deployment(1, { pod: firstIfPossible }),
      available(1),
      settle,
      ...isGone,
      { until: 'Pod', name: { startsWith: 'web-' }, field: 'spec.nodeName', equals: 'node-b' },
      available(1),
      settle,
    ],
  },
  {
    name: 'collect-pods-of-a-stateful-set',
    nodes,
    steps: [
      statefulSet(1, { pod: firstIfPossible }),
      setAvailable(1),
      settle,
      ...isGone,
      { until: 'Pod', name: 'web-0', field: 'spec.nodeName', equals: 'node-b' },
      setAvailable(1),
      settle,
    ],
  },
  {
    name: 'collect-pods-of-a-daemon-set',
    nodes,
    steps: [daemonSet(), daemonAvailable(2), settle, ...isGone, daemonHas('status.desiredNumberScheduled', 1), settle],
  },
  {
    name: 'collect-pods-of-a-job',
    nodes,
    steps: [
      job,
      { until: 'Job', name: 'work', field: 'status.ready', equals: 1 },
      settle,
      ...isGone,
      { until: 'Pod', name: { startsWith: 'work-' }, field: 'spec.nodeName', equals: 'node-b' },
      { until: 'Job', name: 'work', field: 'status.ready', equals: 1 },
      settle,
    ],
  },
  {
    name: 'collect-a-deleted-pod-that-was-never-scheduled',
    nodes: oneNode,
    steps: [
      pod('a', { nodeSelector: { disk: 'none' } }, held),
      settle,
      { delete: 'Pod', name: 'a' },
      failed('a'),
      settle,
    ],
  },
  {
    name: 'collect-pods-that-end-out-of-service',
    nodes,
    steps: [
      pod('a', onFirst),
      pod('b', onFirst, held),
      running('a'),
      running('b'),
      stopNode('node-a'),
      nodeReady('node-a', 'Unknown'),
      settleNodes,
      { delete: 'Pod', name: 'a' },
      { delete: 'Pod', name: 'b' },
      settle,
      taint(
        'node-a',
        { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
        { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' },
        outOfService,
      ),
      { untilGone: 'Pod', name: 'a' },
      failed('b'),
      settle,
    ],
  },
];
