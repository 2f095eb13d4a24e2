import type { Scenario, Step } from '../scenario.ts';
import { setAvailable, statefulSet } from '../stateful-set/stateful-set-steps.ts';
import { settle } from '../steps.ts';
import { claim, claimIs, consumer, own, storageClass, volume, volumeIs } from './volume-steps.ts';

/** The volume of a Pod whose claim is made for it. */
const ephemeral = (name: string, spec: object = {}, metadata?: object): object => ({
  name,
  ephemeral: {
    volumeClaimTemplate: {
      ...(metadata && { metadata }),
      spec: {
        accessModes: ['ReadWriteOnce'],
        storageClassName: own('manual'),
        resources: { requests: { storage: '1Gi' } },
        ...spec,
      },
    },
  },
});

const scratch = { volumes: [ephemeral('scratch')] };
/** No node has this label. */
const nowhere = { nodeSelector: { disk: 'none' } };
const withScratch = (spec: object = {}): Step => consumer('web', '', { ...scratch, ...spec });
const volumeA: readonly Step[] = [volume('a', '1Gi'), volumeIs('a', 'Available')];
const podIs = (phase: string): Step => ({ until: 'Pod', name: 'web', field: 'status.phase', equals: phase });
const deletePod: Step = { delete: 'Pod', name: 'web' };
const podGone: Step = { untilGone: 'Pod', name: 'web' };
const deleteClaim: Step = { delete: 'PersistentVolumeClaim', name: 'web-scratch' };
const claimGone: Step = { untilGone: 'PersistentVolumeClaim', name: 'web-scratch' };
const exists: Step = {
  until: 'PersistentVolumeClaim',
  name: 'web-scratch',
  field: 'kind',
  equals: 'PersistentVolumeClaim',
};
const ends = { restartPolicy: 'Never', containers: [{ name: 'web', image: 'example.com/succeeds:1' }] };

/** A Pod that runs with its volume. */
const inUse: readonly Step[] = [...volumeA, withScratch(), podIs('Running'), settle];

/** Claims that are made for the ephemeral volumes of Pods. */
export const ephemeralVolumeScenarios: readonly Scenario[] = [
  {
    name: 'ephemeral-removed-with-its-pod',
    steps: [...inUse, deletePod, podGone, claimGone, volumeIs('a', 'Released'), settle],
  },
  { name: 'ephemeral-of-an-unscheduled-pod', steps: [withScratch(nowhere), exists, settle] },
  {
    name: 'ephemeral-of-two-volumes',
    steps: [
      consumer('web', '', {
        volumes: [ephemeral('scratch'), ephemeral('cache', { resources: { requests: { storage: '2Gi' } } })],
        ...nowhere,
      }),
      settle,
    ],
  },
  {
    name: 'ephemeral-with-everything',
    steps: [
      consumer('web', '', {
        ...nowhere,
        volumes: [
          ephemeral(
            'scratch',
            { volumeMode: 'Block', accessModes: ['ReadWriteOncePod'], selector: { matchLabels: { disk: 'fast' } } },
            { labels: { of: 'web' }, annotations: { note: 'all' } },
          ),
        ],
      }),
      exists,
      settle,
    ],
  },
  { name: 'ephemeral-claim-made-again', steps: [withScratch(nowhere), exists, settle, deleteClaim, settle] },
  { name: 'ephemeral-claim-deleted-while-used', steps: [...inUse, deleteClaim, settle] },
  {
    name: 'ephemeral-of-an-ended-pod',
    steps: [...volumeA, withScratch(ends), podIs('Succeeded'), settle],
  },
  {
    name: 'ephemeral-not-for-a-pod-being-deleted',
    steps: [
      ...inUse,
      { patch: 'Pod', name: 'web', with: { metadata: { finalizers: ['example.com/held'] } } },
      deletePod,
      settle,
      deleteClaim,
      settle,
    ],
  },
  {
    name: 'ephemeral-conflict-ends',
    steps: [
      claim('web-scratch', '2Gi'),
      settle,
      withScratch(nowhere),
      settle,
      deleteClaim,
      settle,
      { patch: 'Pod', name: 'web', with: { metadata: { labels: { look: 'again' } } } },
      settle,
    ],
  },
  {
    name: 'ephemeral-claim-disowned',
    steps: [
      ...inUse,
      { patch: 'PersistentVolumeClaim', name: 'web-scratch', with: { metadata: { ownerReferences: null } } },
      settle,
      deletePod,
      podGone,
      settle,
    ],
  },
  {
    name: 'ephemeral-pod-deleted-in-foreground',
    steps: [...inUse, { delete: 'Pod', name: 'web', propagationPolicy: 'Foreground' }, settle],
  },
  {
    name: 'ephemeral-pod-orphans-its-claim',
    steps: [...inUse, { delete: 'Pod', name: 'web', propagationPolicy: 'Orphan' }, podGone, settle],
  },
  {
    name: 'ephemeral-of-a-first-consumer',
    steps: [
      storageClass('manual', {
        provisioner: 'kubernetes.io/no-provisioner',
        volumeBindingMode: 'WaitForFirstConsumer',
      }),
      ...volumeA,
      withScratch(),
      claimIs('web-scratch', 'Bound'),
      podIs('Running'),
      settle,
    ],
  },
  {
    name: 'ephemeral-of-a-stateful-set',
    steps: [...volumeA, statefulSet(1, { pod: scratch }), setAvailable(1), settle],
  },
];
