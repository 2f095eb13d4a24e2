import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { Random } from '../../../random.ts';
import { builtInSubject, one, some, type SubjectParts } from './built-in-subject.ts';
import type { Subject } from './subject.ts';
import { workloadSubjects } from './workload-subjects.ts';

const text = (random: Random): string => one(random, '1', '2', 'text', '');

const rule = (random: Random): JsonObject => ({
  apiGroups: [one(random, '', 'apps')],
  resources: ['pods', ...(random.chance(0.3) ? ['pods/log'] : [])],
  verbs: [one(random, 'get', '*')],
});

const kinds: readonly SubjectParts[] = [
  {
    kind: 'ConfigMap',
    apiVersion: 'v1',
    plural: 'configmaps',
    base: { data: { a: '1' } },
    parts: [
      (random) => ({ data: { a: text(random) } }),
      (random) => ({ data: { b: text(random), c: '3' } }),
      (random) => ({ data: one<JsonValue>(random, { a: null }, null, {}) }),
      (random) => ({ binaryData: { bin: one(random, 'YWJj', 'eA==', '') } }),
      (random) => ({ immutable: random.chance(0.3) }),
    ],
  },
  {
    kind: 'Secret',
    apiVersion: 'v1',
    plural: 'secrets',
    fieldSelectors: ['type=Opaque', 'type!=Opaque'],
    parts: [
      (random) => ({ data: { a: one(random, 'YWJj', 'eA==') } }),
      (random) => ({ stringData: { b: text(random), a: text(random) } }),
      (random) => ({ type: one(random, 'Opaque', 'example.com/own') }),
      () => ({ data: { n: null } }),
    ],
  },
  {
    kind: 'PersistentVolumeClaim',
    apiVersion: 'v1',
    plural: 'persistentvolumeclaims',
    subresources: ['status'],
    base: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
    // Its class and its volume are set once.
    parts: [
      () => ({ spec: { storageClassName: 'fast' } }),
      () => ({ spec: { volumeName: 'v' } }),
      (random) => ({ spec: { resources: { requests: { storage: one(random, '1Gi', '1024Mi') } } } }),
    ],
    status: (random) => ({
      phase: one(random, 'Bound', 'Pending', 'Lost'),
      capacity: { storage: one(random, '1Gi', '2Gi') },
    }),
  },
  {
    kind: 'Service',
    apiVersion: 'v1',
    plural: 'services',
    subresources: ['status'],
    fieldSelectors: ['spec.type=ClusterIP'],
    base: { spec: { ports: [{ port: 80 }] } },
    parts: [
      (random) => ({
        spec: {
          ports: [
            { name: 'a', port: 80, ...(random.chance(0.5) && { targetPort: one<JsonValue>(random, 8080, 'http') }) },
            ...some(random, [{ name: 'b', port: 81, protocol: 'UDP' }]),
          ],
        },
      }),
      (random) => ({ spec: { selector: { app: one(random, 'x', 'y') } } }),
      (random) => ({ spec: { sessionAffinity: one(random, 'ClientIP', 'None') } }),
      (random) => ({ spec: { type: one(random, 'ClusterIP', 'NodePort', 'LoadBalancer') } }),
      (random) => ({ spec: { externalIPs: some(random, ['80.11.12.10', '80.11.12.11']) } }),
      () => ({ spec: { publishNotReadyAddresses: true } }),
    ],
    status: (random) => ({
      loadBalancer: { ingress: [{ ip: one(random, '1.2.3.4', '1.2.3.5') }] },
    }),
  },
  {
    kind: 'ServiceAccount',
    apiVersion: 'v1',
    plural: 'serviceaccounts',
    parts: [
      (random) => ({ automountServiceAccountToken: random.chance(0.5) }),
      (random) => ({ secrets: some(random, [{ name: 'a' }, { name: 'b' }]) }),
      (random) => ({ imagePullSecrets: some(random, [{ name: 'a' }, { name: 'b' }]) }),
    ],
  },
  {
    kind: 'Endpoints',
    apiVersion: 'v1',
    plural: 'endpoints',
    parts: [
      (random) => ({
        subsets: [{ addresses: [{ ip: one(random, '1.2.3.4', '1.2.3.5') }], ports: [{ port: 80 }] }],
      }),
    ],
  },
  {
    kind: 'Namespace',
    apiVersion: 'v1',
    plural: 'namespaces',
    cluster: true,
    subresources: ['status'],
    parts: [() => ({ spec: { finalizers: ['kubernetes', 'example.com/own'] } })],
    status: (random) => ({
      conditions: [{ type: 'A', status: one(random, 'True', 'False'), reason: 'R' }],
    }),
  },
  {
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    plural: 'leases',
    parts: [
      (random) => ({ spec: { holderIdentity: one(random, 'a', 'b') } }),
      (random) => ({ spec: { leaseDurationSeconds: one(random, 15, 30) } }),
      (random) => ({ spec: { leaseTransitions: one(random, 0, 1) } }),
      () => ({ spec: { renewTime: '2024-01-02T03:04:05.000006Z' } }),
    ],
  },
  {
    kind: 'Role',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    plural: 'roles',
    parts: [(random) => ({ rules: random.chance(0.2) ? null : [rule(random), rule(random)] })],
  },
  {
    kind: 'ClusterRole',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    plural: 'clusterroles',
    cluster: true,
    parts: [
      (random) => ({ rules: [rule(random)] }),
      (random) => ({
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: text(random) } }] },
      }),
    ],
  },
  {
    kind: 'RoleBinding',
    apiVersion: 'rbac.authorization.k8s.io/v1',
    plural: 'rolebindings',
    base: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' } },
    parts: [
      (random) => ({
        subjects: some(random, [
          { kind: 'ServiceAccount', name: 'a', namespace: 'default' },
          { kind: 'User', name: 'u' },
        ]),
      }),
    ],
  },
  {
    kind: 'PodDisruptionBudget',
    apiVersion: 'policy/v1',
    plural: 'poddisruptionbudgets',
    subresources: ['status'],
    base: { spec: { selector: { matchLabels: { app: 'x' } } } },
    parts: [
      (random) => ({ spec: { minAvailable: one<JsonValue>(random, 1, '50%') } }),
      (random) => ({ spec: { selector: { matchLabels: { app: one(random, 'x', 'y') } } } }),
      () => ({ spec: { unhealthyPodEvictionPolicy: 'AlwaysAllow' } }),
    ],
    status: (random) => ({
      observedGeneration: 1,
      disruptionsAllowed: one(random, 0, 1),
      currentHealthy: 1,
      desiredHealthy: 1,
      expectedPods: 1,
    }),
  },
  {
    kind: 'HorizontalPodAutoscaler',
    apiVersion: 'autoscaling/v2',
    plural: 'horizontalpodautoscalers',
    subresources: ['status'],
    base: { spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } } },
    parts: [
      (random) => ({ spec: { minReplicas: one(random, 1, 2) } }),
      (random) => ({ spec: { maxReplicas: one(random, 3, 5) } }),
      (random) => ({
        spec: {
          metrics: [
            {
              type: 'Resource',
              resource: {
                name: one(random, 'cpu', 'memory'),
                target: { type: 'Utilization', averageUtilization: 50 },
              },
            },
          ],
        },
      }),
    ],
    status: (random) => ({ desiredReplicas: one(random, 1, 2), currentReplicas: 1 }),
  },
  {
    kind: 'Ingress',
    apiVersion: 'networking.k8s.io/v1',
    plural: 'ingresses',
    subresources: ['status'],
    base: { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
    parts: [
      (random) => ({ spec: { ingressClassName: one(random, 'a', 'b') } }),
      (random) => ({ spec: { tls: [{ hosts: some(random, ['a.example', 'b.example']) }] } }),
      (random) => ({
        spec: {
          rules: [
            {
              host: one(random, 'a.example', '*.b.example'),
              http: {
                paths: [
                  {
                    path: '/',
                    pathType: one(random, 'Prefix', 'Exact'),
                    backend: { service: { name: 's', port: { name: 'http' } } },
                  },
                ],
              },
            },
          ],
        },
      }),
    ],
    status: (random) => ({
      loadBalancer: { ingress: [{ hostname: one(random, 'a.example', 'b.example') }] },
    }),
  },
  {
    kind: 'NetworkPolicy',
    apiVersion: 'networking.k8s.io/v1',
    plural: 'networkpolicies',
    base: { spec: { podSelector: {} } },
    parts: [
      (random) => ({ spec: { policyTypes: some(random, ['Ingress', 'Egress']) } }),
      (random) => ({
        spec: {
          ingress: [
            {
              from: [{ podSelector: { matchLabels: { a: text(random) } } }],
              ports: [{ port: one<JsonValue>(random, 80, 'http') }],
            },
          ],
        },
      }),
      () => ({ spec: { podSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } } }),
    ],
  },
  {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    plural: 'endpointslices',
    base: { addressType: 'IPv4', endpoints: [] },
    parts: [
      (random) => ({
        endpoints: [{ addresses: [one(random, '1.2.3.4', '1.2.3.5')], conditions: { ready: random.chance(0.5) } }],
      }),
      (random) => ({ ports: [{ name: one(random, 'a', ''), port: 80 }] }),
    ],
  },
];

/** The built-in kinds that random sequences act on. */
export const builtInSubjects: readonly Subject[] = [...kinds.map(builtInSubject), ...workloadSubjects];
