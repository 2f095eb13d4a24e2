import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, deployment, deployments, get, mergePatch, post, put, sequence } from '../../steps.ts';
import { gear, gearRule, gears, hook, type HookKind, installed, ruled } from './hooks.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const field = { type: 'string', nullable: true };

/** A definition with defaults, nullable fields and fields of any form. */
const definition: object = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gears.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'gears', kind: 'Gear' },
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      subresources: { status: {} },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                color: { type: 'string', default: 'red' },
                teeth: { type: 'integer' },
                note: field,
                free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              },
            },
            status: { type: 'object', properties: { teeth: { type: 'integer' } } },
          },
        },
      },
    })),
  },
};

const withGears: RequestStep[] = [
  post(crds, definition, { quiet: true }),
  post(gears('v1'), gear('plain', 'v1'), { quiet: true, retry: true }),
];
const ofGears = (name: string, behaviour: string, ...versions: string[]): object =>
  hook(name, behaviour, ruled(gearRule(...(versions.length === 0 ? ['*'] : versions))));
const mutated = (behaviour: string): RequestStep[] => [
  ...withGears,
  ...installed('Mutating', [ofGears('first', behaviour)]),
];
const writes = (version: string): RequestStep[] => [
  post(gears(version), gear('a', version, { teeth: 3, extra: 1 })),
  get(`${gears('v1')}/a`),
  mergePatch(`${gears(version)}/plain`, { metadata: { labels: { a: 'b' } } }),
  mergePatch(`${gears(version)}/plain/status`, { status: { teeth: 2 } }),
  get(`${gears('v2')}/plain`),
];

/** One webhook for each behaviour, called for changes of the ConfigMap with its name as a label. */
const changing = (behaviours: readonly string[]): RequestStep[] => [
  ...behaviours.map((name) =>
    post(configMaps, { ...configMap(name, { a: '1' }, { labels: { case: name } }), immutable: true }, { quiet: true }),
  ),
  ...installed(
    'Mutating' satisfies HookKind,
    behaviours.map((name) =>
      hook(name, name, { ...ruled({ operations: ['UPDATE'] }), objectSelector: { matchLabels: { case: name } } }),
    ),
  ),
  ...behaviours.map((name) => mergePatch(`${configMaps}/${name}`, { metadata: { annotations: { x: 'y' } } })),
];

/** What patches leave for the next webhook, for validation and for the store. */
export const betweenWebhooks: Area = {
  name: 'objects between admission webhooks',
  sequences: [
    sequence(
      'a second webhook sees nulls and unknown fields',
      ...withGears,
      ...installed('Mutating', [ofGears('first', 'nulls'), ofGears('second', 'echo')]),
      post(gears('v1'), gear('a', 'v1', { teeth: 3, extra: 1 })),
      post(gears('v2'), gear('a', 'v2', { teeth: 3 })),
      mergePatch(`${gears('v1')}/plain`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'a second webhook of another version sees nulls and unknown fields',
      ...withGears,
      ...installed('Mutating', [ofGears('first', 'nulls', 'v1'), ofGears('second', 'echo', 'v2')]),
      post(gears('v1'), gear('a', 'v1', { teeth: 3 })),
      mergePatch(`${gears('v2')}/plain`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence(
      'a validating webhook sees nulls and unknown fields',
      ...withGears,
      ...installed('Mutating', [ofGears('first', 'nulls')]),
      ...installed('Validating', [ofGears('second', 'echo')]),
      post(gears('v1'), gear('a', 'v1', { teeth: 3 })),
      mergePatch(`${gears('v1')}/plain`, { metadata: { labels: { a: 'b' } } }),
    ),
    sequence('nulls and unknown fields are stored', ...mutated('nulls'), ...writes('v1')),
    sequence('nulls and unknown fields are stored in another version', ...mutated('nulls'), ...writes('v2')),
    ...[
      'null-teeth',
      'text-teeth',
      'no-color',
      'no-spec',
      'text-spec',
      'unknown-metadata',
      'other-status',
      'null-labels',
      'number-label',
    ].map((one) => sequence(`what follows ${one}`, ...mutated(one), ...writes('v1'))),
    ...['null-labels', 'number-label'].map((one) =>
      sequence(
        `a second webhook sees ${one}`,
        ...withGears,
        ...installed('Mutating', [ofGears('first', one), ofGears('second', 'echo')]),
        post(gears('v1'), gear('a', 'v1')),
      ),
    ),
    sequence(
      'a webhook that is called again sees nulls and unknown fields',
      ...withGears,
      ...installed('Mutating', [
        hook('one', 'null-teeth', { ...ruled(gearRule('v1')), reinvocationPolicy: 'IfNeeded' }),
        ofGears('two', 'nulls'),
      ]),
      post(gears('v1'), gear('a', 'v1')),
      put(`${gears('v1')}/plain`, gear('plain', 'v1', { note: 'x' })),
    ),
    sequence(
      'patches that change what no client may change',
      ...changing([
        'other-name',
        'other-namespace',
        'other-uid-of-object',
        'other-version-of-object',
        'other-creation',
        'other-generation',
        'other-deletion',
        'immutable-data',
        'not-immutable',
      ]),
    ),
    sequence(
      'a patch of an immutable selector',
      post(deployments, deployment('d'), { quiet: true }),
      ...installed('Mutating', [
        hook('selector', 'other-selector', ruled({ apiGroups: ['apps'], resources: ['deployments'] })),
      ]),
      mergePatch(`${deployments}/d`, { spec: { replicas: 0 } }),
      mergePatch(`${deployments}/d/scale`, { spec: { replicas: 0 } }),
      post(deployments, deployment('e')),
    ),
  ],
};
