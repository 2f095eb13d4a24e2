import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { Random } from '../../../random.ts';
import { builtInSubject, one, some, type SubjectParts } from './built-in-subject.ts';
import type { Subject } from './subject.ts';

const labels = { app: 'x' };
const selector = { matchLabels: labels };

const env: readonly JsonValue[] = [
  { name: 'A', value: '1' },
  { name: 'B', value: '2' },
  { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
];

const ports: readonly JsonValue[] = [
  { containerPort: 80 },
  { containerPort: 81, name: 'http' },
  { containerPort: 82, protocol: 'UDP' },
];

function container(random: Random, name: string): JsonObject {
  return {
    name,
    image: one(random, 'i:1', 'i:2'),
    ...(random.chance(0.3) && { env: some(random, env) }),
    ...(random.chance(0.3) && { ports: some(random, ports) }),
    ...(random.chance(0.2) && { args: ['x', one(random, 'y', 'z')] }),
    ...(random.chance(0.2) && { resources: { limits: { cpu: one(random, '100m', '0.1', '1') } } }),
    ...(random.chance(0.1) && { readinessProbe: { httpGet: { path: '/', port: 80 } } }),
    ...(random.chance(0.1) && { volumeMounts: [{ name: 'v', mountPath: '/v' }] }),
  };
}

function containers(random: Random): JsonObject[] {
  const names = random.sample(['c', 'd', 'e'], 1 + random.below(2));
  return (random.chance(0.3) ? names.toReversed() : names).map((name) => container(random, name));
}

const volumes = (random: Random): JsonValue[] => [
  one<JsonValue>(random, { name: 'v', emptyDir: {} }, { name: 'v', configMap: { name: 'c' } }),
  ...(random.chance(0.3) ? [{ name: 'w', secret: { secretName: 's' } }] : []),
];

const podParts: readonly ((random: Random) => JsonObject)[] = [
  (random) => ({ containers: containers(random) }),
  (random) => ({ containers: [container(random, 'c')], volumes: volumes(random) }),
  (random) => ({ terminationGracePeriodSeconds: one(random, 0, 5) }),
  (random) => ({ nodeSelector: { disk: one(random, 'ssd', 'hdd') } }),
  (random) => ({ tolerations: [{ key: one(random, 'a', 'b'), operator: 'Exists' }] }),
  (random) => ({ securityContext: { runAsUser: one(random, 0, 1000) } }),
  (random) => ({ hostAliases: [{ ip: '1.2.3.4', hostnames: [one(random, 'a', 'b')] }] }),
];

const pod = { containers: [{ name: 'c', image: 'i' }] };

/** Pod parts, in a template. */
const template = (make: (spec: JsonObject) => JsonObject): ((random: Random) => JsonObject)[] => [
  ...podParts.map((part) => (random: Random) => make({ spec: part(random) })),
  (random) => make({ metadata: { annotations: { t: one(random, '1', '2') } } }),
];

const inTemplate = template((value) => ({ spec: { template: value } }));
const inJobTemplate = template((value) => ({ spec: { jobTemplate: { spec: { template: value } } } }));

const replicas = (random: Random): JsonObject => ({ spec: { replicas: one(random, 0, 1, 3) } });

const condition = (random: Random): JsonObject => ({
  conditions: [{ type: one(random, 'A', 'B'), status: one(random, 'True', 'False') }],
});

const podTemplate = { metadata: { labels }, spec: pod };

const kinds: readonly SubjectParts[] = [
  {
    kind: 'Pod',
    apiVersion: 'v1',
    plural: 'pods',
    subresources: ['status'],
    fieldSelectors: ['status.phase=Pending', 'spec.nodeName=', 'spec.restartPolicy!=Never'],
    base: { spec: pod },
    // Most of a Pod is immutable: the mutable fields, and a few more.
    parts: [
      (random) => ({ spec: { containers: [{ name: 'c', image: one(random, 'i', 'j') }] } }),
      (random) => ({ spec: { activeDeadlineSeconds: one(random, 10, 5) } }),
      (random) => ({ spec: { restartPolicy: one(random, 'Always', 'Never') } }),
    ],
    status: (random) => ({
      phase: one(random, 'Running', 'Succeeded', 'Pending'),
      ...condition(random),
    }),
  },
  {
    kind: 'Deployment',
    apiVersion: 'apps/v1',
    plural: 'deployments',
    subresources: ['status', 'scale'],
    base: { spec: { selector, template: podTemplate } },
    parts: [
      replicas,
      ...inTemplate,
      (random) => ({ spec: { paused: random.chance(0.5) } }),
      (random) => ({
        spec: {
          strategy: one<JsonObject>(
            random,
            { type: 'Recreate' },
            { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } },
            { rollingUpdate: { maxUnavailable: '10%' } },
          ),
        },
      }),
    ],
    status: (random) => ({ replicas: 3, updatedReplicas: one(random, 1, 2), ...condition(random) }),
  },
  {
    kind: 'StatefulSet',
    apiVersion: 'apps/v1',
    plural: 'statefulsets',
    subresources: ['status', 'scale'],
    base: { spec: { selector, serviceName: 's', template: podTemplate } },
    parts: [
      replicas,
      ...inTemplate,
      (random) => ({
        spec: { updateStrategy: { type: one(random, 'OnDelete', 'RollingUpdate') } },
      }),
      (random) => ({ spec: { podManagementPolicy: one(random, 'Parallel', 'OrderedReady') } }),
    ],
    status: (random) => ({ replicas: one(random, 1, 2), ...condition(random) }),
  },
  {
    kind: 'DaemonSet',
    apiVersion: 'apps/v1',
    plural: 'daemonsets',
    subresources: ['status'],
    base: { spec: { selector, template: podTemplate } },
    parts: [...inTemplate, (random) => ({ spec: { minReadySeconds: one(random, 0, 5) } })],
  },
  {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    plural: 'replicasets',
    subresources: ['status', 'scale'],
    base: { spec: { selector, template: podTemplate } },
    parts: [replicas, ...inTemplate],
    status: (random) => ({ replicas: one(random, 1, 2), ...condition(random) }),
  },
  {
    kind: 'Job',
    apiVersion: 'batch/v1',
    plural: 'jobs',
    subresources: ['status'],
    fieldSelectors: ['status.successful=0'],
    base: { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } },
    parts: [
      (random) => ({ spec: { parallelism: one(random, 0, 1, 2) } }),
      (random) => ({ spec: { suspend: random.chance(0.5) } }),
      (random) => ({ spec: { backoffLimit: one(random, 6, 2) } }),
      (random) => ({ spec: { ttlSecondsAfterFinished: one(random, 0, 60) } }),
    ],
    status: (random) => ({ active: one(random, 0, 1) }),
  },
  {
    kind: 'CronJob',
    apiVersion: 'batch/v1',
    plural: 'cronjobs',
    subresources: ['status'],
    base: {
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } },
      },
    },
    parts: [
      ...inJobTemplate,
      (random) => ({ spec: { schedule: one(random, '0 * * * *', '@daily') } }),
      (random) => ({ spec: { suspend: random.chance(0.5) } }),
      (random) => ({ spec: { concurrencyPolicy: one(random, 'Forbid', 'Replace') } }),
    ],
    status: () => ({ lastScheduleTime: '2024-01-02T03:04:05Z' }),
  },
];

/** The built-in kinds that run Pods. */
export const workloadSubjects: readonly Subject[] = kinds.map(builtInSubject);
