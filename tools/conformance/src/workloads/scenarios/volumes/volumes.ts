import type { Scenario } from '../scenario.ts';
import { settle } from '../steps.ts';
import { claim, claimIs, consumer, own, volume, volumeIs } from './volume-steps.ts';

const reclaim = (policy: string, source: object) => ({ spec: { persistentVolumeReclaimPolicy: policy, ...source } });

/** Steps that bind a volume to the claim `data`, and delete the claim. */
const released = (policy: string, source: object = {}) => [
  volume('a', '1Gi', reclaim(policy, source)),
  volumeIs('a', 'Available'),
  claim('data', '1Gi'),
  claimIs('data', 'Bound'),
  settle,
  { delete: 'PersistentVolumeClaim', name: 'data' } as const,
  { untilGone: 'PersistentVolumeClaim', name: 'data' } as const,
];

const hostPath = (path: string): object => ({ nfs: null, hostPath: { path } });

/** What happens to volumes. */
export const volumeScenarios: readonly Scenario[] = [
  { name: 'volume-available', steps: [volume('a', '1Gi'), volumeIs('a', 'Available'), settle] },
  { name: 'volume-retained', steps: [...released('Retain'), volumeIs('a', 'Released'), settle] },
  { name: 'volume-not-deletable', steps: [...released('Delete'), volumeIs('a', 'Failed'), settle] },
  {
    name: 'volume-outside-of-tmp',
    steps: [...released('Delete', hostPath('/srv/kb-none')), volumeIs('a', 'Failed'), settle],
  },
  {
    name: 'volume-deleted',
    steps: [
      ...released('Delete', hostPath('/tmp/kb-conformance-none')),
      { untilGone: 'PersistentVolume', name: own('a') },
      settle,
    ],
  },
  {
    name: 'volume-not-recyclable',
    steps: [
      ...released('Recycle', { nfs: null, iscsi: { targetPortal: '192.0.2.9', iqn: 'iqn.2020-01.example:a', lun: 0 } }),
      volumeIs('a', 'Failed'),
      settle,
    ],
  },
  {
    name: 'volume-reserved',
    steps: [
      volume('a', '5Gi', { spec: { claimRef: { namespace: '$NAMESPACE', name: 'data' } } }),
      volume('b', '1Gi'),
      volumeIs('a', 'Available'),
      volumeIs('b', 'Available'),
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      settle,
    ],
  },
  {
    name: 'volume-reserved-for-another',
    steps: [
      volume('a', '5Gi', { spec: { claimRef: { namespace: '$NAMESPACE', name: 'other' } } }),
      volumeIs('a', 'Available'),
      claim('data', '1Gi'),
      settle,
    ],
  },
  {
    name: 'volume-kept-while-bound',
    steps: [
      volume('a', '1Gi'),
      volumeIs('a', 'Available'),
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      { delete: 'PersistentVolume', name: own('a') },
      settle,
    ],
  },
  {
    name: 'volume-used-by-pod',
    steps: [
      volume('a', '1Gi'),
      volumeIs('a', 'Available'),
      consumer('web', 'data'),
      settle,
      claim('data', '1Gi'),
      claimIs('data', 'Bound'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      settle,
    ],
  },
];
