import type { Area } from '../../sequence.ts';
import { apply, configMap, del, get, mergePatch, pod, post, put, sequence } from '../../steps.ts';

const namespaces = '/api/v1/namespaces';
const ending = `${namespaces}/\${NS}-x`;
const access = {
  spec: { resourceAttributes: { namespace: 'none', verb: 'get', resource: 'pods' }, user: 'u' },
};
const leases = (namespace: string): string => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;

/** Which writes namespaces allow that do not exist, that are being deleted, or that may not be deleted. */
export const namespaceWrites: Area = {
  name: 'writes in namespaces that end',
  sequences: [
    sequence(
      'namespaces that nobody can delete',
      ...['default', 'kube-system', 'kube-public'].flatMap((name) => [
        del(`${namespaces}/${name}`),
        del(`${namespaces}/${name}?dryRun=All`),
        del(`${namespaces}/${name}`, { preconditions: { uid: 'other' } }),
      ]),
      del(`${namespaces}/kube-node-lease?dryRun=All`),
      del(`${namespaces}?labelSelector=kubernetes.io/metadata.name%3Ddefault`),
      put(`${namespaces}/default/finalize?dryRun=All`, { metadata: { name: 'default' }, spec: {} }),
    ),
    sequence(
      'writes in a namespace that does not exist',
      post(`${namespaces}/none/configmaps`, configMap('a')),
      post(`${namespaces}/none/configmaps?dryRun=All`, configMap('a')),
      put(`${namespaces}/none/configmaps/a`, configMap('a')),
      put(`${leases('none')}/a`, { metadata: { name: 'a' } }),
      apply(`${namespaces}/none/configmaps/a`, 'm', configMap('a')),
      mergePatch(`${namespaces}/none/configmaps/a`, {}),
      del(`${namespaces}/none/configmaps/a`),
      del(`${namespaces}/none/configmaps`),
      post('/apis/authorization.k8s.io/v1/namespaces/none/localsubjectaccessreviews', access, { withoutBody: true }),
      post(`${namespaces}/none/serviceaccounts/default/token`, { spec: {} }),
      post(`${namespaces}/none/bindings`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
      get(`${namespaces}/none/configmaps`),
    ),
    sequence(
      'writes in a namespace that is being deleted',
      post(namespaces, { metadata: { name: '${NS}-x' } }, { quiet: true }),
      post(`${ending}/pods`, pod('p'), { quiet: true }),
      post(`${ending}/serviceaccounts`, { metadata: { name: 'a' } }, { quiet: true }),
      post(`${ending}/configmaps`, configMap('a'), { quiet: true }),
      del(ending, undefined, { quiet: true }),
      post(`${ending}/configmaps`, configMap('b')),
      post(`${ending}/configmaps`, { data: {} }),
      post(`${ending}/pods/p/binding`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
      post(`${ending}/bindings`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
      post(`${ending}/pods/p/eviction`, { metadata: { name: 'p' } }),
      post(`${ending}/serviceaccounts/a/token`, { spec: {} }),
      post(
        `/apis/authorization.k8s.io/v1/namespaces/\${NS}-x/localsubjectaccessreviews`,
        {
          spec: { resourceAttributes: { namespace: '${NS}-x', verb: 'get', resource: 'pods' }, user: 'u' },
        },
        { withoutBody: true },
      ),
      put(`${leases('${NS}-x')}/l`, { metadata: { name: 'l' } }),
      apply(`${ending}/configmaps/c`, 'm', configMap('c')),
      apply(`${ending}/configmaps/a`, 'm', configMap('a', { applied: 'yes' }), { headers: {} }),
      mergePatch(`${ending}/configmaps/a`, { data: { b: 'c' } }),
      mergePatch(`${ending}/pods/p/status`, { status: { phase: 'Running' } }),
      del(`${ending}/configmaps/a`),
      del(`${ending}/pods`, { gracePeriodSeconds: 0 }),
      put(`${ending}/finalize`, { metadata: { name: '${NS}-x' }, spec: {} }, { quiet: true }),
    ),
  ],
};
