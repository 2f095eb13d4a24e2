import type { Scenario, Step } from '../scenario.ts';
import { configMap, settle } from '../steps.ts';
import { held, ownedBy, patchMap, reference } from './owner-steps.ts';

const rbac = 'rbac.authorization.k8s.io/v1';

/** Creates a ClusterRole of the scenario. */
const clusterRole = (name: string, metadata: object = {}): Step => ({
  create: {
    apiVersion: rbac,
    kind: 'ClusterRole',
    metadata: { name: `$NAMESPACE-${name}`, labels: { scenario: '$NAMESPACE' }, ...metadata },
    rules: [],
  },
});

/** Creates another namespace of the scenario, and the ConfigMap `owner` in it. */
const elsewhere: readonly Step[] = [
  {
    create: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: '$NAMESPACE-other', labels: { scenario: '$NAMESPACE' } },
    },
  },
  configMap('owner', { namespace: '$NAMESPACE-other' }),
  settle,
];

const elsewhereReference = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'owner',
  uid: 'uid of ConfigMap $NAMESPACE-other/owner',
};

const appService = (name: string, metadata: object = {}): Step => ({
  create: {
    apiVersion: 'batch.example.com/v1alpha1',
    kind: 'AppService',
    metadata: { name, ...metadata },
    spec: { image: 'example.com/web:1' },
  },
});

const appServiceReference = (name: string, more: object = {}): object =>
  reference('AppService', name, { apiVersion: 'batch.example.com/v1alpha1', ...more });

/** Owners of other namespaces, of the cluster, of custom kinds, and references that do not fit their owner. */
export const placesOfOwnersScenarios: readonly Scenario[] = [
  {
    // There cannot be such an owner: the dependent goes, with an Event.
    name: 'owner-in-another-namespace',
    steps: [...elsewhere, configMap('dependent', { ownerReferences: [elsewhereReference] }), settle],
  },
  {
    name: 'owners-here-and-in-another-namespace',
    steps: [
      ...elsewhere,
      configMap('here'),
      configMap('dependent', { ownerReferences: [elsewhereReference, reference('ConfigMap', 'here')] }),
      settle,
    ],
  },
  {
    // A reference names its owner by uid, but the name leads to another namespace's object of that name.
    name: 'owner-of-the-same-name-in-another-namespace',
    steps: [
      ...elsewhere,
      configMap('owner'),
      configMap('dependent', { ownerReferences: [elsewhereReference] }),
      settle,
    ],
  },
  {
    name: 'owner-of-the-cluster-gone',
    steps: [
      clusterRole('owner'),
      configMap('dependent', { ownerReferences: [reference('ClusterRole', '$NAMESPACE-owner', { apiVersion: rbac })] }),
      settle,
      { delete: 'ClusterRole', name: '$NAMESPACE-owner' },
      settle,
    ],
  },
  {
    // Never collected: it can have no owner in a namespace.
    name: 'dependent-of-the-cluster',
    steps: [
      configMap('owner'),
      clusterRole('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      { delete: 'ConfigMap', name: 'owner' },
      settle,
    ],
  },
  {
    name: 'owner-of-another-name',
    steps: [configMap('owner'), configMap('dependent', ownedBy('ConfigMap', 'owner', { name: 'other' })), settle],
  },
  {
    name: 'owner-of-another-kind',
    steps: [configMap('owner'), configMap('dependent', ownedBy('ConfigMap', 'owner', { kind: 'Secret' })), settle],
  },
  {
    name: 'reference-added-to-an-absent-owner',
    steps: [
      configMap('dependent'),
      settle,
      patchMap('dependent', { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'none', uid: 'none' }] }),
      settle,
    ],
  },
  {
    name: 'reference-removed',
    steps: [
      configMap('owner'),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      patchMap('dependent', { ownerReferences: null }),
      settle,
      { delete: 'ConfigMap', name: 'owner' },
      settle,
    ],
  },
  {
    name: 'custom-owner-gone',
    definitions: true,
    alsoCompared: ['AppService'],
    steps: [
      appService('owner'),
      appService('kept'),
      configMap('dependent', { ownerReferences: [appServiceReference('owner')] }),
      configMap('of-both', { ownerReferences: [appServiceReference('owner'), appServiceReference('kept')] }),
      settle,
      { delete: 'AppService', name: 'owner' },
      settle,
    ],
  },
  {
    name: 'custom-dependents-orphaned',
    definitions: true,
    alsoCompared: ['AppService'],
    steps: [
      configMap('owner'),
      appService('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      { delete: 'ConfigMap', name: 'owner', propagationPolicy: 'Orphan' },
      settle,
    ],
  },
  {
    name: 'custom-dependent-blocks',
    definitions: true,
    alsoCompared: ['AppService'],
    steps: [
      appService('owner'),
      appService('dependent', {
        ownerReferences: [appServiceReference('owner', { blockOwnerDeletion: true, controller: true })],
        ...held,
      }),
      settle,
      { delete: 'AppService', name: 'owner', propagationPolicy: 'Foreground' },
      settle,
    ],
  },
];
