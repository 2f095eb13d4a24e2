import { type DeepReadonly, keyOf, messageOfThrown, ownerReferenceTo } from '@kb/apimachinery';
import { persistentVolumeClaims, type PersistentVolumeClaimTemplate, type Pod, pods } from '@kb/kubernetes/core/v1';
import { asReconciler, type Controller, newController, objectPredicate, type ReconcileClient } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { optionsOf, type SimulationParts } from '../../simulation.ts';
import { isMadeFor, notMadeFor } from '../../storage/claims-of-pod.ts';

/** Creates the controller that makes the claims of generic ephemeral volumes. Other Pods wake nothing. */
export function ephemeralVolumeController({ recorders }: SimulationParts): Controller {
  const recorder = recorders.for('kube-controller-manager', 'ephemeral_volume');
  const isConcerned = ({ metadata, spec }: LivePod): boolean =>
    metadata.deletionTimestamp === undefined && ephemeralVolumes({ spec }).length > 0;
  return newController()
    .named('ephemeral_volume')
    .watches(pods, ({ metadata }) => [keyOf({ metadata })], { predicates: [objectPredicate<Pod>(isConcerned)] })
    .watches(persistentVolumeClaims, ({ metadata }) => {
      const owner = metadata.ownerReferences?.find(({ kind, controller }) => kind === 'Pod' && controller);
      return owner === undefined ? [] : [{ namespace: metadata.namespace ?? '', name: owner.name }];
    })
    .withOptions(optionsOf('kube-controller-manager'))
    .reconcile(
      asReconciler(pods, async (pod, { client }) => {
        if (!isConcerned(pod)) return;
        for (const volume of ephemeralVolumes(pod)) {
          try {
            await makeClaim(pod, volume, client);
          } catch (error) {
            const message = `ephemeral volume ${volume.name}: ${messageOfThrown(error)}`;
            recorder.record(pod, 'Warning', 'FailedBinding', message);
            throw error;
          }
        }
      }),
    );
}

interface EphemeralVolume {
  readonly name: string;
  readonly template: DeepReadonly<PersistentVolumeClaimTemplate>;
}

const ephemeralVolumes = ({ spec }: Pick<LivePod, 'spec'>): readonly EphemeralVolume[] =>
  (spec.volumes ?? []).flatMap(({ name, ephemeral }) => {
    const template = ephemeral?.volumeClaimTemplate;
    return template === undefined ? [] : [{ name, template }];
  });

/** Makes the claim of a volume; throws if the name is taken by another claim. */
async function makeClaim(
  pod: LivePod,
  { name: volume, template }: EphemeralVolume,
  client: ReconcileClient,
): Promise<void> {
  const { namespace = '', name: podName } = pod.metadata;
  const name = `${podName}-${volume}`;
  const existing = client.cached(persistentVolumeClaims).get({ namespace, name });
  if (existing !== undefined) {
    if (isMadeFor(existing, pod)) return;
    throw new Error(notMadeFor(existing, pod));
  }
  const { labels, annotations } = template.metadata ?? {};
  try {
    await client.create(persistentVolumeClaims, {
      metadata: {
        namespace,
        name,
        ...(labels && { labels }),
        ...(annotations && { annotations }),
        ownerReferences: [ownerReferenceTo(pod, pod, { controller: true, blockOwnerDeletion: true })],
      },
      spec: template.spec,
    });
  } catch (error) {
    throw new Error(`create PVC ${name}: ${messageOfThrown(error)}`, { cause: error });
  }
}
