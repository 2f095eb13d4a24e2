import { keyOf } from '@kb/apimachinery';
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  persistentVolumes,
  type Pod,
  pods,
} from '@kb/kubernetes/core/v1';
import {
  asReconciler,
  type Controller,
  type EventHandler,
  type KeyQueue,
  newController,
  objectPredicate,
} from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { isTerminal } from '../../shared/pods.ts';
import { optionsOf } from '../../simulation.ts';
import { CLAIM_INDEX, claimsOf, filedByClaim, isMadeFor } from '../../storage/claims-of-pod.ts';
import type { LiveClaim, LiveVolume } from '../../storage/storage-objects.ts';

/** The finalizers of claims that Pods use, and of volumes that are bound. */
const [CLAIM_FINALIZER, VOLUME_FINALIZER] = ['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection'];

/**
 * Creates the controllers that keep deleted claims until no Pod on a node uses them, and deleted volumes until they are
 * not bound. Objects that are not being deleted, and have their finalizer, wake nothing.
 */
export function storageProtectionControllers(): Controller[] {
  const claims = newController()
    .named('persistentvolumeclaim-protection-controller')
    .watches(persistentVolumeClaims, ({ metadata }) => [keyOf({ metadata })], {
      predicates: [objectPredicate<PersistentVolumeClaim>((claim) => changeOf(claim, CLAIM_FINALIZER) !== undefined)],
    })
    .watches(pods, podsForClaims)
    .indexes(pods, CLAIM_INDEX, filedByClaim)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(persistentVolumeClaims, async (claim, { client }) => {
        const { namespace = '', name } = claim.metadata;
        const change = changeOf(claim, CLAIM_FINALIZER);
        if (change === undefined) return;
        const users = client.cached(pods).byIndex(CLAIM_INDEX, `${namespace}/${name}`);
        if (change.is === 'removal' && users.some((pod) => uses(pod, claim))) return;
        await client.update(persistentVolumeClaims, {
          ...claim,
          metadata: { ...claim.metadata, finalizers: change.to },
        });
      }),
    );
  const volumes = newController()
    .named('persistentvolume-protection-controller')
    .watches(persistentVolumes, ({ metadata }) => [keyOf({ metadata })], {
      predicates: [objectPredicate<PersistentVolume>((volume) => changeOf(volume, VOLUME_FINALIZER) !== undefined)],
    })
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(persistentVolumes, async (volume, { client }) => {
        const change = changeOf(volume, VOLUME_FINALIZER);
        if (change === undefined || (change.is === 'removal' && volume.status?.phase === 'Bound')) return;
        await client.update(persistentVolumes, { ...volume, metadata: { ...volume.metadata, finalizers: change.to } });
      }),
    );
  return [claims, volumes];
}

/** The change of the finalizers that may be due: added while the object lives, removed when it is being deleted. */
function changeOf(
  { metadata }: LiveClaim | LiveVolume,
  finalizer: string,
): { readonly is: 'addition' | 'removal'; readonly to: string[] } | undefined {
  const finalizers = metadata.finalizers ?? [];
  const isDeleted = metadata.deletionTimestamp !== undefined;
  if (finalizers.includes(finalizer) !== isDeleted) return undefined;
  return isDeleted
    ? { is: 'removal', to: finalizers.filter((other) => other !== finalizer) }
    : { is: 'addition', to: [...finalizers, finalizer] };
}

/** Whether a Pod on a node uses a claim. A claim that was made for a Pod is free when the Pod has ended. */
function uses(pod: LivePod, claim: LiveClaim): boolean {
  if ((pod.spec.nodeName ?? '') === '') return false;
  return claimsOf(pod).some(
    (used) => used.claim === claim.metadata.name && (!used.ephemeral || (!isTerminal(pod) && isMadeFor(claim, pod))),
  );
}

/** Wakes the claims of a Pod that ended or is gone. */
const podsForClaims: EventHandler<Pod> = {
  update: ({ objectOld: before, object }, queue) => {
    if (before.metadata.uid !== object.metadata.uid) wake(before, queue);
    if (isTerminal(object) && !isTerminal(before)) wake(object, queue);
  },
  delete: ({ object }, queue) => wake(object, queue),
};

function wake(pod: LivePod, queue: KeyQueue): void {
  const { namespace = '' } = pod.metadata;
  for (const { claim } of claimsOf(pod)) queue.add({ namespace, name: claim });
}
