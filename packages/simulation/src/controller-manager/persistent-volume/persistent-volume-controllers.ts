import { keyOf, type ObjectKey } from '@kb/apimachinery';
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  persistentVolumes,
  pods,
} from '@kb/kubernetes/core/v1';
import { type StorageClass, storageClasses } from '@kb/kubernetes/storage/v1';
import { type Controller, type EventHandler, type KeyQueue, newController, type ReconcileClient } from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { CLAIM_INDEX, filedByClaim } from '../../storage/claims-of-pod.ts';
import { classNameOf, DEFAULT_CLASS, type LiveClaim, type LiveVolume } from '../../storage/storage-objects.ts';
import { type Binder, volumeKeyOf } from './bind.ts';
import { syncClaim, volumeFor } from './sync-claim.ts';
import { syncVolume } from './sync-volume.ts';
import { FREE_INDEX, filedByClass, filedByTaker, reservedFor, WAITING_INDEX } from './volume-index.ts';

/** One at a time, so that two claims never choose the same volume. */
const CONCURRENCY = 1;

/** New volumes wait this long for others, so that the claims that wait for one are looked at once. */
const batched = { after: 500 };

/**
 * Creates the controllers that bind claims and volumes: one for each side, as in kube-controller-manager. That one
 * looks at everything every 15 seconds; these are woken by whatever a claim or a volume waits for.
 */
export function persistentVolumeControllers({ recorders }: SimulationParts): Controller[] {
  const recorder = recorders.for('kube-controller-manager', 'persistentvolume-controller');

  const claims = newController()
    .named('persistent-volume-claims')
    .watches(persistentVolumeClaims, ({ metadata }) => [keyOf({ metadata })])
    .watches(persistentVolumes, volumesForClaims)
    .watches(storageClasses, classesForClaims)
    .indexes(persistentVolumes, FREE_INDEX, filedByTaker)
    .indexes(persistentVolumeClaims, WAITING_INDEX, filedByClass)
    .reads(pods)
    .indexes(pods, CLAIM_INDEX, filedByClaim)
    .withOptions(optionsOf('kube-controller-manager', CONCURRENCY))
    .reconcile(async ({ key, client }) => {
      const binder: Binder = { client, recorder };
      if (isClassKey(key)) return await syncWaiting(key.name, binder);
      const claim = client.cached(persistentVolumeClaims).get({ namespace: key.namespace ?? '', name: key.name });
      if (claim !== undefined) await syncClaim(claim, binder);
    });

  const volumes = newController()
    .named('persistent-volumes')
    .watches(persistentVolumes, ({ metadata }) => [keyOf({ metadata })])
    .watches(persistentVolumeClaims, claimsForVolumes)
    .indexes(persistentVolumes, FREE_INDEX, filedByTaker)
    .reads(pods)
    .indexes(pods, CLAIM_INDEX, filedByClaim)
    .withOptions(optionsOf('kube-controller-manager', CONCURRENCY))
    .reconcile(async ({ key, client }) => {
      const volume = client.cached(persistentVolumes).get({ name: key.name });
      if (volume !== undefined) await syncVolume(volume, { client, recorder });
    });
  return [claims, volumes];
}

/** The key that stands for all claims of a StorageClass that wait for a volume: no claim is without a namespace. */
const classKey = (className: string): ObjectKey => ({ name: className === '' ? NO_CLASS : className });
const isClassKey = (key: ObjectKey): boolean => key.namespace === undefined || key.namespace === '';
/** Stands for the claims without a class; no class has this name. */
const NO_CLASS = '*none*';

/** Binds the claims of a class that a new volume may serve, and looks at all of them if their class has changed. */
async function syncWaiting(name: string, binder: Binder): Promise<void> {
  const { client } = binder;
  for (const { metadata } of waitingClaims(name === NO_CLASS ? '' : name, client)) {
    const claim = client
      .cached(persistentVolumeClaims)
      .get({ namespace: metadata.namespace ?? '', name: metadata.name });
    if (claim !== undefined && volumeFor(claim, client) !== undefined) await syncClaim(claim, binder);
  }
}

const waitingClaims = (className: string, { cached }: Pick<ReconcileClient, 'cached'>): readonly LiveClaim[] =>
  cached(persistentVolumeClaims).byIndex(WAITING_INDEX, className);

/** Wakes the claim of a volume; if it is free, the claims that may want it. */
const volumesForClaims: EventHandler<PersistentVolume> = {
  create: ({ object }, queue) => wakeClaims(object, queue),
  update: ({ object }, queue) => wakeClaims(object, queue),
  delete: ({ object }, queue) => wakeClaims(object, queue),
};

function wakeClaims(volume: LiveVolume, queue: KeyQueue): void {
  const { claimRef } = volume.spec ?? {};
  if (claimRef !== undefined) queue.add({ namespace: claimRef.namespace ?? '', name: claimRef.name ?? '' });
  else if (volume.status?.phase === 'Available') queue.add(classKey(classNameOf(volume)), batched);
}

/** Wakes the claims that wait for a class, and those without one if it is the default. */
const classesForClaims: EventHandler<StorageClass> = {
  create: ({ object }, queue, reads) => {
    const names =
      object.metadata.annotations?.[DEFAULT_CLASS] === 'true' ? [object.metadata.name, ''] : [object.metadata.name];
    for (const name of names) for (const claim of waitingClaims(name, reads)) queue.add(keyOf(claim));
  },
  update: ({ objectOld: before, object }, queue, reads) => {
    const became = object.metadata.annotations?.[DEFAULT_CLASS] === 'true';
    if (!became || before.metadata.annotations?.[DEFAULT_CLASS] === 'true') return;
    for (const claim of waitingClaims('', reads)) queue.add(keyOf(claim));
  },
};

/** Wakes the volume of a claim that is gone, and those reserved for a claim that has another one. */
const claimsForVolumes: EventHandler<PersistentVolumeClaim> = {
  update: ({ objectOld: before, object }, queue, { cached }) => {
    if (before.spec?.volumeName === object.spec?.volumeName) return;
    const key = reservedFor(object.metadata.namespace, object.metadata.name);
    for (const volume of cached(persistentVolumes).byIndex(FREE_INDEX, key)) queue.add(keyOf(volume));
  },
  delete: ({ object }, queue) => {
    if ((object.spec?.volumeName ?? '') !== '') queue.add(volumeKeyOf(object));
  },
};
