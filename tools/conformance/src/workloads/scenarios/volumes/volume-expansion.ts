import type { Scenario, Step } from '../scenario.ts';
import { settle } from '../steps.ts';
import { claim, claimIs, consumer, own, storageClass, volume, volumeIs } from './volume-steps.ts';

/** A class that allows expansion, and whose volumes nobody makes. */
const expandable: Step = storageClass('manual', { provisioner: 'example.com/nobody', allowVolumeExpansion: true });
const csi = { nfs: null, csi: { driver: 'csi.example.com', volumeHandle: 'disk-1' } };

const grow = (storage: string): Step => ({
  patch: 'PersistentVolumeClaim',
  name: 'data',
  with: { spec: { resources: { requests: { storage } } } },
});
const hasCapacity = (storage: string): readonly Step[] => [
  { patch: 'PersistentVolume', name: own('a'), with: { spec: { capacity: { storage } } } },
  { patch: 'PersistentVolumeClaim', name: 'data', subresource: 'status', with: { status: { capacity: { storage } } } },
];

/** A volume that is bound to the claim `data` of 1Gi. */
const bound = (storage: string, spec: object = {}): readonly Step[] => [
  expandable,
  volume('a', storage, { spec }),
  volumeIs('a', 'Available'),
  claim('data', '1Gi'),
  claimIs('data', 'Bound'),
  settle,
];

/** Bound claims that ask for more than they have. */
export const volumeExpansionScenarios: readonly Scenario[] = [
  { name: 'expansion', steps: [...bound('1Gi'), grow('2Gi'), settle] },
  { name: 'expansion-of-a-driver', steps: [...bound('1Gi', csi), grow('2Gi'), settle] },
  {
    name: 'expansion-of-a-host-path',
    steps: [...bound('1Gi', { nfs: null, hostPath: { path: '/tmp/kb-none' } }), grow('2Gi'), settle],
  },
  { name: 'expansion-within-the-volume', steps: [...bound('5Gi', csi), grow('3Gi'), settle] },
  { name: 'expansion-beyond-a-larger-volume', steps: [...bound('5Gi', csi), grow('6Gi'), settle] },
  { name: 'expansion-again', steps: [...bound('1Gi', csi), grow('2Gi'), settle, grow('3Gi'), settle] },
  { name: 'expansion-taken-back', steps: [...bound('1Gi', csi), grow('5Gi'), settle, grow('2Gi'), settle] },
  { name: 'expansion-done', steps: [...bound('1Gi', csi), grow('2Gi'), settle, ...hasCapacity('2Gi'), settle] },
  {
    name: 'expansion-after-an-expansion',
    steps: [...bound('1Gi', csi), grow('2Gi'), settle, ...hasCapacity('2Gi'), settle, grow('3Gi'), settle],
  },
  {
    name: 'expansion-while-used',
    steps: [
      ...bound('1Gi', csi),
      consumer('web', 'data'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      grow('2Gi'),
      settle,
    ],
  },
  {
    name: 'expansion-while-being-deleted',
    steps: [
      ...bound('1Gi', csi),
      consumer('web', 'data'),
      { until: 'Pod', name: 'web', field: 'status.phase', equals: 'Running' },
      { delete: 'PersistentVolumeClaim', name: 'data' },
      settle,
      grow('2Gi'),
      settle,
    ],
  },
  {
    name: 'expansion-of-a-volume-being-deleted',
    steps: [...bound('1Gi', csi), { delete: 'PersistentVolume', name: own('a') }, settle, grow('2Gi'), settle],
  },
  {
    name: 'expansion-then-deleted',
    steps: [
      ...bound('1Gi', csi),
      grow('2Gi'),
      settle,
      { delete: 'PersistentVolumeClaim', name: 'data' },
      { untilGone: 'PersistentVolumeClaim', name: 'data' },
      volumeIs('a', 'Released'),
      settle,
    ],
  },
  {
    name: 'expansion-of-one-of-two-claims',
    steps: [
      ...bound('1Gi', csi),
      volume('b', '1Gi', { spec: csi }),
      volumeIs('b', 'Available'),
      claim('other', '1Gi'),
      claimIs('other', 'Bound'),
      settle,
      grow('2Gi'),
      settle,
    ],
  },
  {
    name: 'expansion-after-the-volume-grew',
    steps: [
      ...bound('1Gi', csi),
      { patch: 'PersistentVolume', name: own('a'), with: { spec: { capacity: { storage: '4Gi' } } } },
      settle,
      grow('2Gi'),
      settle,
    ],
  },
];
