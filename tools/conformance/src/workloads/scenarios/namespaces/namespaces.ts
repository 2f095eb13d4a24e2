import type { Scenario, Step } from '../scenario.ts';
import { available, configMap, deployment, pod, settle } from '../steps.ts';
import {
  contentDeleted,
  deleteNamespace,
  deleteOther,
  held,
  lookedAgain,
  namespaceGone,
  otherNamespace,
  there,
} from './namespace-steps.ts';

const secret = (name: string, metadata: object): Step => ({
  create: { apiVersion: 'v1', kind: 'Secret', metadata: { name, ...metadata } },
});

const appService = (name: string, metadata: object = {}): Step => ({
  create: {
    apiVersion: 'batch.example.com/v1alpha1',
    kind: 'AppService',
    metadata: { name, ...metadata },
    spec: { image: 'example.com/web:1' },
  },
});

/** Creates a policy that forbids to delete ConfigMaps of the scenario's namespace. */
const noDeletions: readonly Step[] = [
  {
    create: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name: '$NAMESPACE' },
      spec: {
        matchConstraints: {
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': '$NAMESPACE' } },
          resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['DELETE'] }],
        },
        validations: [{ expression: "oldObject.metadata.name == 'kube-root-ca.crt'", message: 'kept for the audit' }],
      },
    },
  },
  {
    create: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: '$NAMESPACE' },
      spec: { policyName: '$NAMESPACE', validationActions: ['Deny'] },
    },
  },
  // The API server notices new policies after a while.
  { settle: true, quietMs: 3000 },
];

const unbind: Step = { delete: 'ValidatingAdmissionPolicyBinding', name: '$NAMESPACE' };

/** Namespaces that are deleted: their content, conditions and finalizers. */
export const namespaceScenarios: readonly Scenario[] = [
  {
    name: 'namespace-held',
    steps: [configMap('held', held), settle, deleteNamespace, contentDeleted],
  },
  {
    name: 'namespace-deleted',
    steps: [deployment(1), available(1), settle, deleteNamespace, namespaceGone],
  },
  {
    // Counts of resources and of finalizers, each in the order of its names.
    name: 'namespace-held-by-several',
    steps: [
      configMap('a', { finalizers: ['example.com/held', 'example.com/another'] }),
      configMap('b', held),
      configMap('c'),
      secret('a', held),
      settle,
      deleteNamespace,
      contentDeleted,
    ],
  },
  {
    // Everything else stays until the Pods are gone.
    name: 'namespace-held-by-a-pod',
    steps: [
      configMap('kept'),
      pod('a', { app: 'other' }),
      settle,
      { patch: 'Pod', name: 'a', with: { metadata: held } },
      settle,
      deleteNamespace,
      contentDeleted,
    ],
  },
  {
    name: 'namespace-freed-by-a-pod',
    steps: [
      configMap('held', held),
      configMap('other'),
      pod('a', { app: 'other' }),
      settle,
      { patch: 'Pod', name: 'a', with: { metadata: held } },
      settle,
      deleteNamespace,
      contentDeleted,
      { patch: 'Pod', name: 'a', with: { metadata: { finalizers: null } } },
      { untilGone: 'ConfigMap', name: 'other' },
      ...lookedAgain,
    ],
  },
  {
    name: 'namespace-held-then-freed',
    steps: [
      configMap('held', held),
      settle,
      deleteNamespace,
      contentDeleted,
      { patch: 'ConfigMap', name: 'held', with: { metadata: { finalizers: null } } },
      namespaceGone,
    ],
  },
  {
    // The conditions follow what remains.
    name: 'namespace-partly-freed',
    steps: [
      configMap('a', held),
      configMap('b', { finalizers: ['example.com/another'] }),
      settle,
      deleteNamespace,
      contentDeleted,
      { patch: 'ConfigMap', name: 'b', with: { metadata: { finalizers: null } } },
      ...lookedAgain,
    ],
  },
  {
    name: 'namespace-held-by-a-custom-resource',
    definitions: true,
    alsoCompared: ['AppService'],
    steps: [appService('held', held), appService('other'), settle, deleteNamespace, contentDeleted],
  },
  {
    // Its own finalizer holds only the namespace; the content is gone.
    name: 'namespace-with-a-finalizer',
    steps: [
      otherNamespace(held),
      settle,
      configMap('a', there),
      deleteOther(),
      { untilGone: 'ConfigMap', name: '$NAMESPACE-other/a' },
      contentDeleted,
    ],
  },
  {
    name: 'namespace-with-a-finalizer-in-its-spec',
    steps: [
      otherNamespace({}, { finalizers: ['kubernetes', 'example.com/own'] }),
      settle,
      configMap('a', there),
      deleteOther(),
      { untilGone: 'ConfigMap', name: '$NAMESPACE-other/a' },
      contentDeleted,
    ],
  },
  {
    name: 'namespace-deleted-in-foreground',
    steps: [
      otherNamespace(),
      settle,
      configMap('held', { ...there, ...held }),
      settle,
      deleteOther('Foreground'),
      contentDeleted,
    ],
  },
  {
    name: 'namespace-deleted-as-orphan',
    steps: [
      otherNamespace(),
      settle,
      configMap('held', { ...there, ...held }),
      settle,
      deleteOther('Orphan'),
      contentDeleted,
    ],
  },
  {
    name: 'namespace-made-again',
    steps: [
      otherNamespace(),
      settle,
      configMap('a', there),
      deleteOther(),
      { untilGone: 'Namespace', name: '$NAMESPACE-other' },
      otherNamespace(),
      settle,
    ],
  },
  {
    // Nothing is created in it any more, neither by users nor by controllers.
    name: 'namespace-takes-nothing-new',
    steps: [
      configMap('held', held),
      { create: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', ...held } } },
      settle,
      deleteNamespace,
      contentDeleted,
      { create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'late' } }, refused: true },
      { create: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'late' } }, refused: true },
      settle,
    ],
  },
  {
    // Pods with a finalizer of a controller, which lets them go.
    name: 'namespace-of-a-job',
    steps: [
      {
        create: {
          apiVersion: 'batch/v1',
          kind: 'Job',
          metadata: { name: 'work' },
          spec: {
            parallelism: 2,
            completions: 2,
            template: {
              spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/works:1' }] },
            },
          },
        },
      },
      { until: 'Job', name: 'work', field: 'status.ready', equals: 2 },
      settle,
      deleteNamespace,
      namespaceGone,
    ],
  },
  {
    name: 'namespace-whose-content-is-kept',
    steps: [configMap('a'), configMap('b'), secret('a', {}), settle, ...noDeletions, deleteNamespace, contentDeleted],
  },
  {
    name: 'namespace-whose-content-is-let-go',
    steps: [configMap('a'), settle, ...noDeletions, deleteNamespace, contentDeleted, unbind, namespaceGone],
  },
  {
    // A namespace is an owner of the cluster, and a dependent.
    name: 'namespace-owned-by-a-role',
    steps: [
      {
        create: {
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'ClusterRole',
          metadata: { name: '$NAMESPACE-owner', labels: { scenario: '$NAMESPACE' } },
          rules: [],
        },
      },
      otherNamespace({
        ownerReferences: [
          {
            apiVersion: 'rbac.authorization.k8s.io/v1',
            kind: 'ClusterRole',
            name: '$NAMESPACE-owner',
            uid: 'uid of ClusterRole $NAMESPACE-owner',
          },
        ],
      }),
      settle,
      { delete: 'ClusterRole', name: '$NAMESPACE-owner' },
      { untilGone: 'Namespace', name: '$NAMESPACE-other' },
    ],
  },
];
