import { compareQuantities, keyOf } from '@kb/apimachinery';
import { type PersistentVolumeClaim, persistentVolumeClaims, persistentVolumes } from '@kb/kubernetes/core/v1';
import { asReconciler, type Controller, type EventHandler, newController } from '@kb/runtime';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { sizeOf } from '../../storage/storage-objects.ts';

/** Creates the controller that reports that a claim asks for more than its volume has. An external one enlarges it. */
export function volumeExpansionController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'volume_expand');
  return newController()
    .named('volume_expand')
    .watches(persistentVolumeClaims, whenClaimGrows)
    .reads(persistentVolumes)
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(persistentVolumeClaims, (claim, { client }) => {
        const volume = client.cached(persistentVolumes).get({ name: claim.spec?.volumeName ?? '' });
        if (volume?.spec?.claimRef?.uid !== claim.metadata.uid) return;
        if (compareQuantities(sizeOf(claim), claim.status?.capacity?.['storage'] ?? '0') <= 0) return;
        const message = 'waiting for an external controller to expand this PVC';
        recorder.record(claim, 'Normal', 'ExternalExpanding', message);
      }),
    );
}

/** Wakes a bound claim that asks for more than before. */
const whenClaimGrows: EventHandler<PersistentVolumeClaim> = {
  update: ({ objectOld: before, object }, queue) => {
    if (object.status?.phase === 'Bound' && compareQuantities(sizeOf(object), sizeOf(before)) > 0)
      queue.add(keyOf(object));
  },
};
