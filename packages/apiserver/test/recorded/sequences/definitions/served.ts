import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** Returns a definition in a group of the sequence's own, so that sequences do not affect each other. */
const definition = (versions: readonly object[], rest: object = {}): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'things', kind: 'Thing' },
    versions,
    ...rest,
  },
});
const version = (name: string, properties: object, rest: object = {}): object => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
  ...rest,
});
const stored = { storage: true };
const crd = `${crds}/things.\${NS}.example.com`;
const things = (name = 'v1'): string => `/apis/\${NS}.example.com/${name}/namespaces/\${NS}/things`;
const thing = (name: string, spec: object = {}, apiVersion = 'v1', metadata: object = {}): object => ({
  apiVersion: `\${NS}.example.com/${apiVersion}`,
  kind: 'Thing',
  metadata: { name, ...metadata },
  spec,
});
const texts = { type: 'string' };
/** Installs a definition, and waits until its objects can be created: the real server takes two seconds. */
const installed = (body: object, name = 'v1'): RequestStep[] => [
  post(crds, body, { quiet: true }),
  get(things(name), { quiet: true, retry: true }),
  post(things(name), thing('first', {}, name), { quiet: true, retry: true }),
  del(`${things(name)}/first`, undefined, { quiet: true, retry: true }),
];

/** How serving and reading stored objects change with a definition. */
export const servedDefinitions: Area = {
  name: 'served definitions',
  sequences: [
    sequence(
      'versions of a definition that do not fit together',
      post(crds, definition([version('v1', { a: texts }), version('v2', { a: texts })])),
      post(crds, definition([version('v1', { a: texts }, stored), version('v1', { a: texts })])),
      post(
        crds,
        definition([
          version('v1', { a: texts }, { ...stored, selectableFields: [{ jsonPath: '.spec.a' }] }),
          version('v2', { a: texts }),
        ]),
      ),
      post(
        crds,
        definition([
          version('v1', { a: texts }, { ...stored, selectableFields: [{ jsonPath: '.spec.a' }] }),
          version('v2', { a: texts, b: texts }, { selectableFields: [{ jsonPath: '.spec.a' }] }),
        ]),
      ),
    ),
    sequence(
      'defaults that come later are seen in older objects',
      ...installed(definition([version('v1', { a: texts }, stored)])),
      post(things(), thing('a', { a: 'x' })),
      jsonPatch(
        crd,
        [
          {
            op: 'add',
            path: '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b',
            value: { type: 'string', default: 'later' },
          },
        ],
        { quiet: true },
      ),
      get(`${things()}/a`, { quiet: true, shows: 'later' }),
      post(things(), thing('probe', {}), { quiet: true, retry: true }),
      get(`${things()}/a`, { retry: true }),
      get(`${things()}?fieldSelector=metadata.name%3Da`, { retry: true }),
      mergePatch(`${things()}/a`, { metadata: { labels: { x: 'y' } } }, { retry: true }),
    ),
    sequence(
      'objects are stored in one version and shown in all',
      ...installed(
        definition([
          version('v1', { a: texts, old: { type: 'string', default: 'o' } }, stored),
          version('v2', { a: texts, new: { type: 'string', default: 'n' } }),
        ]),
      ),
      post(things('v2'), thing('a', { a: '1', new: 'x' }, 'v2')),
      get(`${things()}/a`),
      get(`${things('v2')}/a`),
      get(things('v2')),
      mergePatch(`${things('v2')}/a`, { spec: { a: '2' } }),
      get(`${things()}/a`),
      post(things(), thing('b', {}, 'v2')),
      put(`${things()}/a`, thing('a', {}, 'v2')),
    ),
    sequence(
      'status and scale that a definition does not have',
      ...installed(definition([version('v1', { a: texts }, stored)])),
      post(things(), { ...thing('a'), status: { x: 1 } }),
      get(`${things()}/a/status`),
      get(`${things()}/a/scale`),
      put(`${things()}/a/status`, thing('a')),
      mergePatch(`${things()}/a/scale`, {}),
      del(`${things()}/a/status`),
    ),
    sequence(
      'generations without a status subresource',
      ...installed(
        definition([
          {
            ...version('v1', {}, stored),
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ]),
      ),
      post(things(), { ...thing('a', { x: 1 }), status: { y: 1 }, other: true }),
      mergePatch(`${things()}/a`, { status: { y: 2 } }),
      mergePatch(`${things()}/a`, { other: false }),
      mergePatch(`${things()}/a`, { metadata: { annotations: { a: 'b' } } }),
      del(`${things()}/a`),
    ),
    sequence(
      'objects of the whole cluster',
      post(crds, definition([version('v1', {}, stored)], { scope: 'Cluster' }), { quiet: true }),
      get('/apis/${NS}.example.com/v1/things', { quiet: true, retry: true }),
      post(
        '/apis/${NS}.example.com/v1/things',
        { ...thing('a'), metadata: { name: 'a', namespace: 'x' } },
        { retry: true },
      ),
      get('/apis/${NS}.example.com/v1/things/a'),
      get(`${things()}/a`),
      del('/apis/${NS}.example.com/v1/things'),
    ),
    sequence(
      'a definition that ends takes its objects along',
      ...installed(definition([version('v1', {}, stored)])),
      post(things(), thing('held', {}, 'v1', { finalizers: ['a.b/c'] }), { quiet: true }),
      post(things(), thing('free'), { quiet: true }),
      del(crd, { preconditions: { uid: 'bad' } }),
      del(crd, { preconditions: { resourceVersion: '1' } }),
      del(`${crd}?dryRun=All`),
      get(things()),
      del(crd),
      del(crd, undefined, { quiet: true }),
      post(things(), thing('late')),
      mergePatch(`${things()}/held`, { metadata: { finalizers: null } }, { quiet: true }),
    ),
    sequence(
      'a version that is no longer served',
      ...installed(definition([version('v1', { a: texts }, stored), version('v2', { a: texts })])),
      post(things(), thing('a')),
      jsonPatch(crd, [{ op: 'replace', path: '/spec/versions/1/served', value: false }], { quiet: true }),
      get(`${things()}/a`, { retry: true }),
    ),
    sequence(
      'updates of a definition',
      post(crds, definition([version('v1', { a: texts }, stored)]), { quiet: true }),
      get(things(), { quiet: true, retry: true }),
      mergePatch(crd, { metadata: { labels: { a: 'b' } } }, { quiet: true }),
      put(crd, definition([version('v1', {}, stored)])),
      mergePatch(`${crd}/status`, { status: { storedVersions: [] } }, { quiet: true }),
      mergePatch(`${crd}/status`, { spec: { scope: 'Cluster' }, metadata: { labels: { s: 't' } } }, { quiet: true }),
      mergePatch(crd, { spec: { group: 'other.example.com' } }),
      mergePatch(crd, { spec: { names: { plural: 'others' } } }),
      mergePatch(crd, { metadata: { finalizers: ['x'] } }),
    ),
  ],
};
