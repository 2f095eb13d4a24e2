import type { Area } from '../../sequence.ts';
import { del, mergePatch, post, sequenceAlone } from '../../steps.ts';
import { inNamespace, lifeOf } from './life.ts';

const RBAC = 'rbac.authorization.k8s.io/v1';
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' };
const backend = { service: { name: 's', port: { number: 80 } } };
const clusterRole = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' };
const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] };
const webhook = {
  name: 'a.b.c',
  clientConfig: { service: { namespace: 'n', name: 's' } },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const webhooks = (path: string, kind: string): ReturnType<typeof lifeOf> =>
  lifeOf({
    kind,
    path: `/apis/admissionregistration.k8s.io/v1/${path}`,
    cluster: true,
    full: {
      webhooks: [
        {
          ...webhook,
          clientConfig: { url: 'https://example.com/x' },
          // Matches nothing that the sequences do.
          rules: [{ apiGroups: ['none.example.com'], apiVersions: ['*'], operations: ['CREATE'], resources: ['x'] }],
          failurePolicy: 'Ignore',
          namespaceSelector: { matchLabels: { a: 'b' } },
          timeoutSeconds: 1,
        },
      ],
    },
    change: { webhooks: [webhook] },
  });

const priorityClasses = '/apis/scheduling.k8s.io/v1/priorityclasses';
const priorityClass = (name: string, rest: object = {}): object => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value: 1,
  ...rest,
});

/** The life of an object of each kind of the other groups. */
export const kindsOfOtherGroups: Area = {
  name: 'kinds of other groups',
  sequences: [
    lifeOf({
      kind: 'EndpointSlice',
      path: inNamespace('discovery.k8s.io/v1', 'endpointslices'),
      minimal: { addressType: 'IPv4', endpoints: [] },
      full: {
        metadata: { labels: { 'kubernetes.io/service-name': 's' } },
        addressType: 'IPv4',
        endpoints: [
          {
            addresses: ['10.1.1.1'],
            conditions: { ready: true, serving: true, terminating: false },
            hostname: 'h',
            nodeName: 'n',
            zone: 'z',
            hints: { forZones: [{ name: 'z' }] },
            targetRef: { kind: 'Pod', name: 'p' },
          },
          { addresses: ['10.1.1.2'] },
        ],
        ports: [{ name: 'a', port: 80, appProtocol: 'http' }, { protocol: 'UDP' }],
      },
      change: { endpoints: [{ addresses: ['10.1.1.9'] }] },
    }),
    lifeOf({
      kind: 'Ingress',
      path: inNamespace('networking.k8s.io/v1', 'ingresses'),
      minimal: { spec: { defaultBackend: backend } },
      full: {
        spec: {
          ingressClassName: 'c',
          defaultBackend: { resource: { apiGroup: 'a.b', kind: 'K', name: 'n' } },
          tls: [{ hosts: ['a.b'], secretName: 's' }],
          rules: [
            { host: 'a.b', http: { paths: [{ path: '/', pathType: 'Exact', backend }] } },
            { host: '*.c.d', http: { paths: [{ pathType: 'ImplementationSpecific', backend }] } },
          ],
        },
      },
      change: { spec: { ingressClassName: 'other' } },
      status: { loadBalancer: { ingress: [{ ip: '1.2.3.4', ports: [{ port: 80, protocol: 'TCP' }] }] } },
    }),
    lifeOf({
      kind: 'IngressClass',
      path: '/apis/networking.k8s.io/v1/ingressclasses',
      cluster: true,
      minimal: { spec: { controller: 'a.b/c' } },
      full: { spec: { controller: 'a.b/c', parameters: { apiGroup: 'x.y', kind: 'K', name: 'n' } } },
      change: { spec: { parameters: { kind: 'K', name: 'n' } } },
    }),
    lifeOf({
      kind: 'NetworkPolicy',
      path: inNamespace('networking.k8s.io/v1', 'networkpolicies'),
      minimal: { spec: { podSelector: {} } },
      full: {
        spec: {
          podSelector: { matchLabels: { a: 'b' } },
          ingress: [
            { from: [{ podSelector: {} }, { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }] },
            { ports: [{ port: 80 }, { port: 'name', protocol: 'UDP' }, { port: 80, endPort: 90 }] },
          ],
          egress: [{ to: [{ namespaceSelector: {} }], ports: [{}] }],
        },
      },
      change: { spec: { podSelector: { matchLabels: { a: 'b' } } } },
    }),
    lifeOf({
      kind: 'HorizontalPodAutoscaler',
      path: inNamespace('autoscaling/v2', 'horizontalpodautoscalers'),
      minimal: { spec: { maxReplicas: 3, scaleTargetRef: target } },
      full: {
        spec: {
          minReplicas: 2,
          maxReplicas: 5,
          scaleTargetRef: target,
          metrics: [
            {
              type: 'Resource',
              resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1024Mi' } },
            },
            {
              type: 'Pods',
              pods: {
                metric: { name: 'm', selector: { matchLabels: { a: 'b' } } },
                target: { type: 'AverageValue', averageValue: 5 },
              },
            },
            {
              type: 'Object',
              object: { metric: { name: 'o' }, describedObject: target, target: { type: 'Value', value: '10k' } },
            },
            { type: 'External', external: { metric: { name: 'e' }, target: { type: 'Value', value: 1 } } },
            {
              type: 'ContainerResource',
              containerResource: {
                name: 'cpu',
                container: 'c',
                target: { type: 'Utilization', averageUtilization: 50 },
              },
            },
          ],
          behavior: { scaleDown: { policies: [{ type: 'Pods', value: 1, periodSeconds: 5 }] } },
        },
      },
      change: { spec: { maxReplicas: 9, behavior: { scaleUp: { selectPolicy: 'Min' } } } },
      status: { currentReplicas: 1, desiredReplicas: 2, lastScaleTime: '2026-01-01T00:00:00Z' },
    }),
    lifeOf({
      kind: 'PodDisruptionBudget',
      path: inNamespace('policy/v1', 'poddisruptionbudgets'),
      full: {
        spec: {
          maxUnavailable: '50%',
          selector: { matchLabels: { a: 'b' } },
          unhealthyPodEvictionPolicy: 'AlwaysAllow',
        },
      },
      change: { spec: { minAvailable: 2 } },
      status: { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, observedGeneration: 1 },
    }),
    lifeOf({
      kind: 'Role',
      path: inNamespace(RBAC, 'roles'),
      full: {
        rules: [rule, { apiGroups: ['a.b'], resources: ['x/status'], resourceNames: ['n'], verbs: ['*'] }],
      },
      change: { rules: [rule] },
    }),
    lifeOf({
      kind: 'ClusterRole',
      path: `/apis/${RBAC}/clusterroles`,
      cluster: true,
      full: {
        aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
        rules: [rule, { nonResourceURLs: ['/healthz'], verbs: ['get'] }],
      },
      change: { rules: [rule] },
    }),
    lifeOf({
      kind: 'RoleBinding',
      path: inNamespace(RBAC, 'rolebindings'),
      minimal: { roleRef: clusterRole },
      full: {
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'Group', name: 'g' },
          { kind: 'ServiceAccount', name: 'sa', namespace: 'x' },
        ],
      },
      change: { subjects: [{ kind: 'User', name: 'v' }] },
    }),
    lifeOf({
      kind: 'ClusterRoleBinding',
      path: `/apis/${RBAC}/clusterrolebindings`,
      cluster: true,
      minimal: { roleRef: clusterRole },
      full: { roleRef: clusterRole, subjects: [{ kind: 'ServiceAccount', name: 'sa', namespace: 'x' }] },
      change: { subjects: [{ kind: 'User', name: 'v' }] },
    }),
    lifeOf({
      kind: 'Lease',
      path: inNamespace('coordination.k8s.io/v1', 'leases'),
      full: {
        spec: {
          holderIdentity: 'h',
          leaseDurationSeconds: 15,
          acquireTime: '2026-01-01T00:00:00.000000Z',
          renewTime: '2026-01-01T00:00:00.123456Z',
          leaseTransitions: 2,
        },
      },
      change: { spec: { holderIdentity: 'x' } },
    }),
    lifeOf({
      kind: 'PriorityClass',
      path: '/apis/scheduling.k8s.io/v1/priorityclasses',
      cluster: true,
      minimal: { value: 1 },
      full: { value: 10, globalDefault: false, description: 'd', preemptionPolicy: 'Never' },
      change: { description: 'x' },
    }),
    sequenceAlone(
      'priority classes of the system, and the default one',
      del(`${priorityClasses}/system-node-critical`),
      del(`${priorityClasses}/system-cluster-critical?dryRun=All`),
      post(priorityClasses, priorityClass('system-foo')),
      post(priorityClasses, priorityClass('system-node-critical')),
      post(priorityClasses, priorityClass('system-node-critical', { value: 2_000_001_000, globalDefault: true })),
      post(priorityClasses, priorityClass('high', { value: 1_000_000_001 })),
      post(priorityClasses, priorityClass('policy', { preemptionPolicy: 'Foo' })),
      post(priorityClasses, priorityClass('first', { globalDefault: true })),
      post(priorityClasses, priorityClass('second', { globalDefault: true })),
      mergePatch(`${priorityClasses}/first`, { value: 2, preemptionPolicy: 'Never' }),
      mergePatch(`${priorityClasses}/first`, { description: 'd' }),
      del(`${priorityClasses}/first`),
    ),
    lifeOf({
      kind: 'StorageClass',
      path: '/apis/storage.k8s.io/v1/storageclasses',
      cluster: true,
      minimal: { provisioner: 'a.b/c' },
      full: {
        provisioner: 'a.b/c',
        parameters: { x: 'y' },
        reclaimPolicy: 'Retain',
        allowVolumeExpansion: true,
        mountOptions: ['ro'],
        volumeBindingMode: 'WaitForFirstConsumer',
        allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
      },
      change: { allowVolumeExpansion: true },
    }),
    lifeOf({
      kind: 'RuntimeClass',
      path: '/apis/node.k8s.io/v1/runtimeclasses',
      cluster: true,
      minimal: { handler: 'h' },
      full: {
        handler: 'h',
        overhead: { podFixed: { cpu: '100m' } },
        scheduling: { nodeSelector: { a: 'b' }, tolerations: [{ key: 'k', operator: 'Exists' }] },
      },
      change: { overhead: { podFixed: { memory: '1Mi' } } },
    }),
    webhooks('validatingwebhookconfigurations', 'ValidatingWebhookConfiguration'),
    webhooks('mutatingwebhookconfigurations', 'MutatingWebhookConfiguration'),
  ],
};
