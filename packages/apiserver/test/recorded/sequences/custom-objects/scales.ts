import type { Area } from '../../sequence.ts';
import {
  apply,
  asTable,
  deployment,
  deployments,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  strategicPatch,
  widget,
  widgets,
} from '../../steps.ts';

const d = `${deployments}/d/scale`;
const w = `${widgets}/w/scale`;
const scale = (name: string, replicas: number, metadata: object = {}): object => ({
  apiVersion: 'autoscaling/v1',
  kind: 'Scale',
  metadata: { name, ...metadata },
  spec: { replicas },
});

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const counters = '/apis/${NS}.example.com/v1/namespaces/${NS}/counters';

/** A definition that gives the paths of its scale, but no types for them. */
const untypedDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'counters.${NS}.example.com' },
  spec: {
    group: '${NS}.example.com',
    scope: 'Namespaced',
    names: { plural: 'counters', kind: 'Counter' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
/** Returns such an object as a string, so that it may hold integers that a JavaScript number cannot. */
const counter = (name: string, spec: string, status = '{}'): string =>
  `{"apiVersion":"\${NS}.example.com/v1","kind":"Counter","metadata":{"name":"${name}"},"spec":${spec},"status":${status}}`;

/** The scale subresource of custom objects, with various paths. */
export const scales: Area = {
  name: 'scales',
  sequences: [
    sequence(
      'a scale that is replaced',
      post(deployments, deployment('d'), { save: { rv: 'metadata.resourceVersion', uid: 'metadata.uid' } }),
      put(d, scale('d', 3, { resourceVersion: '${rv}', uid: '${uid}' })),
      put(d, scale('d', 4, { resourceVersion: '${rv}' })),
      put(d, scale('d', 4, { uid: 'bad' })),
      put(d, scale('zz', 4)),
      put(d, scale('d', 4, { namespace: 'other' })),
      put(d, { ...scale('d', 4), kind: 'Deployment', apiVersion: 'apps/v1' }),
      put(d, { ...scale('d', 4), metadata: {} }),
      put(d, { spec: { replicas: 1 }, metadata: { name: 'd', labels: { a: 'b' } } }),
      put(d, scale('d', 2_147_483_648)),
      put(`${d}?dryRun=All`, scale('d', 9)),
      put(d, scale('d', 0)),
      get(d),
      get(`${deployments}/d`),
    ),
    sequence(
      'a scale that is patched',
      post(deployments, deployment('d'), { quiet: true }),
      mergePatch(d, { spec: { replicas: null } }),
      strategicPatch(d, { spec: { replicas: 2 } }),
      jsonPatch(d, [{ op: 'replace', path: '/spec/replicas', value: 3 }]),
      mergePatch(d, { metadata: { labels: { a: 'b' } } }),
      mergePatch(d, { metadata: { resourceVersion: '1' }, spec: { replicas: 7 } }),
      mergePatch(d, { metadata: { name: 'zz' } }),
      mergePatch(d, { spec: { replicas: 'x' } }),
      mergePatch(d, { spec: { replicas: -1 } }),
      apply(d, 'm', { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' }, spec: { replicas: 5 } }),
      get(`${deployments}/d`),
      mergePatch(`${deployments}/none/scale`, { spec: { replicas: 1 } }),
    ),
    sequence(
      'a scale that says no number',
      post(deployments, deployment('d'), { quiet: true }),
      put(d, scale('d', 3), { quiet: true }),
      put(d, { ...scale('d', 3), spec: {} }),
      get(`${deployments}/d`),
      put(d, scale('d', 3), { quiet: true }),
      put(d, { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'd' } }),
      get(d),
      put(d, scale('d', 3), { quiet: true }),
      jsonPatch(d, [{ op: 'remove', path: '/spec/replicas' }]),
      get(d),
      post(widgets, widget('w', { replicas: 3 }), { quiet: true }),
      put(w, { ...scale('w', 3), spec: {} }),
      get(w),
      mergePatch(w, { spec: { replicas: null } }),
      get(w),
    ),
    sequence(
      'scales at the bounds of their numbers',
      post(deployments, deployment('d'), { quiet: true }),
      put(d, scale('d', 2_147_483_647)),
      put(d, scale('d', 2_147_483_648)),
      put(d, scale('d', -1)),
      post(widgets, widget('w'), { quiet: true }),
      put(w, scale('w', 2_147_483_647)),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 2_147_483_647 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 0 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: -1 } }),
      get(w),
    ),
    sequence(
      'what stands where a scale is read is of another type',
      post(crds, untypedDefinition, { quiet: true }),
      get(counters, { quiet: true, retry: true }),
      post(counters, counter('first', '{}'), { quiet: true, retry: true }),
      ...[
        '9007199254740993',
        '9223372036854775807',
        '-9007199254740993',
        '2147483648',
        '-1',
        '1.5',
        '"x"',
        'true',
        'null',
        '[1]',
        '{"a":1}',
      ].flatMap((value, index) => [
        post(counters, counter(`a${index}`, `{"replicas":${value}}`)),
        post(counters, counter(`b${index}`, '{}', `{"replicas":${value}}`)),
        post(counters, counter(`c${index}`, '{}', `{"selector":${value}}`)),
      ]),
      post(counters, counter('d', '9007199254740993')),
      post(counters, counter('e', '{}', '9007199254740993')),
    ),
    sequence(
      'scales of custom objects',
      post(widgets, widget('w'), { quiet: true }),
      get(w),
      mergePatch(w, { spec: { replicas: 2 } }),
      put(w, scale('w', 2)),
      mergePatch(`${widgets}/w`, { spec: { replicas: 1 } }, { quiet: true }),
      get(w),
      put(w, scale('w', 3)),
      put(w, scale('w', -1)),
      put(w, scale('w', 4, { uid: 'bad' })),
      mergePatch(w, { spec: { replicas: 5 } }),
      strategicPatch(w, { spec: { replicas: 5 } }),
      mergePatch(`${widgets}/w`, { spec: { replicas: -1 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 2_147_483_648 } }),
      mergePatch(`${widgets}/w/status`, { status: { replicas: 7, selector: 'not a selector=' } }),
      get(w),
      get(`${widgets}/w`),
      get(`${widgets}/none/scale`),
    ),
    sequence(
      'scales of custom objects as tables',
      post(widgets, widget('w', { color: 'red', replicas: 0 }), { quiet: true }),
      get(w, asTable),
      mergePatch(w, { spec: { replicas: 2 } }, asTable),
      mergePatch(w, { spec: { replicas: 0 } }, asTable),
      post(deployments, deployment('d', { replicas: 0 }), { quiet: true }),
      get(d, asTable),
    ),
  ],
};
