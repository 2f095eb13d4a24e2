import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, del, get, mergePatch, pod, pods, post, put, sequence } from '../../steps.ts';
import { accessReviews, clusterRoleBindings, clusterRoles, roleRef, rule } from './access.ts';

type Options = Pick<RequestStep, 'headers' | 'withoutBody' | 'quiet' | 'retry' | 'until'>;

/** Requests of the kubelet of a node of the sequence. */
const of = (node: string, more: Omit<Options, 'headers'> = {}): Options => ({
  headers: { 'impersonate-user': `system:node:\${NS}-${node}`, 'impersonate-group': 'system:nodes' },
  ...more,
});
const secrets = '/api/v1/namespaces/${NS}/secrets';
const claims = '/api/v1/namespaces/${NS}/persistentvolumeclaims';
const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';
const csiNodes = '/apis/storage.k8s.io/v1/csinodes';
const secret = (name: string): RequestStep => post(secrets, { metadata: { name } }, { quiet: true });
const withSource = (name: string, source: object): object => ({ name, ...source });
/** Until the authorizer has seen the Pod; the real one takes a moment. */
const seen = { quiet: true, until: 200 } as const;

const onNode = (name: string, node: string, spec: object = {}, metadata: object = {}): RequestStep =>
  post(pods, pod(name, { nodeName: `\${NS}-${node}`, ...spec }, metadata), { quiet: true });

/** Kubelets, with the modes Node and RBAC. */
export const nodes: Area = {
  name: 'permissions of nodes',
  server: { authorizationMode: 'Node,RBAC' },
  sequences: [
    sequence(
      'secrets and config maps that Pods on the node use',
      ...['volume', 'env', 'env-from', 'pull', 'projected', 'init', 'other'].map(secret),
      post(configMaps, configMap('volume'), { quiet: true }),
      post(configMaps, configMap('env'), { quiet: true }),
      post(configMaps, configMap('other'), { quiet: true }),
      onNode('p', 'a', {
        imagePullSecrets: [{ name: 'pull' }],
        initContainers: [{ name: 'i', image: 'i', envFrom: [{ secretRef: { name: 'init' } }] }],
        containers: [
          {
            name: 'c',
            image: 'i',
            env: [
              { name: 'A', valueFrom: { secretKeyRef: { name: 'env', key: 'k' } } },
              { name: 'B', valueFrom: { configMapKeyRef: { name: 'env', key: 'k' } } },
            ],
            envFrom: [{ secretRef: { name: 'env-from' } }],
          },
        ],
        volumes: [
          withSource('s', { secret: { secretName: 'volume' } }),
          withSource('c', { configMap: { name: 'volume' } }),
          withSource('p', { projected: { sources: [{ secret: { name: 'projected' } }] } }),
        ],
      }),
      get(`${secrets}/projected`, { ...of('a'), ...seen }),
      ...['volume', 'env', 'env-from', 'pull', 'projected', 'init', 'other', 'missing'].map((name) =>
        get(`${secrets}/${name}`, of('a')),
      ),
      ...['volume', 'env', 'other'].map((name) => get(`${configMaps}/${name}`, of('a'))),
      get(`${secrets}/volume`, of('b')),
      get(secrets, of('a')),
      get(`${secrets}?fieldSelector=metadata.name=volume`, of('a')),
      get(`${secrets}?fieldSelector=metadata.name=other`, of('a')),
      get('/api/v1/secrets', of('a')),
      put(`${secrets}/volume`, { metadata: { name: 'volume' } }, of('a')),
      post(configMaps, configMap('new'), of('a')),
      del(`${pods}/p?gracePeriodSeconds=0`, undefined, { quiet: true }),
      get(`${secrets}/volume`, { ...of('a', { until: 403 }) }),
    ),
    sequence(
      'claims and volumes of Pods on the node',
      ...['used', 'p-scratch', 'other'].map((name) =>
        post(
          claims,
          {
            metadata: { name },
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
          { quiet: true },
        ),
      ),
      ...['used', 'other'].map((name) =>
        post(
          '/api/v1/persistentvolumes',
          {
            metadata: { name: `\${NS}-${name}` },
            spec: {
              accessModes: ['ReadWriteOnce'],
              capacity: { storage: '1Gi' },
              hostPath: { path: '/x' },
              claimRef: { namespace: '${NS}', name },
            },
          },
          { quiet: true },
        ),
      ),
      onNode('p', 'a', {
        volumes: [
          withSource('v', { persistentVolumeClaim: { claimName: 'used' } }),
          withSource('scratch', {
            ephemeral: {
              volumeClaimTemplate: {
                spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
              },
            },
          }),
        ],
      }),
      get('/api/v1/persistentvolumes/${NS}-used', { ...of('a'), ...seen }),
      ...['used', 'p-scratch', 'other'].map((name) => get(`${claims}/${name}`, of('a'))),
      ...['used', 'other'].map((name) => get(`/api/v1/persistentvolumes/\${NS}-${name}`, of('a'))),
      get('/api/v1/persistentvolumes/${NS}-used', of('b')),
      get(claims, of('a')),
      get(`${claims}/used/status`, of('a')),
      mergePatch(`${claims}/used/status`, {}, of('a')),
      mergePatch(`${claims}/other/status`, {}, of('a')),
      mergePatch(`${claims}/used`, {}, of('a')),
      get('/apis/storage.k8s.io/v1/volumeattachments/none', of('a')),
    ),
    sequence(
      'Pods',
      onNode('mine', 'a'),
      onNode('theirs', 'b'),
      post(pods, pod('nowhere'), { quiet: true }),
      get(`${pods}/mine`, { ...of('a'), ...seen }),
      get(`${pods}/mine`, of('a')),
      get(`${pods}/theirs`, of('a')),
      get(`${pods}/nowhere`, of('a')),
      get(pods, of('a')),
      get(`${pods}?fieldSelector=spec.nodeName=\${NS}-a`, of('a')),
      get(`${pods}?fieldSelector=status.phase!=Failed,spec.nodeName==\${NS}-a`, of('a')),
      get(`${pods}?fieldSelector=spec.nodeName=\${NS}-b`, of('a')),
      get(`${pods}?fieldSelector=spec.nodeName!=\${NS}-a`, of('a')),
      get(`${pods}?fieldSelector=metadata.name=mine`, of('a')),
      get(`${pods}?fieldSelector=metadata.name=theirs`, of('a')),
      get('/api/v1/pods?fieldSelector=spec.nodeName=${NS}-a', of('a')),
      mergePatch(`${pods}/mine`, {}, of('a')),
      mergePatch(`${pods}/mine/status`, {}, of('a')),
      get(`${pods}/mine/log`, of('a')),
      post(`${pods}/mine/binding`, { target: { name: 'x' } }, of('a')),
      del(pods, undefined, of('a')),
    ),
    sequence(
      'Nodes, Leases and CSINodes',
      get('/api/v1/nodes/${NS}-a', of('a')),
      post('/api/v1/nodes', { metadata: { name: '${NS}-a' } }, { ...of('a'), withoutBody: true }),
      get('/api/v1/nodes/${NS}-b', of('a')),
      get('/api/v1/nodes', of('a')),
      get('/api/v1/nodes?fieldSelector=metadata.name=${NS}-a', of('a', { withoutBody: true })),
      mergePatch('/api/v1/nodes/${NS}-a/status', {}, of('a', { withoutBody: true })),
      get('/api/v1/nodes/${NS}-a/status', of('a')),
      del('/api/v1/nodes/${NS}-a', undefined, of('a')),
      post(leases, { metadata: { name: '${NS}-a' } }, of('a', { withoutBody: true })),
      get(`${leases}/\${NS}-a`, of('a', { withoutBody: true })),
      get(`${leases}/\${NS}-b`, of('a')),
      get(leases, of('a')),
      post('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases', { metadata: { name: '${NS}-a' } }, of('a')),
      get(`${csiNodes}/\${NS}-a`, of('a')),
      get(`${csiNodes}/\${NS}-b`, of('a')),
      get(csiNodes, of('a')),
    ),
    sequence(
      'service accounts of Pods on the node',
      ...['used', 'other'].map((name) => post(accounts, { metadata: { name } }, { quiet: true })),
      onNode('p', 'a', { serviceAccountName: 'used' }),
      get(`${accounts}/used`, { ...of('a'), ...seen }),
      get(`${accounts}/used`, of('a')),
      get(`${accounts}/other`, of('a')),
      get(accounts, of('a')),
      post(`${accounts}/used/token`, { spec: {} }, of('a', { withoutBody: true })),
      post(`${accounts}/other/token`, { spec: {} }, of('a')),
      post(accounts, { metadata: { name: 'new' } }, of('a')),
      del(`${accounts}/used`, undefined, of('a')),
    ),
    sequence(
      'what every node may do',
      get('/api/v1/services?limit=1', of('a', { withoutBody: true })),
      get('/apis/node.k8s.io/v1/runtimeclasses', of('a', { withoutBody: true })),
      get('/apis/storage.k8s.io/v1/csidrivers', of('a', { withoutBody: true })),
      get('/api/v1/namespaces/${NS}', of('a')),
      get('/apis/apps/v1/deployments', of('a')),
      get('/version', of('a', { withoutBody: true })),
      get('/metrics', of('a')),
      post(
        '/api/v1/namespaces/${NS}/events',
        { metadata: { name: 'e' }, involvedObject: { namespace: '${NS}' } },
        of('a', { withoutBody: true }),
      ),
    ),
    sequence(
      'users that are no nodes',
      get('/api/v1/services', { headers: { 'impersonate-user': 'system:node:${NS}-a', 'impersonate-group': 'x' } }),
      get('/api/v1/services', { headers: { 'impersonate-user': 'system:node:', 'impersonate-group': 'system:nodes' } }),
      get('/api/v1/services', { headers: { 'impersonate-user': 'bob', 'impersonate-group': 'system:nodes' } }),
    ),
    sequence(
      'reviews about nodes',
      ...[
        { verb: 'get', resource: 'secrets', namespace: '${NS}', name: 's' },
        { verb: 'list', resource: 'services' },
        { verb: 'list', resource: 'pods' },
        { verb: 'list', resource: 'pods', fieldSelector: { rawSelector: 'spec.nodeName=a' } },
        {
          verb: 'list',
          resource: 'pods',
          fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'In', values: ['a'] }] },
        },
        {
          verb: 'list',
          resource: 'pods',
          fieldSelector: { requirements: [{ key: 'spec.nodeName', operator: 'NotIn', values: ['a'] }] },
        },
      ].map((resourceAttributes) =>
        post(accessReviews, { spec: { user: 'system:node:a', groups: ['system:nodes'], resourceAttributes } }),
      ),
      post(
        clusterRoles,
        { metadata: { name: '${NS}' }, rules: [rule('create', 'authorization.k8s.io', 'selfsubjectrulesreviews')] },
        { quiet: true },
      ),
      post(
        clusterRoleBindings,
        {
          metadata: { name: '${NS}' },
          roleRef: roleRef('ClusterRole', '${NS}'),
          subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'system:node:${NS}-a' }],
        },
        { quiet: true },
      ),
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
        { spec: { namespace: '${NS}' } },
        {
          headers: {
            'impersonate-user': 'system:node:${NS}-a',
            'impersonate-group': 'system:nodes\nsystem:unauthenticated',
          },
          retry: true,
        },
      ),
    ),
    sequence(
      'mirror Pods give no permissions',
      secret('s'),
      onNode(
        'mirror',
        'a',
        { volumes: [withSource('v', { secret: { secretName: 's' } })] },
        { annotations: { 'kubernetes.io/config.mirror': 'x' } },
      ),
      get(`${pods}/mirror`, { ...of('a'), ...seen }),
      get(`${secrets}/s`, of('a')),
    ),
  ],
};
