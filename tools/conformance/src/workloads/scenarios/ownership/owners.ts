import type { Scenario, ScenarioObject } from '../scenario.ts';
import { available, configMap, deployment, settle } from '../steps.ts';
import { ownedBy } from './owner-steps.ts';

const foreign: ScenarioObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'dependent',
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'another' }],
  },
};

/** Deletions of owners, and their effects on the dependents. */
export const ownershipScenarios: readonly Scenario[] = [
  { name: 'deleted', steps: [deployment(2), available(2), settle, { delete: 'Deployment', name: 'web' }, settle] },
  {
    name: 'deleted-in-foreground',
    steps: [
      deployment(2),
      available(2),
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Foreground' },
      { untilGone: 'Deployment', name: 'web' },
      settle,
    ],
  },
  {
    name: 'orphaned',
    steps: [
      deployment(1),
      available(1),
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'Deployment', name: 'web' },
      settle,
    ],
  },
  {
    name: 'orphaned-and-adopted',
    steps: [
      deployment(1),
      available(1),
      settle,
      { delete: 'Deployment', name: 'web', propagationPolicy: 'Orphan' },
      { untilGone: 'Deployment', name: 'web' },
      settle,
      deployment(2),
      available(2),
      settle,
    ],
  },
  {
    name: 'owner-gone',
    steps: [
      configMap('owner'),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      { delete: 'ConfigMap', name: 'owner' },
      settle,
    ],
  },
  {
    name: 'owner-made-again',
    steps: [
      configMap('owner'),
      configMap('dependent', ownedBy('ConfigMap', 'owner')),
      settle,
      { delete: 'ConfigMap', name: 'owner' },
      configMap('owner'),
      settle,
    ],
  },
  { name: 'owner-of-another-uid', steps: [configMap('owner'), { create: foreign }, settle] },
  {
    name: 'owner-of-unknown-kind',
    steps: [
      configMap('dependent', {
        ownerReferences: [{ apiVersion: 'none.example.com/v1', kind: 'Nothing', name: 'x', uid: 'y' }],
      }),
      settle,
    ],
  },
  {
    name: 'one-owner-of-two-gone',
    steps: [
      configMap('a'),
      configMap('b'),
      configMap('dependent', {
        ownerReferences: ['a', 'b'].map((name) => ({
          apiVersion: 'v1',
          kind: 'ConfigMap',
          name,
          uid: `uid of ConfigMap ${name}`,
        })),
      }),
      settle,
      { delete: 'ConfigMap', name: 'a' },
      settle,
    ],
  },
  {
    name: 'foreground-waits-for-blocker',
    steps: [
      configMap('owner'),
      configMap('dependent', {
        ...ownedBy('ConfigMap', 'owner', { blockOwnerDeletion: true }),
        finalizers: ['example.com/held'],
      }),
      settle,
      { delete: 'ConfigMap', name: 'owner', propagationPolicy: 'Foreground' },
      settle,
    ],
  },
  {
    name: 'foreground-does-not-wait',
    steps: [
      configMap('owner'),
      configMap('dependent', { ...ownedBy('ConfigMap', 'owner'), finalizers: ['example.com/held'] }),
      settle,
      { delete: 'ConfigMap', name: 'owner', propagationPolicy: 'Foreground' },
      settle,
    ],
  },
];
