import type { Scenario, ScenarioObject, Step } from './scenario.ts';

interface DeploymentShape {
  readonly spec?: object;
  readonly image?: string;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly podAnnotations?: Readonly<Record<string, string>>;
  readonly pod?: object;
}

const labels = { app: 'web' };

function deployment(replicas: number, shape: DeploymentShape = {}): Step {
  const { spec, image = 'example.com/web:1', annotations, podAnnotations, pod } = shape;
  const metadata = { labels, ...(podAnnotations && { annotations: podAnnotations }) };
  return {
    create: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', ...(annotations && { annotations }) },
      spec: {
        replicas,
        selector: { matchLabels: labels },
        template: {
          metadata,
          spec: { containers: [{ name: 'web', image, ports: [{ name: 'http', containerPort: 80 }] }], ...pod },
        },
        ...spec,
      },
    },
  };
}

const replicaSet = (replicas: number): Step => ({
  create: {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web' },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } },
    },
  },
});

const pod = (name: string, podLabels: object): Step => ({
  create: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: podLabels },
    spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] },
  },
});

const configMap = (name: string, metadata: object = {}): Step => ({
  create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata } },
});

const service = (spec: object): Step => ({
  create: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web', labels }, spec: { selector: labels, ...spec } },
});

const ownedBy = (kind: string, name: string, more: object = {}): object => ({
  ownerReferences: [{ apiVersion: 'v1', kind, name, uid: `uid of ${kind} ${name}`, ...more }],
});

const patch = (spec: object, annotations?: object): Step => ({
  patch: 'Deployment',
  name: 'web',
  with: { spec, ...(annotations && { metadata: { annotations } }) },
});

const image = (tag: string): object => ({
  template: {
    spec: {
      containers: [{ name: 'web', image: `example.com/web:${tag}`, ports: [{ name: 'http', containerPort: 80 }] }],
    },
  },
});

const stuck = (tag: string): object => {
  const { template } = image(tag) as { template: object };
  return { template: { ...template, metadata: { annotations: { 'simulated-node/waiting': 'ImagePullBackOff' } } } };
};

const deploymentHas = (field: string, equals: unknown): Step => ({ until: 'Deployment', name: 'web', field, equals });
const available = (count: number): Step => deploymentHas('status.availableReplicas', count);
const settle: Step = { settle: true };

const foreign: ScenarioObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'dependent',
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'another' }],
  },
};

const progressVaries: NonNullable<Scenario['varies']> = [
  {
    pattern: /NewReplicaSetCreated|ReplicaSetUpdated/,
    why: 'when its cache is behind, kube-controller-manager takes the first new Pod for one that it has counted before, and sees no progress',
  },
  {
    pattern: /Created new replica set \\"web-HASH\d\\"|ReplicaSet \\"web-HASH\d\\" is progressing\./,
    why: 'the message for either reason',
  },
];

/** What is played on a real control plane and on the simulation. */
export const scenarios: readonly Scenario[] = [
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
        why: 'when its cache is behind, kube-controller-manager keeps the condition of the rollout before: in between there were no Pods at all',
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
  {
    name: 'pod-deleted',
    steps: [deployment(2), available(2), settle, { delete: 'Pod', name: { startsWith: 'web-' } }, settle],
  },
  {
    name: 'pod-failed',
    steps: [
      deployment(2),
      available(2),
      settle,
      { patch: 'Pod', name: { startsWith: 'web-' }, subresource: 'status', with: { status: { phase: 'Failed' } } },
      settle,
    ],
  },
  {
    name: 'pod-released',
    steps: [
      deployment(2),
      available(2),
      settle,
      { patch: 'Pod', name: { startsWith: 'web-' }, with: { metadata: { labels: { app: 'other' } } } },
      settle,
    ],
  },
  { name: 'pod-adopted', steps: [pod('lonely', labels), settle, replicaSet(2), settle] },
  { name: 'pod-of-another', steps: [pod('lonely', { app: 'other' }), replicaSet(1), settle] },
  {
    name: 'too-many-adopted',
    steps: [pod('a', labels), pod('b', labels), settle, replicaSet(1), settle],
    varies: [
      {
        pattern: /(?<="name":")[ab](?=")|(?<=of Pod )[ab](?=\/)/,
        why: 'which of two Pods that are alike is removed depends on whether they were made, and became ready, in the same second',
      },
    ],
  },
  { name: 'refused-pods', steps: [deployment(2, { pod: { priorityClassName: 'nope' } }), settle] },
  { name: 'deleted', steps: [deployment(2), available(2), settle, { delete: 'Deployment', name: 'web' }, settle] },
  {
    name: 'deleted-in-foreground',
    steps: [
      deployment(2),
      available(2),
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Foreground' },
      { untilGone: 'Deployment', name: 'web' },
      settle,
    ],
  },
  {
    name: 'orphaned',
    steps: [
      deployment(1),
      available(1),
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'Deployment', name: 'web' },
      settle,
    ],
  },
  {
    name: 'orphaned-and-adopted',
    steps: [
      deployment(1),
      available(1),
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'Deployment', name: 'web' },
      settle,
      deployment(2),
      available(2),
      settle,
    ],
  },
  {
    name: 'owner-gone',
    steps: [
      configMap('owner'),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      { delete: 'ConfigMap', name: 'owner' },
      settle,
    ],
  },
  {
    name: 'owner-made-again',
    steps: [
      configMap('owner'),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      { delete: 'ConfigMap', name: 'owner' },
      configMap('owner'),
      settle,
    ],
  },
  { name: 'owner-of-another-uid', steps: [configMap('owner'), { create: foreign }, settle] },
  {
    name: 'owner-of-unknown-kind',
    steps: [
      configMap('dependent', {
        ownerReferences: [{ apiVersion: 'none.example.com/v1', kind: 'Nothing', name: 'x', uid: 'y' }],
      }),
      settle,
    ],
  },
  {
    name: 'one-owner-of-two-gone',
    steps: [
      configMap('a'),
      configMap('b'),
      configMap('dependent', {
        ownerReferences: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          name,
          uid: `uid of ConfigMap ${name}`,
        })),
      }),
      settle,
      { delete: 'ConfigMap', name: 'a' },
      settle,
    ],
  },
  {
    name: 'foreground-waits-for-blocker',
    steps: [
      configMap('owner'),
      configMap('dependent', {
        ...ownedBy('ConfigMap', 'owner', { blockOwnerDeletion: true }),
        finalizers: ['example.com/held'],
      }),
      settle,
      { delete: 'ConfigMap', name: 'owner', propagationPolicy: 'Foreground' },
      settle,
    ],
  },
  {
    name: 'foreground-does-not-wait',
    steps: [
      configMap('owner'),
      configMap('dependent', { ...ownedBy('ConfigMap', 'owner'), finalizers: ['example.com/held'] }),
      settle,
      { delete: 'ConfigMap', name: 'owner', propagationPolicy: 'Foreground' },
      settle,
    ],
  },
  {
    name: 'service',
    steps: [deployment(2), service({ ports: [{ name: 'web', port: 8080, targetPort: 'http' }] }), available(2), settle],
  },
  {
    name: 'service-with-unready-pods',
    steps: [
      deployment(1, { podAnnotations: { 'simulated-node/ready': 'false' } }),
      service({ ports: [{ port: 80 }] }),
      settle,
    ],
  },
  {
    name: 'headless-service',
    steps: [deployment(1), service({ clusterIP: 'None', ports: [{ port: 80 }] }), available(1), settle],
  },
  { name: 'service-without-pods', steps: [service({ ports: [{ port: 80 }] }), settle] },
  { name: 'service-account', steps: [settle, { delete: 'ServiceAccount', name: 'default' }, settle] },
  {
    name: 'namespace-held',
    steps: [
      configMap('held', { finalizers: ['example.com/held'] }),
      settle,
      { delete: 'Namespace', name: '$NAMESPACE' },
      // kube-controller-manager waits five seconds before it begins.
      { settle: true, quietMs: 7000 },
    ],
  },
  {
    name: 'namespace-deleted',
    steps: [
      deployment(1),
      available(1),
      settle,
      { delete: 'Namespace', name: '$NAMESPACE' },
      { untilGone: 'Namespace', name: '$NAMESPACE' },
    ],
  },
];
