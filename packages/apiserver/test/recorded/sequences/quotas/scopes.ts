import type { Area, RequestStep } from '../../sequence.ts';
import { get, mergePatch, pod, pods, post, put, sequence } from '../../steps.ts';
import { claims, inEffect, limited, quotas } from './quota-steps.ts';

const resources = (cpu: string): object => ({
  containers: [{ name: 'c', image: 'i', resources: { limits: { cpu } } }],
});
const term = (rest: object): object => ({
  topologyKey: 'kubernetes.io/hostname',
  labelSelector: { matchLabels: { a: 'b' } },
  ...rest,
});
const required = (kind: 'podAffinity' | 'podAntiAffinity', rest: object): object => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [term(rest)] } },
});
const preferred = (kind: 'podAffinity' | 'podAntiAffinity', rest: object): object => ({
  affinity: {
    [kind]: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term(rest) }] },
  },
});
const judged = (name: string, spec: object = {}): RequestStep => post(`${pods}?dryRun=All`, pod(name, spec));
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const priorityClass = (name: string): RequestStep =>
  post(classes, { metadata: { name: `\${NS}-${name}` }, value: 1 }, { quiet: true });
const selector = (operator: string, values?: readonly string[], scopeName = 'PriorityClass'): object => ({
  scopeSelector: { matchExpressions: [{ scopeName, operator, ...(values && { values }) }] },
});
const claim = (name: string, rest: object = {}): object => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...rest },
});

/** ResourceQuota: the scopes of quotas. */
export const scopedQuotas: Area = {
  name: 'scopes of quotas in effect',
  sequences: [
    sequence(
      'quotas of pods that end by themselves',
      ...limited('q', { pods: '0' }, { scopes: ['Terminating'] }),
      ...inEffect(),
      judged('a', { activeDeadlineSeconds: 1 }),
      judged('b'),
    ),
    sequence(
      'quotas of pods that do not end by themselves',
      ...limited('q', { pods: '1' }, { scopes: ['NotTerminating'] }),
      ...limited('r', { pods: '1' }, { scopes: ['Terminating'] }),
      ...inEffect(),
      post(pods, pod('a'), { quiet: true }),
      judged('b'),
      judged('c', { activeDeadlineSeconds: 1 }),
      mergePatch(`${pods}/a`, { spec: { activeDeadlineSeconds: 5 } }),
      get(`${quotas}/q`),
      get(`${quotas}/r`),
      post(pods, pod('d')),
      mergePatch(`${pods}/d`, { spec: { activeDeadlineSeconds: 5 } }),
    ),
    sequence(
      'quotas of pods without requests',
      ...limited('q', { pods: '0' }, { scopes: ['BestEffort'] }),
      ...inEffect(),
      judged('a'),
      judged('b', resources('1')),
      judged('c', resources('0')),
      judged('d', { resources: { requests: { cpu: '1' } } }),
    ),
    sequence(
      'quotas of pods with requests',
      ...limited('q', { pods: '0', cpu: '1' }, { scopes: ['NotBestEffort'] }),
      ...inEffect(),
      judged('a'),
      judged('b', resources('1')),
    ),
    sequence(
      'quotas of priority classes',
      priorityClass('high'),
      priorityClass('low'),
      ...limited('q', { pods: '0' }, selector('In', ['${NS}-high'])),
      ...inEffect(),
      post(`${pods}?dryRun=All`, pod('a', { priorityClassName: '${NS}-low' }), { until: 201, quiet: true }),
      judged('a', { priorityClassName: '${NS}-high' }),
      judged('b', { priorityClassName: '${NS}-low' }),
      judged('c'),
    ),
    sequence(
      'quotas of other priority classes',
      priorityClass('high'),
      priorityClass('low'),
      ...limited('q', { pods: '0' }, selector('NotIn', ['${NS}-high'])),
      ...inEffect(),
      post(`${pods}?dryRun=All`, pod('a', { priorityClassName: '${NS}-high' }), { until: 201, quiet: true }),
      judged('a', { priorityClassName: '${NS}-high' }),
      judged('b', { priorityClassName: '${NS}-low' }),
      judged('c'),
    ),
    sequence(
      'quotas of any priority class',
      ...limited('q', { pods: '0' }, selector('Exists')),
      ...inEffect(),
      judged('a', { priorityClassName: 'system-node-critical' }),
      judged('b'),
    ),
    sequence(
      'quotas of no priority class',
      ...limited('q', { pods: '0' }, selector('DoesNotExist')),
      ...inEffect(),
      judged('a', { priorityClassName: 'system-node-critical' }),
      judged('b'),
    ),
    sequence(
      'quotas of the scope of priority classes',
      ...limited('q', { pods: '0' }, { scopes: ['PriorityClass'] }),
      ...inEffect(),
      judged('a', { priorityClassName: 'system-node-critical' }),
      judged('b'),
    ),
    sequence(
      'quotas of affinity to other namespaces',
      ...limited('q', { pods: '0' }, { scopes: ['CrossNamespacePodAffinity'] }),
      ...inEffect(),
      judged('a'),
      judged('b', required('podAffinity', {})),
      judged('c', required('podAffinity', { namespaces: ['other'] })),
      judged('d', required('podAntiAffinity', { namespaceSelector: {} })),
      judged('e', preferred('podAffinity', { namespaceSelector: { matchLabels: { a: 'b' } } })),
      judged('f', preferred('podAntiAffinity', { namespaces: ['other'] })),
      judged('g', required('podAffinity', { namespaces: [] })),
    ),
    sequence(
      'quotas of two scopes',
      ...limited('q', { pods: '0' }, { scopes: ['BestEffort', 'NotTerminating'] }),
      ...inEffect(),
      judged('a'),
      judged('b', { activeDeadlineSeconds: 1 }),
      judged('c', resources('1')),
    ),
    sequence(
      'scoped quotas and other objects',
      ...limited('q', { 'count/configmaps': '0', 'count/pods': '0' }, { scopes: ['BestEffort'] }),
      ...inEffect(),
      post('/api/v1/namespaces/${NS}/configmaps', { metadata: { name: 'a' } }),
      judged('a'),
      judged('b', resources('1')),
    ),
    sequence(
      'quotas of classes of volume attributes',
      ...limited('q', { persistentvolumeclaims: '0' }, selector('In', ['gold'], 'VolumeAttributesClass')),
      ...limited('r', { 'requests.storage': '2Gi' }, selector('Exists', undefined, 'VolumeAttributesClass')),
      ...limited('s', { persistentvolumeclaims: '1' }, selector('DoesNotExist', undefined, 'VolumeAttributesClass')),
      ...inEffect(),
      post(`${claims}?dryRun=All`, claim('a', { volumeAttributesClassName: 'gold' })),
      post(claims, claim('b', { volumeAttributesClassName: 'silver' })),
      post(claims, claim('c')),
      post(claims, claim('d')),
      mergePatch(`${claims}/b/status`, { status: { phase: 'Bound', currentVolumeAttributesClassName: 'silver' } }),
      mergePatch(`${claims}/b`, { spec: { volumeAttributesClassName: 'gold' } }),
      get(`${quotas}/r`),
      get(`${quotas}/s`),
      put(`${claims}/c`, claim('c'), { quiet: true }),
      get(`${quotas}/s`),
    ),
  ],
};
