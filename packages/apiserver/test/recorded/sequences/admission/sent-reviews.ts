import type { Area, RequestStep } from '../../sequence.ts';
import {
  apply,
  configMap,
  configMaps,
  del,
  deployment,
  deployments,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
} from '../../steps.ts';
import { definition, gear, gearRule, gears, hook, type HookKind, installed, ruled } from './hooks.ts';

/** Webhooks that show what they are sent, for objects with a label, so that others can be created. */
const echoing = (kind: HookKind, more: object = {}): RequestStep[] =>
  installed(kind, [hook('echo', 'echo', { objectSelector: { matchLabels: { echo: 'yes' } }, ...more })]);

const echo = { labels: { echo: 'yes' } };
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

const requests = (kind: HookKind): RequestStep[] => [
  ...echoing(kind),
  post(configMaps, configMap('a', { k: '<&>' }, echo)),
  post(`${configMaps}?fieldManager=m&fieldValidation=Strict`, configMap('a', {}, echo)),
  post(`${configMaps}?dryRun=All`, configMap('a', {}, echo)),
  post(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'gen-', ...echo } }),
  post(configMaps, configMap('plain'), { quiet: true }),
  put(`${configMaps}/plain`, configMap('plain', { a: '2' }, echo)),
  mergePatch(`${configMaps}/plain?fieldManager=m`, { metadata: echo }),
  jsonPatch(`${configMaps}/plain`, [{ op: 'add', path: '/metadata/labels', value: { echo: 'yes' } }]),
  apply(`${configMaps}/plain?force=true`, 'applier', configMap('plain', { a: '3' }, echo)),
  apply(`${configMaps}/created`, 'applier', configMap('created', { a: '3' }, echo)),
];

/** What webhooks are sent. */
export const sentReviews: Area = {
  name: 'admission reviews',
  sequences: [
    sequence('what a mutating webhook is sent', ...requests('Mutating')),
    sequence('what a validating webhook is sent', ...requests('Validating')),
    ...(['Mutating', 'Validating'] as const).map((kind) =>
      sequence(
        `what a ${kind.toLowerCase()} webhook is sent for deletions`,
        post(configMaps, configMap('plain', {}, echo), { quiet: true }),
        ...echoing(kind, ruled({ operations: ['DELETE'] })),
        del(`${configMaps}/plain`),
        del(`${configMaps}/plain?dryRun=All`),
        del(`${configMaps}/plain`, { gracePeriodSeconds: 5, propagationPolicy: 'Foreground' }),
        del(`${configMaps}/plain?propagationPolicy=Orphan&gracePeriodSeconds=0`),
        del(`${configMaps}/plain`, { preconditions: { uid: 'other' } }),
        del(`${configMaps}/nobody`),
        del(configMaps),
        get(`${configMaps}/plain`),
      ),
    ),
    sequence(
      'what webhooks are sent for custom objects',
      post(crds, definition, { quiet: true }),
      post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
      ...echoing('Validating', ruled(gearRule('v1'))),
      post(gears('v1'), gear('a', 'v1', { teeth: 3 }, echo)),
      post(gears('v2'), gear('a', 'v2', { teeth: 3 }, echo)),
      mergePatch(`${gears('v1')}/plain`, { metadata: echo }),
      mergePatch(`${gears('v2')}/plain`, { metadata: echo }),
      mergePatch(`${gears('v1')}/plain/status`, { metadata: echo, status: { teeth: 2 } }),
      del(`${gears('v2')}/plain`),
    ),
    sequence(
      'what webhooks are sent for Scales',
      post(deployments, deployment('d'), { quiet: true }),
      ...installed('Mutating', [
        hook('scale', 'echo', ruled({ apiGroups: ['apps'], resources: ['deployments/scale'] })),
      ]),
      get(`${deployments}/d/scale`),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 3 } }),
      mergePatch(`${deployments}/d`, { spec: { replicas: 3 } }),
    ),
    sequence(
      'what webhooks are sent in the older version of reviews',
      ...echoing('Mutating', { admissionReviewVersions: ['v1beta1', 'v1'] }),
      post(configMaps, configMap('a', {}, echo)),
    ),
  ],
};
