import { controllerOf } from '@kb/apimachinery';
import type { LivePod } from '../shared/kinds.ts';
import type { LiveClaim } from './storage-objects.ts';

/** The name of the index of Pods by the claims that they use: `namespace/claim`, and {@link UNSCHEDULED}. */
export const CLAIM_INDEX = 'claim';

/** The index key of the Pods with claims that have no node yet. */
export const UNSCHEDULED = 'unscheduled';

/** A claim that a Pod uses. */
export interface UsedClaim {
  /** The name of the Pod's volume. */
  readonly volume: string;
  /** The name of the claim. */
  readonly claim: string;
  /** The claim is made for this Pod, and deleted with it. */
  readonly ephemeral: boolean;
}

/** The claims that a Pod uses, in the order of its volumes. */
export function claimsOf({ metadata, spec }: LivePod): readonly UsedClaim[] {
  return (spec.volumes ?? []).flatMap(({ name, persistentVolumeClaim, ephemeral }): UsedClaim[] => {
    if (persistentVolumeClaim !== undefined)
      return [{ volume: name, claim: persistentVolumeClaim.claimName, ephemeral: false }];
    return ephemeral === undefined ? [] : [{ volume: name, claim: `${metadata.name}-${name}`, ephemeral: true }];
  });
}

/** The keys of a Pod in the index {@link CLAIM_INDEX}; none for a Pod without claims. */
export function filedByClaim(pod: LivePod): readonly string[] {
  const used = claimsOf(pod);
  if (used.length === 0) return [];
  const keys = used.map(({ claim }) => `${pod.metadata.namespace ?? ''}/${claim}`);
  return (pod.spec.nodeName ?? '') === '' ? [...keys, UNSCHEDULED] : keys;
}

/** Whether the ephemeral volume of a Pod has made a claim. */
export const isMadeFor = (claim: LiveClaim, pod: LivePod): boolean => controllerOf(claim)?.uid === pod.metadata.uid;

/** The message about a claim that is not the one of the Pod's ephemeral volume. */
export const notMadeFor = (claim: LiveClaim, pod: LivePod): string =>
  `PVC ${claim.metadata.namespace ?? ''}/${claim.metadata.name} was not created for pod ` +
  `${pod.metadata.namespace ?? ''}/${pod.metadata.name} (pod is not owner)`;
