import type { Area, RequestStep } from '../../sequence.ts';
import { del, get, jsonPatch, mergePatch, post, put, sequence, strategicPatch, watch } from '../../steps.ts';
import {
  crds,
  definition,
  installed,
  installedVersions,
  integer,
  objectOf,
  quiet,
  specOf,
  text,
  thing,
  things,
  version,
} from './things.ts';

const schema = specOf({ a: text, replicas: integer });
const whole = '/apis/${NS}.example.com/v1/things';
const status = { subresources: { status: {} } };
const scale = {
  subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
};

/** Every verb, on a collection and on an object that may not be there. */
const everyVerb = (collection: string, body: object): RequestStep[] => [
  get(collection),
  watch(collection),
  post(collection, body),
  del(collection),
  get(`${collection}/a`),
  put(`${collection}/a`, body),
  mergePatch(`${collection}/a`, { spec: { a: 'y' } }),
  del(`${collection}/a`),
];

/** Which requests reach the objects of a definition. */
export const customRouting: Area = {
  name: 'routing of custom objects',
  sequences: [
    sequence(
      'resources that no definition has',
      get(things()),
      get('/apis/${NS}.example.com/v1'),
      ...installed(schema),
      get('/apis/${NS}.example.com/v1/namespaces/${NS}/others'),
      post('/apis/${NS}.example.com/v1/namespaces/${NS}/others', thing('a')),
      get('/apis/${NS}.example.com/v1/namespaces/${NS}/Things'),
      get('/apis/${NS}.example.com/v1/namespaces/${NS}/thing'),
    ),
    sequence(
      'a kind of the cluster in a namespace',
      post(crds, definition([version('v1', schema)], { scope: 'Cluster' }), quiet),
      get(whole, { ...quiet, retry: true }),
      post(whole, thing('a', { a: 'x' }), { retry: true }),
      ...everyVerb(things(), thing('a', { a: 'y' })),
      get(`${things()}/a/status`),
      ...everyVerb(whole, thing('b', { a: 'y' })),
    ),
    sequence(
      'a kind of namespaces without one',
      ...installed(schema),
      post(things(), thing('a', { a: 'x' })),
      ...everyVerb(whole, thing('b', { a: 'y' })),
      get(`${whole}/a/status`),
    ),
    sequence(
      'a version that is not served',
      ...installedVersions([version('v1', schema), version('v2', schema, { served: false })]),
      post(things(), thing('a')),
      ...everyVerb(things('v2'), thing('a', {}, {}, 'v2')),
      get('/apis/${NS}.example.com/v2'),
      ...everyVerb(things('v3'), thing('a', {}, {}, 'v3')),
    ),
    sequence(
      'a definition whose names are not accepted',
      ...installed(schema),
      post(
        crds,
        {
          ...definition([version('v1', schema)], {
            names: { plural: 'others', kind: 'Thing' },
          }),
          metadata: { name: 'others.${NS}.example.com' },
        },
        quiet,
      ),
      get(`${crds}/others.\${NS}.example.com`, { ...quiet, shows: 'KindConflict' }),
      ...everyVerb('/apis/${NS}.example.com/v1/namespaces/${NS}/others', thing('a')),
    ),
    sequence(
      'deprecated versions',
      ...installedVersions([
        version('v1', schema, { deprecated: true }),
        version('v1alpha1', schema, { deprecated: true, deprecationWarning: 'v1alpha1 goes, "soon"' }),
        version('v2', schema, { deprecated: true }),
        version('v2beta1', schema),
        version('v3', schema, { served: false }),
        version('v1beta1', schema),
        version('v0', schema, { deprecated: true, ...status }),
      ]),
      post(things(), thing('a', { a: 'x' })),
      ...everyVerb(things(), thing('a', { a: 'y' })),
      ...everyVerb(things('v1alpha1'), thing('b', {}, {}, 'v1alpha1')),
      post(things('v2'), thing('c', {}, {}, 'v2')),
      post(things('v2beta1'), thing('d', {}, {}, 'v2beta1')),
      get(things('v1beta1')),
      get(`${things('v0')}/c`),
      get(`${things('v0')}/c/status`),
      get(`${things('v0')}/none`),
    ),
    sequence(
      'the best of many versions',
      ...installedVersions([
        version('v1', schema, { deprecated: true }),
        version('v10', schema),
        version('v2', schema),
        version('foo', schema, { deprecated: true }),
        version('v11beta3', schema, { deprecated: true }),
        version('v12', schema, { deprecated: true }),
      ]),
      ...['v1', 'v10', 'v2', 'foo', 'v11beta3', 'v12'].map((name) => get(`${things(name)}/none`)),
    ),
    sequence(
      'subresources that a definition does not have',
      ...installed(schema),
      post(things(), thing('a')),
      ...['status', 'scale', 'other', 'status/more'].flatMap((name) => [
        get(`${things()}/a/${name}`),
        put(`${things()}/a/${name}`, thing('a')),
        mergePatch(`${things()}/a/${name}`, { spec: { a: 'x' } }),
        del(`${things()}/a/${name}`),
        post(`${things()}/a/${name}`, thing('a')),
        get(`${things()}/none/${name}`),
      ]),
    ),
    sequence(
      'subresources that only one version has',
      ...installedVersions([version('v1', schema, status), version('v2', schema, scale)]),
      post(things(), thing('a', { replicas: 1 })),
      ...['v1', 'v2'].flatMap((name) => [
        get(`${things(name)}/a/status`),
        get(`${things(name)}/a/scale`),
        mergePatch(`${things(name)}/a`, { status: { replicas: 1 } }),
      ]),
    ),
    sequence(
      'verbs that subresources do not have',
      ...installed(schema, { subresources: { ...status.subresources, ...scale.subresources } }),
      post(things(), thing('a', { replicas: 1 })),
      ...['status', 'scale'].flatMap((name) => [
        post(`${things()}/a/${name}`, thing('a')),
        del(`${things()}/a/${name}`),
        { method: 'HEAD', path: `${things()}/a/${name}` },
        get(`${things()}/none/${name}`),
        mergePatch(`${things()}/none/${name}`, {}),
      ]),
    ),
    sequence(
      'media types of requests',
      ...installed(schema),
      post(things(), thing('a', { a: 'x' })),
      get(`${things()}/a`, { headers: { accept: 'application/yaml' } }),
      get(`${things()}/a`, { headers: { accept: 'application/vnd.kubernetes.protobuf' } }),
      get(`${things()}/a`, { headers: { accept: 'text/plain' } }),
      get(things(), { headers: { accept: 'application/vnd.kubernetes.protobuf' } }),
      post(things(), 'a: 1', { headers: { 'content-type': 'text/plain' } }),
      post(things(), 'apiVersion: ${NS}.example.com/v1\nkind: Thing\nmetadata:\n  name: yy\nspec:\n  a: text\n', {
        headers: { 'content-type': 'application/yaml' },
      }),
      strategicPatch(`${things()}/a`, { spec: { a: 'y' } }),
      jsonPatch(`${things()}/a`, [{ op: 'replace', path: '/spec/a', value: 'z' }]),
      mergePatch(`${things()}/a`, { spec: { a: 'y' } }),
      {
        method: 'PATCH',
        path: `${things()}/a?fieldManager=m&force=true`,
        body: 'apiVersion: ${NS}.example.com/v1\nkind: Thing\nspec:\n  a: text\n',
        headers: { 'content-type': 'application/apply-patch+yaml' },
      },
      {
        method: 'PATCH',
        path: `${things()}/a`,
        body: '{}',
        headers: { 'content-type': 'application/json' },
      },
    ),
    sequence(
      'lists and deletes',
      ...installed(objectOf({ spec: objectOf({ a: text }) })),
      get(things()),
      post(things(), thing('a', { a: 'x' })),
      post(things(), thing('b', { a: 'x' }, { metadata: { name: 'b', finalizers: ['a.b/c'] } })),
      get(things()),
      get(`${things()}?limit=1`),
      del(`${things()}/a`),
      del(`${things()}/b`),
      del(`${things()}/b`),
      get(`${things()}/b`),
      post(things(), thing('c', { a: 'x' })),
      del(`${things()}/c`, { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Foreground' }),
      del(things()),
      mergePatch(`${things()}/b`, { metadata: { finalizers: null } }),
      post(things(), thing('d', { a: 'x' })),
      del(things()),
      del(`${things()}/none`),
    ),
  ],
};
