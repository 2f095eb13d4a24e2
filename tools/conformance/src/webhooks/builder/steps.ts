import type { Exercise, Step } from '../shared/exercise.ts';

const MERGE_PATCH = 'application/merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';

const configMap = (name: string, data: Readonly<Record<string, string>>, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...more },
  data,
});
const createConfigMap = (name: string, data: Readonly<Record<string, string>>, more?: object): Step => ({
  method: 'POST',
  path: 'v1/configmaps?fieldManager=a',
  body: configMap(name, data, more),
});
const patch = (path: string, body: object, query = ''): Step => ({
  method: 'PATCH',
  path: `${path}?fieldManager=b${query}`,
  type: MERGE_PATCH,
  body,
});

const configMaps: readonly Step[] = [
  createConfigMap('plain', { fixed: 'one' }, { labels: { temporary: 'yes' } }),
  createConfigMap('empty', {}),
  { ...createConfigMap('tried', {}), path: 'v1/configmaps?fieldManager=a&dryRun=All' },
  ...['refuse', 'missing', 'rename'].map((defaulter) => createConfigMap(`defaulter-${defaulter}`, { defaulter })),
  ...['refuse', 'invalid', 'conflict', 'busy', 'panic'].map((validator) =>
    createConfigMap(`validator-${validator}`, { validator, colour: 'green' }),
  ),
  patch('v1/configmaps/plain', { data: { more: 'two' } }),
  patch('v1/configmaps/plain', { data: { more: 'three' } }, '&dryRun=All'),
  patch('v1/configmaps/plain', { data: { fixed: 'other' } }),
  patch('v1/configmaps/plain', { data: { default: null } }),
  {
    method: 'PATCH',
    path: 'v1/configmaps/applied?fieldManager=c&force=true',
    type: APPLY_PATCH,
    body: configMap('applied', { keep: 'yes' }),
  },
  { method: 'PUT', path: 'v1/configmaps/plain?fieldManager=d', body: configMap('plain', { fixed: 'one' }) },
  { method: 'DELETE', path: 'v1/configmaps/applied' },
  { method: 'DELETE', path: 'v1/configmaps/plain?dryRun=All' },
  { method: 'DELETE', path: 'v1/configmaps' },
  patch('v1/configmaps/applied', { data: { keep: '' } }),
  { method: 'DELETE', path: 'v1/configmaps' },
];

const deployment = (name: string, spec: object): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'main', image: 'nginx:1', ports: [{ containerPort: 80 }] }] },
    },
    ...spec,
  },
});

const deployments: readonly Step[] = [
  { method: 'POST', path: 'apps/v1/deployments?fieldManager=a', body: deployment('web', { replicas: 2 }) },
  { method: 'POST', path: 'apps/v1/deployments?fieldManager=a', body: deployment('one', {}) },
  {
    method: 'PATCH',
    path: 'apps/v1/deployments/web?fieldManager=b',
    type: 'application/strategic-merge-patch+json',
    body: { spec: { template: { spec: { containers: [{ name: 'main', image: 'nginx:2' }] } } } },
  },
  {
    method: 'PATCH',
    path: 'apps/v1/deployments/web?fieldManager=c',
    type: 'application/json-patch+json',
    body: [{ op: 'remove', path: '/spec/template/spec/containers/0' }],
  },
  ...[3, 4, 5, 6].map((replicas) => patch('apps/v1/deployments/web/scale', { spec: { replicas } })),
  { method: 'GET', path: 'apps/v1/deployments/web' },
  patch('apps/v1/deployments/web/status', { status: { observedGeneration: 1 } }),
  { method: 'DELETE', path: 'apps/v1/deployments/one', body: { propagationPolicy: 'Background' } },
];

const kindsOfResponse = [
  'Opaque',
  'bad-request',
  'internal',
  'teapot',
  'no-code',
  'denied',
  'denied-with-reason',
  'allowed',
  'patched',
  'bad-patch',
  'patch-of-immutable',
];

const secrets: readonly Step[] = [
  ...kindsOfResponse.map((type): Step => ({
    method: 'POST',
    path: 'v1/secrets?fieldManager=a',
    body: { apiVersion: 'v1', kind: 'Secret', metadata: { name: type.toLowerCase() }, type, data: { a: 'YQ==' } },
  })),
  { method: 'DELETE', path: 'v1/secrets/opaque' },
];

const jobTemplate = { spec: { template: { spec: { containers: [{ name: 'c', image: 'busybox' }] } } } };
// No list after the schedule that does not convert: whether kube-apiserver's cache still has the time before is chance.
const cronJobs: readonly Step[] = [
  {
    method: 'POST',
    path: 'builder.example.com/v2/cronjobs?fieldManager=a',
    body: {
      apiVersion: 'builder.example.com/v2',
      kind: 'CronJob',
      metadata: { name: 'a' },
      spec: { schedule: { minute: '1', month: '2' }, jobTemplate },
    },
  },
  { method: 'GET', path: 'builder.example.com/v1/cronjobs/a' },
  patch('builder.example.com/v1/cronjobs/a', { spec: { schedule: '1 2' } }),
  { method: 'GET', path: 'builder.example.com/v2/cronjobs/a' },
];

/** What reaches each of the webhooks, and each kind of response that they can give. */
export const builderExercise: Exercise = {
  steps: [...configMaps, ...deployments, ...secrets, ...cronJobs],
  pathOf: (path, namespace) => {
    const end = path.indexOf('/', path.startsWith('v1/') ? 0 : path.indexOf('/') + 1);
    const version = path.slice(0, end);
    return `/${version === 'v1' ? 'api' : 'apis'}/${version}/namespaces/${namespace}${path.slice(end)}`;
  },
  lists: [
    'v1/configmaps',
    'v1/secrets',
    'apps/v1/deployments',
    'builder.example.com/v1/cronjobs',
    'builder.example.com/v2/cronjobs',
  ],
};
