import type { Area } from '../../sequence.ts';
import {
  configMaps,
  del,
  deployment,
  deployments,
  get,
  mergePatch,
  pod,
  pods,
  post,
  put,
  sequence,
  services,
} from '../../steps.ts';

const core = (plural: string): string => `/api/v1/namespaces/\${NS}/${plural}`;
const service = (name: string, spec: object): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec,
});
const probe = { httpGet: { port: 80 } };

/** What is special about some kinds: defaults, validation, what an update may change. */
export const kinds: Area = {
  name: 'built-in kinds',
  sequences: [
    sequence(
      'pods',
      post(pods, pod('p')),
      post(
        pods,
        pod('full', {
          initContainers: [{ name: 'i', image: 'i:latest', command: ['a'] }],
          containers: [
            {
              name: 'c',
              image: 'reg:5000/i:v1',
              env: [
                { name: 'A', value: 'b' },
                { name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
              ],
              ports: [{ containerPort: 80 }],
              resources: { limits: { cpu: '1000m', memory: '1024Mi' }, requests: { cpu: 0.25 } },
              livenessProbe: probe,
              volumeMounts: [{ name: 'v', mountPath: '/v' }],
            },
          ],
          volumes: [{ name: 'v' }, { name: 's', secret: { secretName: 's' } }],
          nodeSelector: { a: 'b' },
        }),
      ),
      post(pods, pod('bad', { containers: [{ image: '' }, { name: 'A_', image: 'i' }] })),
      post(pods, { metadata: { name: 'none' } }),
      post(
        pods,
        pod('volumes', {
          volumes: [
            { name: 'v', emptyDir: {}, configMap: { name: 'c' } },
            { name: 'w', downwardAPI: {}, secret: { secretName: 's' }, cephfs: { monitors: ['m'] } },
          ],
        }),
      ),
      mergePatch(`${pods}/p`, { spec: { containers: [{ name: 'c', image: 'i2' }] } }),
      mergePatch(`${pods}/p`, { spec: { nodeName: 'n1' } }),
      mergePatch(`${pods}/p/status`, {
        status: { phase: 'Running', podIP: '10.0.0.1' },
        metadata: { labels: { s: 's' } },
        spec: { nodeName: 'x' },
      }),
    ),
    sequence(
      'deployments',
      post(deployments, { metadata: { name: 'e' }, spec: {} }),
      post(deployments, deployment('d')),
      post(deployments, deployment('m', { selector: { matchLabels: { other: 'x' } } })),
      post(deployments, deployment('neg', { replicas: -1 })),
      post(
        deployments,
        deployment('never', {
          template: {
            metadata: { labels: { app: 'never' } },
            spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] },
          },
        }),
      ),
      mergePatch(`${deployments}/d`, {
        spec: { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x' } } } },
      }),
    ),
    sequence(
      'replica sets, stateful sets and daemon sets',
      post('/apis/apps/v1/namespaces/${NS}/replicasets', { ...deployment('rs'), kind: 'ReplicaSet' }),
      post('/apis/apps/v1/namespaces/${NS}/statefulsets', {
        ...deployment('sts', { serviceName: 's' }),
        kind: 'StatefulSet',
      }),
      post('/apis/apps/v1/namespaces/${NS}/daemonsets', { ...deployment('ds'), kind: 'DaemonSet' }),
      mergePatch('/apis/apps/v1/namespaces/${NS}/daemonsets/ds', {
        spec: { template: { spec: { containers: [{ name: 'c', image: 'new' }] } } },
      }),
    ),
    sequence(
      'services',
      post(services, service('a', { ports: [{ port: 80 }] })),
      post(
        services,
        service('n', {
          type: 'NodePort',
          ports: [
            { port: 80, name: 'a' },
            { port: 81, name: 'b' },
          ],
        }),
      ),
      post(services, service('h', { clusterIP: 'None', selector: { a: 'b' } })),
      post(services, service('e', { type: 'ExternalName', externalName: 'a.example.com' })),
      post(services, service('x', {})),
      post(services, service('x', { ports: [{ port: 80 }, { port: 81 }] })),
      post(services, service('x', { ports: [{ port: 80, nodePort: 30080 }] })),
      post(services, service('x', { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] })),
      mergePatch(`${services}/a`, { spec: { clusterIP: '10.96.99.99' } }),
      put(`${services}/a`, service('a', { ports: [{ port: 80 }], selector: { x: 'y' } })),
      mergePatch(`${services}/a`, { spec: { type: 'NodePort' } }),
      mergePatch(`${services}/a`, { spec: { type: 'ClusterIP' } }),
    ),
    sequence(
      'config maps and secrets',
      post(configMaps, { metadata: { name: 'k' }, data: { 'a b': '1' } }),
      post(configMaps, { metadata: { name: 'i' }, data: { a: '1' }, immutable: true }),
      mergePatch(`${configMaps}/i`, { data: { a: '2' } }),
      post(core('secrets'), { metadata: { name: 's' }, stringData: { a: 'text' }, data: { b: 'Yg==' } }),
      post(core('secrets'), { metadata: { name: 'bad' }, data: { b: '!' } }),
      post(core('secrets'), { metadata: { name: 'tls' }, type: 'kubernetes.io/tls' }),
      mergePatch(`${core('secrets')}/s`, { type: 'other' }),
    ),
    sequence(
      'events in both groups',
      post(core('events'), {
        metadata: { name: 'e.1' },
        involvedObject: { kind: 'Pod', name: 'p', namespace: '${NS}' },
        reason: 'R',
        message: 'M',
        type: 'Normal',
        source: { component: 'c' },
        firstTimestamp: '2026-01-01T00:00:00Z',
        lastTimestamp: '2026-01-01T00:00:00Z',
        count: 1,
      }),
      get('/apis/events.k8s.io/v1/namespaces/${NS}/events/e.1'),
      get(`${core('events')}?fieldSelector=involvedObject.name%3Dp,reason%3DR`),
      get(`${core('events')}?fieldSelector=involvedObject.name%3Dother`),
    ),
    sequence(
      'roles and bindings',
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles', {
        metadata: { name: 'r' },
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
      }),
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/roles', {
        metadata: { name: 'bad' },
        rules: [{ resources: ['pods'] }],
      }),
      post('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/rolebindings', {
        metadata: { name: 'b' },
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 'sa', namespace: '${NS}' },
        ],
      }),
      mergePatch('/apis/rbac.authorization.k8s.io/v1/namespaces/${NS}/rolebindings/b', { roleRef: { name: 'other' } }),
    ),
    sequence(
      'jobs and cron jobs',
      post('/apis/batch/v1/namespaces/${NS}/jobs', {
        metadata: { name: 'a' },
        spec: { template: { spec: { containers: [{ name: 'c', image: 'i' }] } } },
      }),
      post('/apis/batch/v1/namespaces/${NS}/jobs', {
        metadata: { name: 'b' },
        spec: {
          parallelism: 2,
          template: { spec: { restartPolicy: 'OnFailure', containers: [{ name: 'c', image: 'i' }] } },
        },
      }),
      post('/apis/batch/v1/namespaces/${NS}/cronjobs', {
        metadata: { name: 'c' },
        spec: {
          schedule: '* * * * *',
          jobTemplate: {
            spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
          },
        },
      }),
      post('/apis/batch/v1/namespaces/${NS}/cronjobs', { metadata: { name: 'd' }, spec: {} }),
    ),
    sequence(
      'claims, ingresses and classes',
      post(core('persistentvolumeclaims'), {
        metadata: { name: 'p' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '0.5Gi' } } },
      }),
      post(core('persistentvolumeclaims'), { metadata: { name: 'bad' }, spec: {} }),
      post('/apis/networking.k8s.io/v1/namespaces/${NS}/ingresses', {
        metadata: { name: 'i' },
        spec: {
          rules: [
            {
              host: 'a.b',
              http: {
                paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } }],
              },
            },
          ],
        },
      }),
      post('/apis/storage.k8s.io/v1/storageclasses', { metadata: { name: '${NS}' }, provisioner: 'a.b/c' }),
      del('/apis/storage.k8s.io/v1/storageclasses/${NS}'),
    ),
    sequence(
      'reviews',
      post(
        '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
        { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } },
        { quiet: true },
      ),
      get('/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'),
    ),
    sequence(
      'leases, service accounts and the rest',
      post('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases', {
        metadata: { name: 'l' },
        spec: { holderIdentity: 'me', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' },
      }),
      post('/apis/coordination.k8s.io/v1/namespaces/${NS}/leases', {
        metadata: { name: 'bad' },
        spec: { renewTime: '2026-01-01T00:00:00Z' },
      }),
      post(core('serviceaccounts'), { metadata: { name: 'sa' } }),
      post('/apis/policy/v1/namespaces/${NS}/poddisruptionbudgets', {
        metadata: { name: 'pdb' },
        spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
      }),
      post('/apis/networking.k8s.io/v1/namespaces/${NS}/networkpolicies', {
        metadata: { name: 'np' },
        spec: { podSelector: {} },
      }),
      post('/apis/discovery.k8s.io/v1/namespaces/${NS}/endpointslices', {
        metadata: { name: 'es' },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['10.0.0.1'] }],
        ports: [{ port: 80 }],
      }),
      post('/apis/autoscaling/v2/namespaces/${NS}/horizontalpodautoscalers', {
        metadata: { name: 'hpa' },
        spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
      }),
    ),
  ],
};
