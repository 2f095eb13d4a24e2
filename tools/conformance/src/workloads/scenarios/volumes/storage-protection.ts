import type { Scenario, Step } from '../scenario.ts';
import { settle } from '../steps.ts';
import { claim, claimIs, consumer, own, volume, volumeIs } from './volume-steps.ts';

const held = 'example.com/held';
const ended = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Succeeded' });
const running = (name: string): Step => ({ until: 'Pod', name, field: 'status.phase', equals: 'Running' });
const deleteClaim = (name = 'data'): Step => ({ delete: 'PersistentVolumeClaim', name });
const deletePod = (name: string): Step => ({ delete: 'Pod', name });
const deleteVolume: Step = { delete: 'PersistentVolume', name: own('a') };
const claimGone: Step = { untilGone: 'PersistentVolumeClaim', name: 'data' };
const volumeGone: Step = { untilGone: 'PersistentVolume', name: own('a') };
/** No node has this label. */
const nowhere = { nodeSelector: { disk: 'none' } };
const ends = { restartPolicy: 'Never', containers: [{ name: 'web', image: 'example.com/succeeds:1' }] };

/** A volume that is bound to the claim `data`. */
const bound: readonly Step[] = [
  volume('a', '1Gi'),
  volumeIs('a', 'Available'),
  claim('data', '1Gi'),
  claimIs('data', 'Bound'),
  settle,
];

/** Claims that Pods use and volumes that claims use are not removed. */
export const storageProtectionScenarios: readonly Scenario[] = [
  {
    name: 'protection-of-a-claim-restored',
    steps: [
      claim('data', '1Gi'),
      settle,
      { patch: 'PersistentVolumeClaim', name: 'data', with: { metadata: { finalizers: null } } },
      settle,
    ],
  },
  {
    name: 'protection-of-a-volume-restored',
    steps: [
      volume('a', '1Gi'),
      volumeIs('a', 'Available'),
      settle,
      { patch: 'PersistentVolume', name: own('a'), with: { metadata: { finalizers: null } } },
      settle,
    ],
  },
  { name: 'protection-of-an-unbound-claim', steps: [claim('data', '1Gi'), settle, deleteClaim(), claimGone, settle] },
  {
    name: 'protection-of-an-unbound-volume',
    steps: [volume('a', '1Gi'), volumeIs('a', 'Available'), settle, deleteVolume, volumeGone, settle],
  },
  {
    name: 'protection-until-the-last-pod',
    steps: [
      ...bound,
      consumer('first', 'data'),
      consumer('second', 'data'),
      running('first'),
      running('second'),
      deleteClaim(),
      settle,
      deletePod('first'),
      { untilGone: 'Pod', name: 'first' },
      settle,
    ],
  },
  {
    name: 'protection-ends-with-the-last-pod',
    steps: [
      ...bound,
      consumer('first', 'data'),
      consumer('second', 'data'),
      running('first'),
      running('second'),
      deleteClaim(),
      settle,
      deletePod('first'),
      deletePod('second'),
      claimGone,
      volumeIs('a', 'Released'),
      settle,
    ],
  },
  {
    name: 'protection-not-by-an-unscheduled-pod',
    steps: [...bound, consumer('web', 'data', nowhere), settle, deleteClaim(), settle],
  },
  {
    name: 'protection-not-by-an-ended-pod',
    steps: [...bound, consumer('web', 'data', ends), ended('web'), settle, deleteClaim(), settle],
  },
  {
    name: 'protection-ends-when-the-pod-ends',
    steps: [
      ...bound,
      consumer('web', 'data', { ...ends, containers: [{ name: 'web', image: 'example.com/works:1' }] }),
      running('web'),
      deleteClaim(),
      settle,
      { patch: 'Pod', name: 'web', subresource: 'status', with: { status: { phase: 'Succeeded' } } },
      settle,
    ],
  },
  {
    name: 'protection-of-a-held-claim',
    steps: [
      ...bound,
      { patch: 'PersistentVolumeClaim', name: 'data', with: { metadata: { finalizers: [held] } } },
      settle,
      deleteClaim(),
      settle,
    ],
  },
  {
    name: 'protection-of-a-held-volume',
    steps: [
      volume('a', '1Gi'),
      volumeIs('a', 'Available'),
      settle,
      { patch: 'PersistentVolume', name: own('a'), with: { metadata: { finalizers: [held] } } },
      settle,
      deleteVolume,
      settle,
      { patch: 'PersistentVolume', name: own('a'), with: { metadata: { finalizers: null } } },
      volumeGone,
      settle,
    ],
  },
  {
    name: 'protection-of-a-volume-ends-with-its-claim',
    steps: [...bound, deleteVolume, settle, deleteClaim(), claimGone, volumeGone, settle],
  },
  {
    name: 'protection-of-both-ends-with-the-pod',
    steps: [
      ...bound,
      consumer('web', 'data'),
      running('web'),
      deleteVolume,
      deleteClaim(),
      settle,
      deletePod('web'),
      claimGone,
      volumeGone,
      settle,
    ],
  },
  {
    name: 'protection-refuses-new-pods',
    steps: [
      ...bound,
      consumer('web', 'data'),
      running('web'),
      deleteClaim(),
      settle,
      consumer('late', 'data'),
      settle,
      deletePod('web'),
      claimGone,
      settle,
    ],
  },
];
