import type { Area, RequestStep } from '../../sequence.ts';
import { configMap, configMaps, del, get, mergePatch, pod, pods, post, sequence } from '../../steps.ts';

type Options = Pick<RequestStep, 'headers' | 'withoutBody' | 'quiet' | 'retry' | 'until' | 'shows' | 'save'>;

const nodes = '/api/v1/nodes';
const claims = '/api/v1/namespaces/${NS}/persistentvolumeclaims';
const accounts = '/api/v1/namespaces/${NS}/serviceaccounts';
const leasesIn = (namespace: string): string => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
const csiNodes = '/apis/storage.k8s.io/v1/csinodes';
const quiet = { quiet: true };

/** Requests of the kubelet of a node of the sequence. */
const of = (node: string, more: Omit<Options, 'headers'> = {}): Options => ({
  headers: { 'impersonate-user': `system:node:\${NS}-${node}`, 'impersonate-group': 'system:nodes' },
  ...more,
});
/** The same with all permissions, so that only the plugin refuses. */
const mighty = (node: string, more: Omit<Options, 'headers'> = {}): Options => ({
  headers: {
    'impersonate-user': `system:node:\${NS}-${node}`,
    'impersonate-group': 'system:nodes\nsystem:masters',
  },
  ...more,
});
const ok = { withoutBody: true };

const createNode = (name: string, more: Omit<Options, 'headers'> = {}): RequestStep =>
  post(nodes, { metadata: { name: `\${NS}-${name}` } }, { ...quiet, ...more });

const labelled = (labels: object): object => ({ metadata: { name: '${NS}-a', labels } });

const owner = (more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  name: '${NS}-a',
  uid: '${uid}',
  controller: true,
  ...more,
});
/** A mirror Pod; `more` of its metadata. */
const mirror = (name: string, spec: object = {}, ownerReferences: readonly object[] = [owner()]): object =>
  pod(name, { nodeName: '${NS}-a', ...spec }, { annotations: { 'kubernetes.io/config.mirror': 'x' }, ownerReferences });
const withVolume = (source: object): object => ({ volumes: [{ name: 'v', ...source }] });
const onNode = (name: string, node: string, spec: object = {}): RequestStep =>
  post(pods, pod(name, { nodeName: `\${NS}-${node}`, ...spec }), { ...quiet, save: { [name]: 'metadata.uid' } });

const tokenFor = (boundObjectRef?: object, audiences?: readonly string[]): object => ({
  spec: { ...(audiences && { audiences }), ...(boundObjectRef && { boundObjectRef }) },
});
const podRef = (name: string, uid?: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  name,
  ...(uid !== undefined && { uid }),
});
const withToken = (audience?: string): object => ({
  serviceAccountName: 'a',
  ...withVolume({ projected: { sources: [{ serviceAccountToken: { path: 't', ...(audience && { audience }) } }] } }),
});

/** NodeRestriction: what kubelets may change. */
export const nodeRestriction: Area = {
  name: 'restricted nodes',
  server: { authorizationMode: 'Node,RBAC', enableAdmissionPlugins: ['NodeRestriction'] },
  sequences: [
    sequence(
      'labels with which a node registers',
      post(nodes, labelled({ 'node-restriction.kubernetes.io/x': 'y' }), of('a')),
      post(nodes, labelled({ 'x.node-restriction.kubernetes.io/x': 'y' }), of('a')),
      post(nodes, labelled({ 'node-role.kubernetes.io/control-plane': '', 'k8s.io/a': '', mine: '' }), of('a')),
      post(nodes, { metadata: { name: '${NS}-b' } }, of('a')),
      post(
        nodes,
        labelled({
          'kubernetes.io/hostname': 'a',
          'topology.kubernetes.io/zone': 'z',
          'beta.kubernetes.io/os': 'linux',
          'node.kubernetes.io/x': '1',
          'x.kubelet.kubernetes.io/y': '2',
          'example.com/z': '3',
        }),
        of('a', ok),
      ),
    ),
    sequence(
      'what a node changes of its own object',
      createNode('a'),
      createNode('b'),
      mergePatch(`${nodes}/\${NS}-a`, { metadata: { labels: { 'node-role.kubernetes.io/x': '' } } }, of('a')),
      mergePatch(
        `${nodes}/\${NS}-a`,
        { metadata: { labels: { 'kubernetes.io/arch': 'arm64', mine: 'a' } } },
        of('a', ok),
      ),
      mergePatch(`${nodes}/\${NS}-a`, { spec: { taints: [] } }, of('a')),
      mergePatch(`${nodes}/\${NS}-a`, { spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } }, of('a')),
      mergePatch(`${nodes}/\${NS}-a`, { spec: { unschedulable: true } }, of('a', ok)),
      mergePatch(
        `${nodes}/\${NS}-a`,
        { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'Namespace', name: 'x', uid: 'u' }] } },
        of('a'),
      ),
      mergePatch(
        `${nodes}/\${NS}-a/status`,
        { status: { conditions: [{ type: 'Ready', status: 'True' }] } },
        of('a', ok),
      ),
      mergePatch(`${nodes}/\${NS}-a/status`, { metadata: { labels: { 'k8s.io/x': '' } } }, of('a')),
      mergePatch(`${nodes}/\${NS}-b/status`, { status: { phase: 'Running' } }, of('a')),
      mergePatch(`${nodes}/\${NS}-b`, { metadata: { labels: { mine: 'a' } } }, of('a')),
      del(`${nodes}/\${NS}-b`, undefined, mighty('a')),
      del(`${nodes}/\${NS}-a`, undefined, mighty('a', ok)),
      del(`${nodes}/\${NS}-b`, undefined, quiet),
    ),
    sequence(
      'mirror pods of a node',
      createNode('a', { save: { uid: 'metadata.uid' } }),
      post(pods, mirror('first'), of('a', { ...ok, until: 201 })),
      post(pods, pod('plain', { nodeName: '${NS}-a' }), of('a')),
      post(pods, mirror('elsewhere', { nodeName: '${NS}-b' }), of('a')),
      post(pods, mirror('without-owner', {}, []), of('a')),
      post(pods, mirror('two-owners', {}, [owner(), owner({ uid: 'other', controller: false })]), of('a')),
      post(pods, mirror('other-kind', {}, [owner({ kind: 'Pod' })]), of('a')),
      post(pods, mirror('no-controller', {}, [owner({ controller: false })]), of('a')),
      post(pods, mirror('blocks', {}, [owner({ blockOwnerDeletion: true })]), of('a')),
      post(pods, mirror('other-uid', {}, [owner({ uid: 'other' })]), of('a')),
      post(pods, mirror('unknown-node', { nodeName: '${NS}-none' }, [owner({ name: '${NS}-none' })]), of('none')),
    ),
    sequence(
      'mirror pods that refer to objects',
      createNode('a', { save: { uid: 'metadata.uid' } }),
      post(pods, mirror('first', withVolume({ emptyDir: {} })), of('a', { ...ok, until: 201 })),
      post(pods, mirror('account', { serviceAccountName: 'a' }), of('a')),
      post(pods, mirror('pull', { imagePullSecrets: [{ name: 's' }] }), of('a')),
      post(
        pods,
        mirror('env', { containers: [{ name: 'c', image: 'i', envFrom: [{ configMapRef: { name: 'c' } }] }] }),
        of('a'),
      ),
      post(pods, mirror('claim', withVolume({ persistentVolumeClaim: { claimName: 'c' } })), of('a')),
      post(pods, mirror('secret', withVolume({ secret: { secretName: 's' } })), of('a')),
      post(pods, mirror('csi', withVolume({ csi: { driver: 'd.example.com' } })), of('a')),
      post(
        pods,
        mirror('token', withVolume({ projected: { sources: [{ serviceAccountToken: { path: 't' } }] } })),
        of('a'),
      ),
      post(
        pods,
        mirror(
          'fields',
          withVolume({
            projected: {
              sources: [{ downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.name' } }] } }],
            },
          }),
        ),
        of('a', ok),
      ),
    ),
    sequence(
      'pods of other nodes',
      onNode('mine', 'a'),
      onNode('theirs', 'b'),
      del(`${pods}/theirs`, undefined, of('a', { until: 403 })),
      mergePatch(`${pods}/theirs/status`, { status: { phase: 'Running' } }, of('a')),
      mergePatch(`${pods}/mine/status`, { status: { phase: 'Running' } }, of('a', ok)),
      mergePatch(`${pods}/mine/status`, { metadata: { labels: { a: 'b' } } }, of('a')),
      mergePatch(
        `${pods}/mine/status`,
        { status: { resourceClaimStatuses: [{ name: 'c', resourceClaimName: 'd' }] } },
        of('a'),
      ),
      mergePatch(`${pods}/mine`, { metadata: { labels: { a: 'b' } } }, mighty('a')),
      post(`${pods}/mine/binding`, { metadata: { name: 'mine' }, target: { name: 'x' } }, mighty('a')),
      post(
        `${pods}/theirs/eviction`,
        { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'theirs' } },
        of('a'),
      ),
      post(`${pods}/none/eviction`, { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'none' } }, of('a')),
      del(`${pods}/none`, undefined, of('a')),
      del(`${pods}/mine?gracePeriodSeconds=0`, undefined, of('a', ok)),
    ),
    sequence(
      'claims on a node',
      post(
        claims,
        {
          metadata: { name: 'c' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
        quiet,
      ),
      mergePatch(`${claims}/c/status`, { status: { capacity: { storage: '2Gi' } } }, mighty('a', ok)),
      mergePatch(
        `${claims}/c/status`,
        { status: { conditions: [{ type: 'FileSystemResizePending', status: 'True' }] } },
        mighty('a', ok),
      ),
      mergePatch(`${claims}/c`, { metadata: { labels: { a: 'b' } } }, mighty('a')),
      del(`${claims}/c`, undefined, mighty('a')),
    ),
    sequence(
      'tokens that a node requests',
      post(accounts, { metadata: { name: 'a' } }, quiet),
      onNode('p', 'a', withToken('vault')),
      onNode('other', 'b', { serviceAccountName: 'a' }),
      post(`${accounts}/a/token`, tokenFor(), of('a', { shows: 'not bound to a pod' })),
      post(`${accounts}/a/token`, tokenFor({ apiVersion: 'v1', kind: 'Secret', name: 's' }), of('a')),
      post(`${accounts}/a/token`, tokenFor(podRef('p')), of('a')),
      post(`${accounts}/a/token`, tokenFor(podRef('p', 'other')), of('a', { shows: 'does not match' })),
      post(`${accounts}/a/token`, tokenFor(podRef('none', 'other')), of('a')),
      post(`${accounts}/a/token`, tokenFor(podRef('other', '${other}'), ['vault']), of('a', { shows: 'scheduled' })),
      post(`${accounts}/a/token`, tokenFor(podRef('p', '${p}'), ['vault', 'x']), of('a')),
      post(`${accounts}/a/token`, tokenFor(podRef('p', '${p}'), ['x']), of('a')),
      post(`${accounts}/a/token`, tokenFor(podRef('p', '${p}')), of('a')),
      post(`${accounts}/a/token`, tokenFor(podRef('p', '${p}'), ['vault']), of('a', ok)),
    ),
    sequence(
      'tokens for the drivers of volumes',
      post(accounts, { metadata: { name: 'a' } }, quiet),
      onNode('p', 'a', { serviceAccountName: 'a', ...withVolume({ csi: { driver: '${NS}.example.com' } }) }),
      onNode('q', 'a', {
        serviceAccountName: 'a',
        ...withVolume({ persistentVolumeClaim: { claimName: 'none' } }),
      }),
      post(
        `${accounts}/a/token`,
        tokenFor(podRef('p', '${p}'), ['store']),
        of('a', { shows: 'error validating audience' }),
      ),
      post(
        `${accounts}/a/token`,
        tokenFor(podRef('q', '${q}'), ['store']),
        of('a', { shows: 'error validating audience' }),
      ),
      post(
        '/apis/storage.k8s.io/v1/csidrivers',
        { metadata: { name: '${NS}.example.com' }, spec: { tokenRequests: [{ audience: 'store' }] } },
        quiet,
      ),
      post(`${accounts}/a/token`, tokenFor(podRef('p', '${p}'), ['store']), of('a', { ...ok, until: 201 })),
      post(`${accounts}/a/token`, tokenFor(podRef('p', '${p}'), ['other']), of('a')),
      del('/apis/storage.k8s.io/v1/csidrivers/${NS}.example.com', undefined, quiet),
    ),
    sequence(
      'leases and CSI nodes of others',
      post(leasesIn('kube-node-lease'), { metadata: { name: '${NS}-b' } }, of('a')),
      post(leasesIn('kube-node-lease'), { metadata: { name: '${NS}-a' } }, of('a', ok)),
      post(leasesIn('${NS}'), { metadata: { name: '${NS}-a' } }, mighty('a')),
      mergePatch(`${leasesIn('kube-node-lease')}/\${NS}-a`, { spec: {} }, mighty('b')),
      post(csiNodes, { metadata: { name: '${NS}-b' }, spec: { drivers: [] } }, of('a')),
      post(csiNodes, { metadata: { name: '${NS}-a' }, spec: { drivers: [] } }, of('a', ok)),
      del(`${csiNodes}/\${NS}-a`, undefined, mighty('b')),
      del(`${csiNodes}/\${NS}-a`, undefined, of('a', ok)),
      del(`${leasesIn('kube-node-lease')}/\${NS}-a`, undefined, of('a', ok)),
    ),
    sequence(
      'users without a node',
      post(configMaps, configMap('c'), {
        headers: { 'impersonate-user': 'system:node:', 'impersonate-group': 'system:nodes\nsystem:masters' },
      }),
      post(pods, pod('p'), {
        headers: { 'impersonate-user': 'system:node:x', 'impersonate-group': 'system:masters' },
        ...ok,
      }),
      post(configMaps, configMap('c'), mighty('a', ok)),
      get(`${configMaps}/c`, mighty('a', ok)),
    ),
  ],
};
