import type { Scenario, Step } from '../scenario.ts';
import { available, configMap, deployment, settle } from '../steps.ts';
import { contentDeleted, deleteNamespace, deleteOther, held, otherNamespace, there } from './namespace-steps.ts';

const account = (name: string, metadata: object = {}, more: object = {}): Step => ({
  create: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, ...metadata }, ...more },
});
const deleteAccount = (name = 'default', propagationPolicy?: 'Foreground' | 'Orphan'): Step => ({
  delete: 'ServiceAccount',
  name,
  ...(propagationPolicy && { propagationPolicy }),
});
const patchAccount = (change: object): Step => ({ patch: 'ServiceAccount', name: 'default', with: change });
const ownedByDefault = (more: object = {}): object => ({
  ownerReferences: [
    { apiVersion: 'v1', kind: 'ServiceAccount', name: 'default', uid: 'uid of ServiceAccount default', ...more },
  ],
});

/** The ServiceAccount `default` of each namespace. */
export const serviceAccountScenarios: readonly Scenario[] = [
  { name: 'service-account', steps: [settle, deleteAccount(), settle] },
  {
    // What users add to it stays.
    name: 'service-account-changed',
    steps: [
      settle,
      patchAccount({
        metadata: { labels: { team: 'a' }, annotations: { note: 'b' } },
        imagePullSecrets: [{ name: 'registry' }],
        automountServiceAccountToken: false,
      }),
      settle,
    ],
  },
  {
    // The new one has nothing of it.
    name: 'service-account-changed-and-deleted',
    steps: [
      settle,
      patchAccount({
        metadata: { labels: { team: 'a' }, annotations: { note: 'b' } },
        imagePullSecrets: [{ name: 'registry' }],
        automountServiceAccountToken: false,
      }),
      settle,
      deleteAccount(),
      settle,
    ],
  },
  {
    name: 'service-account-held',
    steps: [settle, patchAccount({ metadata: held }), settle, deleteAccount(), settle],
  },
  {
    name: 'service-account-held-then-freed',
    steps: [
      settle,
      patchAccount({ metadata: held }),
      settle,
      deleteAccount(),
      settle,
      patchAccount({ metadata: { finalizers: null } }),
      settle,
    ],
  },
  { name: 'service-account-of-a-new-namespace', steps: [otherNamespace(), settle] },
  {
    name: 'service-account-of-another-namespace-deleted',
    steps: [otherNamespace(), settle, { delete: 'ServiceAccount', name: '$NAMESPACE-other/default' }, settle],
  },
  {
    name: 'service-account-of-users-deleted',
    steps: [account('robot'), settle, deleteAccount('robot'), { untilGone: 'ServiceAccount', name: 'robot' }, settle],
  },
  {
    // Its dependents are of the old uid.
    name: 'service-account-with-dependents',
    steps: [settle, configMap('dependent', ownedByDefault()), settle, deleteAccount(), settle],
  },
  {
    name: 'service-account-deleted-in-foreground',
    steps: [
      settle,
      configMap('dependent', { ...ownedByDefault({ blockOwnerDeletion: true }), ...held }),
      settle,
      deleteAccount('default', 'Foreground'),
      settle,
    ],
  },
  {
    name: 'service-account-orphans',
    steps: [settle, configMap('dependent', ownedByDefault()), settle, deleteAccount('default', 'Orphan'), settle],
  },
  {
    name: 'service-account-of-an-absent-owner',
    steps: [
      settle,
      patchAccount({ metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: 'y' }] } }),
      settle,
    ],
  },
  {
    // Tokens of the old account go with it.
    name: 'service-account-with-a-token-secret',
    steps: [
      settle,
      {
        create: {
          apiVersion: 'v1',
          kind: 'Secret',
          type: 'kubernetes.io/service-account-token',
          metadata: { name: 'token', annotations: { 'kubernetes.io/service-account.name': 'default' } },
        },
      },
      settle,
      deleteAccount(),
      { untilGone: 'Secret', name: 'token' },
      settle,
    ],
  },
  {
    // Running Pods stay, and new ones use the new account.
    name: 'service-account-of-pods',
    steps: [
      deployment(1),
      available(1),
      settle,
      deleteAccount(),
      settle,
      { patch: 'Deployment', name: 'web', with: { spec: { replicas: 2 } } },
      available(2),
      settle,
    ],
  },
  {
    name: 'service-account-of-a-held-namespace',
    steps: [
      otherNamespace({}, { finalizers: ['kubernetes', 'example.com/own'] }),
      settle,
      configMap('a', there),
      deleteOther(),
      { untilGone: 'ServiceAccount', name: '$NAMESPACE-other/default' },
      { untilGone: 'ConfigMap', name: '$NAMESPACE-other/kube-root-ca.crt' },
      contentDeleted,
    ],
  },
  {
    name: 'service-account-of-a-namespace-with-pods',
    steps: [
      deployment(1),
      available(1),
      settle,
      { patch: 'Pod', name: { startsWith: 'web-' }, with: { metadata: held } },
      settle,
      deleteNamespace,
      contentDeleted,
      // The rest of the content is still there, but what is deleted now does not come back.
      deleteAccount(),
      { untilGone: 'ServiceAccount', name: 'default' },
      { delete: 'ConfigMap', name: 'kube-root-ca.crt' },
      contentDeleted,
    ],
  },
];
