import type { Scenario, Step } from '../scenario.ts';
import { newImage, patchSet, settleSet, statefulSet } from './stateful-set-steps.ts';

/** Claims that nothing provisions. */
const claims = [
  {
    metadata: { name: 'data', labels: { tier: 'storage' }, annotations: { note: 'of the template' } },
    spec: { accessModes: ['ReadWriteOnce'], storageClassName: '', resources: { requests: { storage: '1Gi' } } },
  },
];

const retention = (whenScaled: string, whenDeleted: string): object => ({
  persistentVolumeClaimRetentionPolicy: { whenScaled, whenDeleted },
});

/** Pods that are never scheduled, so that no story depends on what the scheduler does with claims. */
const held = { schedulingGates: [{ name: 'example.com/held' }] };

const withClaims = (replicas: number, spec: object = {}): readonly Step[] => [
  statefulSet(replicas, {
    spec: { volumeClaimTemplates: claims, podManagementPolicy: 'Parallel', ...spec },
    pod: held,
  }),
  settleSet,
];

/** StatefulSets with claims of their own. */
export const statefulClaimScenarios: readonly Scenario[] = [
  { name: 'stateful-claims', steps: withClaims(2) },
  {
    name: 'stateful-claims-of-two-templates',
    steps: withClaims(1, {
      volumeClaimTemplates: [...claims, { metadata: { name: 'log' }, spec: claims[0]?.spec }],
    }),
  },
  { name: 'stateful-claims-retained', steps: [...withClaims(2), patchSet({ replicas: 1 }), settleSet] },
  {
    name: 'stateful-claims-found-again',
    steps: [...withClaims(2), patchSet({ replicas: 1 }), settleSet, patchSet({ replicas: 2 }), settleSet],
  },
  // The policies change later: while a claim is new, other controllers write it too.
  {
    name: 'stateful-claims-of-both',
    steps: [...withClaims(2), patchSet(retention('Delete', 'Delete')), settleSet],
  },
  {
    name: 'stateful-claims-policy-changed',
    steps: [...withClaims(2), patchSet(retention('Retain', 'Delete')), settleSet],
  },
  {
    name: 'stateful-claims-policy-changed-back',
    steps: [
      ...withClaims(2),
      patchSet(retention('Delete', 'Delete')),
      settleSet,
      patchSet(retention('Retain', 'Retain')),
      settleSet,
    ],
  },
  {
    name: 'stateful-claims-deleted-when-scaled',
    steps: [
      ...withClaims(2),
      patchSet(retention('Delete', 'Retain')),
      settleSet,
      patchSet({ replicas: 1 }),
      { untilGone: 'PersistentVolumeClaim', name: 'data-web-1' },
      settleSet,
    ],
  },
  {
    name: 'stateful-claim-of-another',
    steps: [
      { create: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other' } } },
      {
        create: {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: {
            name: 'data-web-0',
            ownerReferences: [
              {
                apiVersion: 'v1',
                kind: 'ConfigMap',
                name: 'other',
                uid: 'uid of ConfigMap other',
                controller: true,
              },
            ],
          },
          spec: claims[0]?.spec,
        },
      },
      ...withClaims(1, retention('Retain', 'Delete')),
    ],
  },
  { name: 'stateful-claims-new-image', steps: [...withClaims(2), newImage('2'), settleSet] },
  {
    name: 'stateful-claims-refused',
    steps: [
      {
        create: {
          apiVersion: 'v1',
          kind: 'ResourceQuota',
          metadata: { name: 'none' },
          spec: { hard: { persistentvolumeclaims: '0' } },
        },
      },
      { until: 'ResourceQuota', name: 'none', field: 'status.used.persistentvolumeclaims', equals: '0' },
      ...withClaims(1),
    ],
  },
  {
    name: 'stateful-claims-in-order',
    steps: [
      statefulSet(2, { spec: { volumeClaimTemplates: claims }, pod: held }),
      settleSet,
      { delete: 'Pod', name: 'web-0' },
      settleSet,
    ],
  },
];
