import type { Area, RequestStep } from '../../sequence.ts';
import {
  configMap,
  configMaps,
  del,
  deployment,
  deployments,
  get,
  mergePatch,
  post,
  put,
  sequence,
} from '../../steps.ts';
import { definition, gear, gearRule, gears, hook, installed, ruled } from './hooks.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const secrets = '/api/v1/namespaces/${NS}/secrets';
const secret = (name: string): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } });

const warning = (name: string, more: object): object => hook(name, 'deny-with-message', more);
const withGears: RequestStep[] = [
  post(crds, definition, { quiet: true }),
  post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
];

/** Which webhooks are called, and in which order. */
export const matching: Area = {
  name: 'calls of admission webhooks',
  sequences: [
    sequence(
      'webhooks are called by operation',
      post(configMaps, configMap('a'), { quiet: true }),
      ...installed('Validating', [
        warning('updates', ruled({ operations: ['UPDATE'] })),
        warning('deletes', ruled({ operations: ['DELETE'] })),
      ]),
      post(configMaps, configMap('b')),
      put(`${configMaps}/a`, configMap('a', { a: '2' })),
      del(`${configMaps}/a`),
    ),
    sequence(
      'webhooks are called by group, version, resource and scope',
      ...installed('Validating', [
        warning('group', ruled({ apiGroups: ['apps'], resources: ['configmaps'] })),
        warning('version', ruled({ apiVersions: ['v2'] })),
        warning('scope', ruled({ scope: 'Cluster' })),
        warning('subresource', ruled({ resources: ['configmaps/status'] })),
        warning('secrets', ruled({ resources: ['secrets'], scope: 'Namespaced' })),
        warning('scale', ruled({ apiGroups: ['*'], apiVersions: ['*'], resources: ['*/scale'] })),
      ]),
      post(configMaps, configMap('a')),
      post(secrets, secret('a')),
      post(deployments, deployment('d'), { quiet: true }),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 0 } }),
      mergePatch(`${deployments}/d`, { spec: { replicas: 0 } }),
    ),
    sequence(
      'webhooks are called by the labels of the object, before or after',
      ...installed('Validating', [
        warning('labelled', {
          objectSelector: { matchExpressions: [{ key: 'x', operator: 'In', values: ['1', '2'] }] },
        }),
      ]),
      post(configMaps, configMap('a', {}, { labels: { x: '1' } })),
      post(configMaps, configMap('a', {}, { labels: { x: '3' } })),
      mergePatch(`${configMaps}/a`, { metadata: { labels: { x: '2' } } }),
      mergePatch(`${configMaps}/a`, { metadata: { labels: null } }),
    ),
    sequence(
      'webhooks are called in the order of their names, and see what others did',
      ...installed('Mutating', [hook('one', 'a'), hook('two', 'b')], '-x'),
      ...installed('Mutating', [hook('three', 'c')], '-a'),
      post(configMaps, configMap('a', { trace: '' })),
      post(configMaps, configMap('b', { trace: '' })),
    ),
    sequence(
      'webhooks are called again, once, if a later one changes the object',
      ...installed('Mutating', [
        hook('one', 'a', { reinvocationPolicy: 'IfNeeded' }),
        hook('two', 'b'),
        hook('three', 'c', { reinvocationPolicy: 'IfNeeded' }),
        hook('four', 'allow', { reinvocationPolicy: 'IfNeeded' }),
      ]),
      post(configMaps, configMap('a', { trace: '' })),
      mergePatch(`${configMaps}/a`, { data: { b: '1' } }),
    ),
    sequence(
      'a webhook that changes nothing calls no other again',
      ...installed('Mutating', [hook('one', 'a', { reinvocationPolicy: 'IfNeeded' }), hook('two', 'same-label')]),
      post(configMaps, configMap('a', { trace: '' }, { labels: { mine: 'yes' } })),
    ),
    sequence(
      'a dry run calls webhooks without side effects only',
      ...installed('Validating', [
        hook('none', 'allow', { sideEffects: 'None', objectSelector: { matchLabels: { x: '1' } } }),
        hook('dry', 'allow', { sideEffects: 'NoneOnDryRun', objectSelector: { matchLabels: { x: '2' } } }),
      ]),
      post(`${configMaps}?dryRun=All`, configMap('a', {}, { labels: { x: '1' } })),
      post(`${configMaps}?dryRun=All`, configMap('a', {}, { labels: { x: '2' } })),
      get(`${configMaps}/a`),
    ),
    sequence(
      'a webhook for one version is called for the others',
      ...withGears,
      ...installed('Validating', [
        hook('equivalent', 'deny-with-message', {
          ...ruled(gearRule('v2')),
          objectSelector: { matchLabels: { policy: 'equivalent' } },
        }),
        hook('exact', 'deny-with-message', {
          ...ruled(gearRule('v2')),
          matchPolicy: 'Exact',
          objectSelector: { matchLabels: { policy: 'exact' } },
        }),
      ]),
      post(gears('v1'), gear('a', 'v1', {}, { labels: { policy: 'equivalent' } })),
      post(gears('v2'), gear('a', 'v2', {}, { labels: { policy: 'equivalent' } })),
      post(gears('v1'), gear('b', 'v1', {}, { labels: { policy: 'exact' } })),
      post(gears('v2'), gear('c', 'v2', {}, { labels: { policy: 'exact' } })),
    ),
    sequence(
      'mutating webhooks of different versions change one object',
      ...withGears,
      ...installed('Mutating', [
        hook('second', 'label', ruled(gearRule('v2'))),
        hook('first', 'spec', ruled(gearRule('v1'))),
      ]),
      post(gears('v1'), gear('a', 'v1', { teeth: 1 })),
      post(gears('v2'), gear('b', 'v2', { teeth: 1 })),
    ),
    sequence(
      'validation comes before validating webhooks, and after mutating ones',
      ...withGears,
      ...installed('Validating', [hook('validating', 'deny', ruled(gearRule('*')))]),
      post(gears('v1'), gear('a', 'v1', { color: 'orange' })),
      post(gears('v1'), gear('a', 'v1', { color: 'green' })),
      post(gears('v1'), gear('plain', 'v1')),
    ),
  ],
};
