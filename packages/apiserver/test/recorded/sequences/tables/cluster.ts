import type { Area, RequestStep } from '../../sequence.ts';
import { asTable, del, get, mergePatch, sequence } from '../../steps.ts';
import { inCluster, inNamespace, row, table, tableOfOne } from './rows.ts';

const configMaps = inNamespace('configmaps');
const secrets = inNamespace('secrets');
const accounts = inNamespace('serviceaccounts');
const nodes = inCluster('nodes');
const leases = inNamespace('leases', 'coordination.k8s.io/v1');
const budgets = inNamespace('poddisruptionbudgets', 'policy/v1');
const roleBindings = inNamespace('rolebindings', 'rbac.authorization.k8s.io/v1');
const clusterRoleBindings = inCluster('clusterrolebindings', 'rbac.authorization.k8s.io/v1');
const quotas = inNamespace('resourcequotas');
const webhooks = (kind: string): string => inCluster(`${kind}webhookconfigurations`, 'admissionregistration.k8s.io/v1');
const classes = inCluster('priorityclasses', 'scheduling.k8s.io/v1');

const node = (name: string, object: object, status?: object): RequestStep[] =>
  row(nodes, `\${NS}-${name}`, object, status);
const ready = (status: string): object => ({ conditions: [{ type: 'Ready', status }] });
const selector = { matchLabels: { app: 'x' } };

const hook = (name: string): object => ({
  name: `${name}.example.com`,
  clientConfig: { url: 'https://example.com' },
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  failurePolicy: 'Ignore',
  // Matches nothing.
  rules: [{ apiGroups: ['none.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothings'] }],
});

/** Tables of configuration, access control, and cluster-scoped kinds. */
export const clusterTables: Area = {
  name: 'tables of other kinds',
  sequences: [
    sequence(
      'table of config maps and secrets',
      ...row(configMaps, 'none', {}),
      ...row(configMaps, 'some', { data: { a: '1', b: '2' }, binaryData: { c: 'AA==' } }),
      table(configMaps),
      ...row(secrets, 'opaque', { data: { a: 'AA==' }, stringData: { b: 'x' } }),
      ...row(secrets, 'typed', { type: 'example.com/x' }),
      table(secrets),
      ...row(accounts, 'plain', { secrets: [{ name: 's' }] }),
      table(accounts),
    ),
    sequence(
      'table of namespaces',
      tableOfOne(inCluster('namespaces'), '${NS}'),
      ...row(inCluster('namespaces'), '${NS}-ends', { spec: { finalizers: ['kubernetes', 'example.com/wait'] } }),
      del(`${inCluster('namespaces')}/\${NS}-ends`, undefined, { quiet: true }),
      tableOfOne(inCluster('namespaces'), '${NS}-ends'),
    ),
    sequence(
      'table of nodes',
      ...node('unknown', {}),
      ...node('ready', {}, ready('True')),
      ...node('not-ready', {}, ready('False')),
      ...node('ready-unknown', {}, ready('Unknown')),
      ...node('cordoned', { spec: { unschedulable: true } }, ready('True')),
      ...node('cordoned-unknown', { spec: { unschedulable: true } }),
      ...node('roles', {
        metadata: {
          labels: {
            'node-role.kubernetes.io/worker': '',
            'node-role.kubernetes.io/control-plane': 'true',
            'kubernetes.io/role': 'extra',
          },
        },
      }),
      ...node('no-role', { metadata: { labels: { 'kubernetes.io/role': '', other: 'x' } } }),
      ...node(
        'info',
        {},
        {
          addresses: [
            { type: 'Hostname', address: 'h' },
            { type: 'InternalIP', address: '192.0.2.1' },
            { type: 'InternalIP', address: '192.0.2.2' },
            { type: 'ExternalIP', address: '198.51.100.1' },
          ],
          nodeInfo: {
            machineID: '',
            systemUUID: '',
            bootID: '',
            kernelVersion: '6.1',
            osImage: 'Linux',
            containerRuntimeVersion: 'containerd://2',
            kubeletVersion: 'v1.36.0',
            kubeProxyVersion: '',
            operatingSystem: 'linux',
            architecture: 'amd64',
          },
        },
      ),
      ...[
        'unknown',
        'ready',
        'not-ready',
        'ready-unknown',
        'cordoned',
        'cordoned-unknown',
        'roles',
        'no-role',
        'info',
      ].map((name) => tableOfOne(nodes, `\${NS}-${name}`)),
      ...[
        'unknown',
        'ready',
        'not-ready',
        'ready-unknown',
        'cordoned',
        'cordoned-unknown',
        'roles',
        'no-role',
        'info',
      ].map((name) => del(`${nodes}/\${NS}-${name}`, undefined, { quiet: true })),
    ),
    sequence(
      'table of leases',
      ...row(leases, 'held', { spec: { holderIdentity: 'me' } }),
      ...row(leases, 'free', {}),
      table(leases),
    ),
    sequence(
      'table of disruption budgets',
      ...row(budgets, 'min', { spec: { selector, minAvailable: 2 } }),
      ...row(budgets, 'percent', { spec: { selector, maxUnavailable: '50%' } }),
      ...row(budgets, 'zero', { spec: { selector, minAvailable: 0 } }),
      ...row(
        budgets,
        'allowed',
        { spec: { selector, maxUnavailable: 1 } },
        { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3 },
      ),
      ...row(budgets, 'neither', { spec: { selector } }),
      table(budgets),
    ),
    sequence(
      'tables of roles and bindings',
      ...row(inNamespace('roles', 'rbac.authorization.k8s.io/v1'), 'plain', { rules: [] }),
      table(inNamespace('roles', 'rbac.authorization.k8s.io/v1')),
      ...row(inCluster('clusterroles', 'rbac.authorization.k8s.io/v1'), '${NS}-plain', { rules: [] }),
      tableOfOne(inCluster('clusterroles', 'rbac.authorization.k8s.io/v1'), '${NS}-plain'),
      ...row(roleBindings, 'many', {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u1' },
          { kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'u2' },
          { kind: 'Group', apiGroup: 'rbac.authorization.k8s.io', name: 'g' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
      }),
      ...row(roleBindings, 'none', {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'plain' },
      }),
      table(roleBindings),
      ...row(clusterRoleBindings, '${NS}-plain', {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
        subjects: [{ kind: 'ServiceAccount', name: 's', namespace: 'n' }],
      }),
      tableOfOne(clusterRoleBindings, '${NS}-plain'),
    ),
    sequence(
      'table of webhook configurations',
      ...row(webhooks('validating'), '${NS}-v', { webhooks: [hook('a'), hook('b')] }),
      ...row(webhooks('mutating'), '${NS}-m', {}),
      tableOfOne(webhooks('validating'), '${NS}-v'),
      tableOfOne(webhooks('mutating'), '${NS}-m'),
      ...[`${webhooks('validating')}/\${NS}-v`, `${webhooks('mutating')}/\${NS}-m`].map((path) =>
        del(path, undefined, { quiet: true }),
      ),
    ),
    sequence(
      'table of priority classes',
      ...row(classes, '${NS}-plain', { value: 7 }),
      ...row(classes, '${NS}-never', { value: -7, preemptionPolicy: 'Never' }),
      tableOfOne(classes, '${NS}-plain'),
      tableOfOne(classes, '${NS}-never'),
    ),
    sequence(
      'tables of quotas and limits',
      ...row(quotas, 'none', { spec: { hard: { pods: '3' } } }),
      ...row(
        quotas,
        'counted',
        { spec: { hard: { pods: '3', 'limits.cpu': '2', cpu: '1500m', 'requests.memory': '1Gi' } } },
        {
          hard: { pods: '3', 'limits.cpu': '2', cpu: '1500m', 'requests.memory': '1Gi' },
          used: { pods: '1', 'limits.cpu': '1', cpu: '0' },
        },
      ),
      table(quotas),
      ...row(inNamespace('limitranges'), 'plain', { spec: { limits: [] } }),
      table(inNamespace('limitranges')),
    ),
    sequence(
      'table of runtime classes',
      ...row(inCluster('runtimeclasses', 'node.k8s.io/v1'), '${NS}-plain', { handler: 'h' }),
      tableOfOne(inCluster('runtimeclasses', 'node.k8s.io/v1'), '${NS}-plain'),
    ),
    sequence(
      'table of definitions',
      get(
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.lab.example.com?includeObject=None',
        asTable,
      ),
      mergePatch(`${configMaps}/none`, {}, { quiet: true }),
    ),
  ],
};
