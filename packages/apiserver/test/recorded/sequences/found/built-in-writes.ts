import type { Sequence } from '../../sequence.ts';
import {
  apply,
  asTable,
  del,
  get,
  jsonPatch,
  mergePatch,
  post,
  put,
  sequence,
  services,
  strategicPatch,
} from '../../steps.ts';

const core = '/api/v1/namespaces/${NS}';
const apps = '/apis/apps/v1/namespaces/${NS}';
const jobs = '/apis/batch/v1/namespaces/${NS}/jobs';
const slices = '/apis/discovery.k8s.io/v1/namespaces/${NS}/endpointslices';
const rbac = '/apis/rbac.authorization.k8s.io/v1';

const podSpec = { containers: [{ name: 'c', image: 'i' }] };
const template = { metadata: { labels: { app: 'x' } }, spec: podSpec };
const workload = { metadata: { name: 'a' }, spec: { selector: { matchLabels: { app: 'x' } }, template } };
const job = { metadata: { name: 'a' }, spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } } };
const metadataAlone = { headers: { accept: 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1' } };
const held = (finalizer: string): object => ({ name: 'a', finalizers: [finalizer] });
const background = '?propagationPolicy=Background&dryRun=All';

/** Bugs found in writes of built-in kinds. */
export const foundBuiltInWrites: readonly Sequence[] = [
  sequence(
    'a phase that is not stored',
    post(`${core}/persistentvolumeclaims`, {
      metadata: { name: 'a' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
    mergePatch(`${core}/persistentvolumeclaims/a`, {}),
    mergePatch(`${core}/persistentvolumeclaims/a`, {}),
  ),
  sequence(
    'bytes that were null are stored anew',
    post(`${core}/configmaps`, { metadata: { name: 'a' }, binaryData: { b: null } }),
    mergePatch(`${core}/configmaps/a`, {}),
    mergePatch(`${core}/configmaps/a`, {}),
    put(`${core}/configmaps/a`, { metadata: { name: 'a' }, binaryData: { b: [104, 105] } }),
  ),
  sequence(
    'the status of a service that is not there',
    put(`${services}/a/status`, {
      metadata: { name: 'a' },
      spec: { ports: [{ port: 80 }] },
      status: { loadBalancer: { ingress: [{}] } },
    }),
    mergePatch(`${services}/a`, { metadata: { labels: { l: '1' } } }),
    put(`${services}/a`, { metadata: { name: 'a' }, spec: { ports: [{ port: 81 }], type: 'NodePort' } }),
    apply(`${services}/b/status`, 'm1', {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'b' },
      spec: { ports: [{ port: 80 }] },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    }),
    put(`${services}/c/status`, { metadata: { name: 'c' }, status: {} }),
    mergePatch(`${services}/c/status`, { status: {} }),
  ),
  sequence(
    'the answer to the write that ends an object',
    post(slices, { metadata: { name: 'a' }, addressType: 'IPv4' }),
    del(`${slices}/a`, { propagationPolicy: 'Foreground' }),
    put(`${slices}/a`, { metadata: { name: 'a' }, addressType: 'IPv4', endpoints: [] }),
  ),
  sequence(
    'dry runs that take the last finalizer away',
    post(`${core}/configmaps`, { metadata: held('foregroundDeletion') }),
    del(`${core}/configmaps/a${background}`),
    del(`${core}/configmaps/a${background}`, undefined, asTable),
    post(`${core}/pods`, { metadata: { name: 'a' }, spec: podSpec }),
    del(`${core}/pods/a?propagationPolicy=Foreground`),
    del(`${core}/pods/a${background}`),
    post(services, { metadata: held('orphan'), spec: { ports: [{ port: 80 }] } }),
    del(`${services}/a${background}`),
  ),
  sequence(
    'metadata of daemon sets alone',
    post(`${apps}/daemonsets`, workload),
    get(`${apps}/daemonsets/a`, metadataAlone),
    get(`${apps}/daemonsets`, asTable),
  ),
  sequence(
    'what stays of jobs',
    post(jobs, job),
    mergePatch(`${jobs}/a`, { spec: { selector: { matchLabels: { app: 'x' } } } }),
    mergePatch(`${jobs}/a`, { metadata: { uid: 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee' } }),
    mergePatch(`${jobs}/a`, { spec: { completions: 3, parallelism: -1, completionMode: 'Indexed' } }),
    mergePatch(`${jobs}/a`, { spec: { suspend: true } }),
    mergePatch(`${jobs}/a`, { spec: { template: { metadata: { labels: { 'job-name': 'b' } } } } }),
    mergePatch(`${jobs}/a`, { spec: { template: { spec: { nodeSelector: { disk: 'ssd' } } } } }),
  ),
  sequence(
    'whom roles are bound to',
    post(`${rbac}/namespaces/\${NS}/rolebindings`, {
      metadata: { name: 'a' },
      roleRef: { apiGroup: 'x', kind: 'Role', name: 'r' },
      subjects: [{ kind: 'X', name: 'a' }, { kind: 'User' }, { kind: 'ServiceAccount', name: 'Bad' }],
    }),
    post(`${rbac}/clusterroles`, { metadata: { name: '${NS}-a' }, aggregationRule: {} }),
    post(`${rbac}/namespaces/\${NS}/roles`, { metadata: { name: 'a' }, rules: [{ nonResourceURLs: ['/x'] }] }),
  ),
  sequence(
    'ports and addresses of endpoint slices',
    post(slices, { metadata: { name: 'a' }, addressType: 'X', ports: [{ name: 'a' }, { name: 'a' }] }),
    post(slices, { metadata: { name: 'a' }, addressType: 'IPv4', endpoints: [{}] }),
  ),
  sequence(
    'counts that do not fit each other',
    post(`${apps}/deployments`, workload),
    mergePatch(`${apps}/deployments/a/status`, {
      status: { replicas: 1, updatedReplicas: 2, availableReplicas: 1, readyReplicas: -1 },
    }),
    post(`${apps}/statefulsets`, { ...workload, spec: { ...workload.spec, serviceName: 's' } }),
    mergePatch(`${apps}/statefulsets/a/status`, { status: { replicas: 1, currentReplicas: 2, availableReplicas: 1 } }),
    post(`${apps}/replicasets`, workload),
    mergePatch(`${apps}/replicasets/a/status`, { status: { replicas: 0, fullyLabeledReplicas: 1 } }),
    post(`${apps}/daemonsets`, workload),
    mergePatch(`${apps}/daemonsets/a/status`, { status: { numberReady: -1 } }),
  ),
  sequence(
    'items that have no key',
    apply(`${core}/serviceaccounts/a`, 'm3', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } }),
    jsonPatch(`${core}/serviceaccounts/a`, [{ op: 'add', path: '/secrets', value: [{}] }]),
    strategicPatch(`${core}/serviceaccounts/a`, { metadata: { labels: { l: '1' } } }),
  ),
  sequence(
    'labels of jobs that are not stored',
    post(jobs, job),
    put(`${jobs}/a/status`, { ...job, status: { active: 0 } }),
    mergePatch(`${jobs}/a/status`, {}),
    mergePatch(`${jobs}/a/status`, {}),
    post(jobs, { ...job, metadata: { name: 'b', finalizers: ['example.com/f'] } }),
    del(`${jobs}/b?propagationPolicy=Background`),
    put(`${jobs}/b/status`, { ...job, metadata: { name: 'b' }, status: { active: 0 } }),
  ),
  sequence(
    'empty maps are not the same as none',
    post(`${core}/configmaps`, { metadata: { name: 'a' }, data: { a: '1' }, immutable: true }),
    strategicPatch(`${core}/configmaps/a`, { data: { b: '2' }, binaryData: { bin: null } }),
    put(`${core}/configmaps/a`, { metadata: { name: 'a' }, data: { a: '1' }, binaryData: {}, immutable: true }),
    put(`${core}/configmaps/a`, { metadata: { name: 'a' }, data: { a: '1' }, binaryData: null, immutable: true }),
    put(`${core}/configmaps/a`, { metadata: { name: 'a' }, data: { 'a b': '1' } }),
    apply(`${core}/configmaps/a`, 'm1', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a' },
      binaryData: {},
    }),
    post(`${core}/secrets`, { metadata: { name: 'a' }, immutable: true }),
    put(`${core}/secrets/a`, { metadata: { name: 'a' }, data: {}, immutable: true }),
    put(`${core}/secrets/a`, { metadata: { name: 'a' }, data: { 'a b': '' }, type: 'x' }),
  ),
  sequence(
    'empty texts are the same as none, empty bytes are not',
    post(`${core}/configmaps`, { metadata: { name: 'a' }, immutable: true }),
    strategicPatch(`${core}/configmaps/a`, { data: {} }),
    strategicPatch(`${core}/configmaps/a`, { binaryData: {} }),
    mergePatch(`${core}/configmaps/a`, { data: {} }),
    mergePatch(`${core}/configmaps/a`, { binaryData: {} }),
    put(`${core}/configmaps/a`, { metadata: { name: 'a' }, data: {}, immutable: true }),
  ),
  sequence(
    'a dry run that would end a kind that is counted',
    post(`${apps}/statefulsets`, {
      metadata: { name: 'a' },
      spec: {
        selector: { matchLabels: { app: 'x' } },
        template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    }),
    del(`${apps}/statefulsets/a`, { propagationPolicy: 'Foreground' }),
    del(`${apps}/statefulsets/a?dryRun=All&orphanDependents=false`),
  ),
];
