import type { Area } from '../../sequence.ts';
import { apply, configMap, del, get, mergePatch, pod, post, put, sequence, watch, widget } from '../../steps.ts';

const namespaces = '/api/v1/namespaces';
const x = `${namespaces}/\${NS}-x`;
const named = (rest: object = {}, metadata: object = {}): object => ({
  metadata: { name: '${NS}-x', ...metadata },
  ...rest,
});

/** The life cycle of namespaces. */
export const namespaceLives: Area = {
  name: 'namespaces',
  sequences: [
    sequence(
      'new namespaces',
      post(namespaces, named({ spec: { finalizers: ['a.b/c'] }, status: { phase: 'Terminating' } })),
      post(namespaces, named({}, { name: '${NS}-y', labels: { 'kubernetes.io/metadata.name': 'other' } })),
      post(namespaces, { metadata: { generateName: '${NS}-gen-' } }),
      post(namespaces, named({ spec: { finalizers: ['bad'] } }, { name: '${NS}-z' })),
      post(namespaces, named({}, { name: '${NS}-n', namespace: 'other' })),
    ),
    sequence(
      'updates of a namespace',
      post(namespaces, named(), { quiet: true }),
      put(x, named({ spec: { finalizers: ['a.b/c'] }, status: { phase: 'Terminating' } })),
      put(x, named({}, { labels: { a: 'b' } })),
      mergePatch(x, { metadata: { labels: { 'kubernetes.io/metadata.name': null } } }),
      apply(x, 'm', { apiVersion: 'v1', kind: 'Namespace', ...named({}, { labels: { a: 'c' } }) }),
      mergePatch(`${x}/status`, {
        status: { phase: 'Terminating' },
        spec: { finalizers: [] },
        metadata: { labels: { s: 't' } },
      }),
      mergePatch(`${x}/status`, { status: { phase: 'Active' } }),
      mergePatch(`${x}/status`, { status: { phase: 'Bogus' } }),
      put(`${x}/finalize`, named({ spec: { finalizers: ['kubernetes', 'a.b/c'] } }, { labels: { f: 'g' } })),
      put(`${x}/finalize`, named({ spec: { finalizers: ['bad'] } })),
      get(`${x}/finalize`),
      mergePatch(`${x}/finalize`, {}),
    ),
    sequence(
      'a namespace that ends',
      post(namespaces, named(), { save: { rv: 'metadata.resourceVersion' } }),
      post(`${x}/configmaps`, configMap('a', {}, { finalizers: ['a.b/c'] }), { quiet: true }),
      post(`${x}/configmaps`, configMap('b'), { quiet: true }),
      del(x, { gracePeriodSeconds: 5, propagationPolicy: 'Foreground' }),
      del(x),
      get(x),
      post(`${x}/configmaps`, configMap('c')),
      post(`${x}/configmaps?dryRun=All`, configMap('c')),
      post(`${x}/configmaps`, { metadata: { generateName: 'gen-' } }),
      post(`${x}/pods`, pod('p')),
      apply(`${x}/configmaps/applied`, 'm', configMap('applied')),
      put(`/apis/coordination.k8s.io/v1${x.slice('/api/v1'.length)}/leases/l`, { metadata: { name: 'l' } }),
      post(`/apis/lab.example.com/v1${x.slice('/api/v1'.length)}/widgets`, widget('w')),
      post(
        `/apis/authorization.k8s.io/v1${x.slice('/api/v1'.length)}/localsubjectaccessreviews`,
        {
          spec: { resourceAttributes: { namespace: '${NS}-x', verb: 'get', resource: 'pods' }, user: 'u' },
        },
        { quiet: true },
      ),
      mergePatch(`${x}/configmaps/b`, { data: { x: 'y' } }),
      put(`${x}/configmaps/b`, configMap('b', { x: 'z' })),
      del(`${x}/configmaps/b`),
      post(namespaces, named()),
      mergePatch(x, { metadata: { labels: { a: 'b' } } }),
      mergePatch(`${x}/status`, {
        status: { conditions: [{ type: 'NamespaceDeletionContentFailure', status: 'False' }] },
      }),
      put(`${x}/finalize?dryRun=All`, named({ spec: { finalizers: [] } })),
      put(`${x}/finalize`, named({ spec: { finalizers: [] } })),
      get(x),
      get(`${x}/configmaps`),
      mergePatch(`${x}/configmaps/a`, { metadata: { finalizers: null } }),
      get(`${x}/configmaps`),
      watch(`${namespaces}?fieldSelector=metadata.name%3D\${NS}-x&resourceVersion=\${rv}`),
    ),
    sequence(
      'finalizers of a namespace',
      post(namespaces, named({}, { finalizers: ['a.b/c'] }), { quiet: true }),
      del(x),
      put(`${x}/finalize`, named({ spec: {} }, { finalizers: ['a.b/c'] })),
      get(x),
      mergePatch(x, { metadata: { finalizers: ['a.b/c', 'x.y/z'] } }),
      mergePatch(x, { metadata: { finalizers: [] } }),
      get(x),
      post(namespaces, named(), { quiet: true }),
      put(`${x}/finalize`, named({ spec: { finalizers: [] } })),
      del(x),
      get(x),
    ),
    sequence(
      'namespaces that may not be deleted',
      del(`${namespaces}/default`),
      del(`${namespaces}/kube-system`),
      del(`${namespaces}/kube-public`),
      del(`${namespaces}/default?dryRun=All`),
      del(`${namespaces}/default`, { preconditions: { uid: 'bad' } }),
      del(`${namespaces}/kube-node-lease?dryRun=All`),
      del(`${namespaces}/none-such`),
    ),
    sequence(
      'objects in a namespace that is not there',
      get('/api/v1/namespaces/none/configmaps'),
      get('/api/v1/namespaces/none/configmaps/a'),
      del('/api/v1/namespaces/none/configmaps/a'),
      put('/api/v1/namespaces/none/configmaps/a', configMap('a')),
      mergePatch('/api/v1/namespaces/none/configmaps/a', {}),
    ),
  ],
};
