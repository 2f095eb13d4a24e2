import type { Scenario } from '../scenario.ts';
import { settle } from '../steps.ts';
import { claim, claimIs, consumer, own, storageClass, volume, volumeIs } from './volume-steps.ts';

const available = (...names: readonly string[]) => names.map((name) => volumeIs(name, 'Available'));

/** How claims find their volumes. */
export const volumeClaimScenarios: readonly Scenario[] = [
  {
    name: 'claim-bound',
    steps: [volume('a', '1Gi'), ...available('a'), claim('data', '1Gi'), claimIs('data', 'Bound'), settle],
  },
  {
    // The smallest that is large enough.
    name: 'claim-fits-smallest',
    steps: [
      volume('large', '10Gi'),
      volume('small', '1Gi'),
      volume('medium', '5Gi'),
      ...available('large', 'small', 'medium'),
      claim('data', '2Gi'),
      claimIs('data', 'Bound'),
      settle,
    ],
  },
  {
    // The fewest access modes before the smallest size.
    name: 'claim-access-modes',
    steps: [
      volume('many', '1Gi', { spec: { accessModes: ['ReadWriteOnce', 'ReadWriteMany'] } }),
      volume('one', '5Gi'),
      volume('other', '1Gi', { spec: { accessModes: ['ReadOnlyMany'] } }),
      ...available('many', 'one', 'other'),
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      claim('shared', '1Gi', { spec: { accessModes: ['ReadWriteMany'] } }),
      claimIs('shared', 'Bound'),
      settle,
    ],
  },
  {
    name: 'claim-selector',
    steps: [
      volume('a', '1Gi', { labels: { disk: 'slow' } }),
      volume('b', '5Gi', { labels: { disk: 'fast' } }),
      ...available('a', 'b'),
      claim('data', '1Gi', {
        spec: { selector: { matchExpressions: [{ key: 'disk', operator: 'In', values: ['fast'] }] } },
      }),
      claimIs('data', 'Bound'),
      settle,
    ],
  },
  {
    name: 'claim-volume-mode',
    steps: [
      volume('files', '1Gi'),
      volume('block', '5Gi', { spec: { volumeMode: 'Block' } }),
      ...available('files', 'block'),
      claim('data', '1Gi', { spec: { volumeMode: 'Block' } }),
      claimIs('data', 'Bound'),
      settle,
    ],
  },
  {
    name: 'claim-without-class',
    steps: [claim('data', '1Gi', { spec: { storageClassName: '' } }), settle],
  },
  {
    name: 'claim-unknown-class',
    steps: [volume('tiny', '1Mi'), ...available('tiny'), claim('data', '1Gi'), settle],
  },
  {
    name: 'claim-external-provisioner',
    steps: [
      storageClass('manual', { provisioner: 'example.com/nobody' }),
      settle,
      claim('data', '1Gi'),
      { settle: true, quietMs: 2000 },
    ],
  },
  {
    name: 'claim-in-tree-provisioner',
    steps: [
      storageClass('manual', { provisioner: 'kubernetes.io/no-provisioner' }),
      settle,
      claim('data', '1Gi'),
      settle,
    ],
  },
  {
    name: 'claim-waits-for-consumer',
    steps: [
      storageClass('manual', { provisioner: 'example.com/nobody', volumeBindingMode: 'WaitForFirstConsumer' }),
      volume('a', '1Gi'),
      ...available('a'),
      claim('data', '1Gi'),
      settle,
    ],
  },
  {
    name: 'claim-of-first-consumer',
    steps: [
      storageClass('manual', {
        provisioner: 'kubernetes.io/no-provisioner',
        volumeBindingMode: 'WaitForFirstConsumer',
      }),
      volume('a', '1Gi'),
      ...available('a'),
      claim('data', '1Gi'),
      settle,
      consumer('web', 'data'),
      claimIs('data', 'Bound'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      settle,
    ],
  },
  {
    name: 'claim-names-volume',
    steps: [
      volume('a', '1Gi'),
      volume('b', '5Gi'),
      ...available('a', 'b'),
      claim('data', '1Gi', { spec: { volumeName: own('b') } }),
      claimIs('data', 'Bound'),
      settle,
    ],
  },
  {
    name: 'claim-names-wrong-volume',
    steps: [
      volume('a', '1Gi'),
      volume('modes', '5Gi', { spec: { accessModes: ['ReadOnlyMany'] } }),
      volume('class', '5Gi', { spec: { storageClassName: 'other' } }),
      volume('block', '5Gi', { spec: { volumeMode: 'Block' } }),
      ...available('a', 'modes', 'class', 'block'),
      claim('small', '2Gi', { spec: { volumeName: own('a') } }),
      claim('modes', '2Gi', { spec: { volumeName: own('modes') } }),
      claim('class', '2Gi', { spec: { volumeName: own('class') } }),
      claim('block', '2Gi', { spec: { volumeName: own('block') } }),
      claim('missing', '2Gi', { spec: { volumeName: own('missing') } }),
      settle,
    ],
  },
  {
    name: 'claim-names-taken-volume',
    steps: [
      volume('a', '1Gi'),
      ...available('a'),
      claim('first', '1Gi'),
      claimIs('first', 'Bound'),
      claim('second', '1Gi', { spec: { volumeName: own('a') } }),
      settle,
    ],
  },
  {
    name: 'claim-lost',
    steps: [
      volume('a', '1Gi'),
      ...available('a'),
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      settle,
      // In this order: the finalizer is added to volumes that are not being deleted.
      { delete: 'PersistentVolume', name: own('a') },
      { patch: 'PersistentVolume', name: own('a'), with: { metadata: { finalizers: null } } },
      claimIs('data', 'Lost'),
      settle,
    ],
  },
  {
    name: 'claim-kept-while-used',
    steps: [
      volume('a', '1Gi'),
      ...available('a'),
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      consumer('web', 'data'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      { delete: 'PersistentVolumeClaim', name: 'data' },
      settle,
    ],
  },
  {
    name: 'claim-removed-when-unused',
    steps: [
      volume('a', '1Gi'),
      ...available('a'),
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      consumer('web', 'data'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      { delete: 'PersistentVolumeClaim', name: 'data' },
      settle,
      { delete: 'Pod', name: 'web' },
      { untilGone: 'PersistentVolumeClaim', name: 'data' },
      volumeIs('a', 'Released'),
      settle,
    ],
  },
  {
    name: 'claim-of-ephemeral-volume',
    steps: [
      volume('a', '1Gi'),
      ...available('a'),
      consumer('web', '', {
        volumes: [
          {
            name: 'scratch',
            ephemeral: {
              volumeClaimTemplate: {
                metadata: { labels: { of: 'web' }, annotations: { note: 'scratch' } },
                spec: {
                  accessModes: ['ReadWriteOnce'],
                  storageClassName: own('manual'),
                  resources: { requests: { storage: '1Gi' } },
                },
              },
            },
          },
        ],
      }),
      claimIs('web-scratch', 'Bound'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      settle,
    ],
  },
  {
    name: 'claim-taken-by-another',
    steps: [
      claim('web-scratch', '1Gi'),
      consumer('web', '', {
        volumes: [
          {
            name: 'scratch',
            ephemeral: {
              volumeClaimTemplate: {
                spec: {
                  accessModes: ['ReadWriteOnce'],
                  storageClassName: own('manual'),
                  resources: { requests: { storage: '1Gi' } },
                },
              },
            },
          },
        ],
      }),
      settle,
    ],
  },
];
