import type { Scenario } from './scenario.ts';
import { available, deployment, deploymentHas, image, patch, settle } from './steps.ts';

const stuck = (tag: string): object => {
  const { template } = image(tag) as { template: object };
  return { template: { ...template, metadata: { annotations: { 'simulated-node/waiting': 'ImagePullBackOff' } } } };
};

const progressVaries: NonNullable<Scenario['varies']> = [
  {
    pattern: /NewReplicaSetCreated|ReplicaSetUpdated/,
    why: 'with a stale cache, kube-controller-manager treats the first new Pod as one that it has already counted, and sees no progress',
  },
  {
    pattern: /Created new replica set \\"web-HASH\d\\"|ReplicaSet \\"web-HASH\d\\" is progressing\./,
    why: 'the message belongs to the reason, which varies',
  },
];

/** Rollouts, scaling and pauses of Deployments. */
export const deploymentScenarios: readonly Scenario[] = [
  { name: 'rollout', steps: [deployment(3), available(3), settle] },
  { name: 'no-replicas', steps: [deployment(0), deploymentHas('status.observedGeneration', 1), settle] },
  {
    name: 'annotations',
    steps: [deployment(1, { annotations: { note: 'first' } }), available(1), patch({}, { note: 'second' }), settle],
  },
  { name: 'new-image', steps: [deployment(3), available(3), settle, patch(image('2')), settle] },
  {
    name: 'no-surge',
    steps: [
      deployment(3, { spec: { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } } }),
      available(3),
      settle,
      patch(image('2')),
      settle,
    ],
  },
  {
    name: 'recreate',
    steps: [
      deployment(2, { spec: { strategy: { type: 'Recreate' } } }),
      available(2),
      settle,
      patch(image('2')),
      settle,
    ],
    varies: [
      {
        pattern: /web-HASH\d\\" has successfully progressed/,
        why: 'with a stale cache, kube-controller-manager keeps the condition of the previous rollout, because there were no Pods in between',
      },
    ],
  },
  {
    name: 'scale-up-and-down',
    steps: [
      deployment(1),
      available(1),
      settle,
      patch({ replicas: 4 }),
      available(4),
      settle,
      patch({ replicas: 2 }),
      settle,
    ],
  },
  { name: 'scale-to-zero', steps: [deployment(2), available(2), settle, patch({ replicas: 0 }), settle] },
  {
    name: 'image-changed-back',
    steps: [deployment(2), available(2), settle, patch(image('2')), settle, patch(image('1')), settle],
  },
  {
    name: 'rollback-annotation',
    steps: [
      deployment(1),
      available(1),
      settle,
      patch(image('2')),
      settle,
      patch({}, { 'deprecated.deployment.rollback.to': '1' }),
      settle,
    ],
  },
  {
    name: 'history-limit',
    steps: [
      deployment(1, { spec: { revisionHistoryLimit: 1 } }),
      available(1),
      settle,
      patch(image('2')),
      settle,
      patch(image('3')),
      settle,
      patch(image('4')),
      settle,
    ],
  },
  { name: 'stuck', steps: [deployment(3), available(3), settle, patch(stuck('2')), settle], varies: progressVaries },
  {
    name: 'stuck-and-scaled',
    steps: [
      deployment(4),
      available(4),
      settle,
      patch(stuck('2')),
      settle,
      patch({ replicas: 9 }),
      settle,
      patch({ replicas: 5 }),
      settle,
    ],
    varies: progressVaries,
  },
  {
    name: 'stuck-and-replaced',
    steps: [deployment(3), available(3), settle, patch(stuck('2')), settle, patch(stuck('3')), settle],
    varies: progressVaries,
  },
  {
    name: 'deadline-exceeded',
    steps: [
      deployment(2, {
        spec: { progressDeadlineSeconds: 2 },
        podAnnotations: { 'simulated-node/waiting': 'ImagePullBackOff' },
      }),
      settle,
      { settle: true, quietMs: 5000 },
    ],
  },
  { name: 'unready', steps: [deployment(2, { podAnnotations: { 'simulated-node/ready': 'false' } }), settle] },
  { name: 'min-ready-seconds', steps: [deployment(2, { spec: { minReadySeconds: 2 } }), available(2), settle] },
  { name: 'paused-from-the-start', steps: [deployment(2, { spec: { paused: true } }), settle] },
  {
    name: 'paused-and-resumed',
    steps: [
      deployment(2),
      available(2),
      settle,
      patch({ paused: true }),
      settle,
      patch(image('2')),
      settle,
      patch({ replicas: 3 }),
      settle,
      patch({ paused: false }),
      settle,
    ],
  },
];
