import { type KubeletTarget, quantityToNumber } from '@kb/apimachinery';
import type { LivePod } from '../../shared/kinds.ts';
import { namesOf } from './measure-node.ts';

/** A volume of a Pod that a claim stands for. */
export interface ClaimedVolume {
  readonly namespace: string;
  /** The name of the claim. */
  readonly claim: string;
  /** The name of the volume in the Pod. */
  readonly volume: string;
  /** Its size. */
  readonly bytes: number;
}

/** Returns the claimed volumes of a Pod. Those that are not bound are left out. */
export function claimsOf(pod: LivePod, { claim: find }: KubeletTarget): ClaimedVolume[] {
  const { name, namespace } = namesOf(pod);
  return (pod.spec?.volumes ?? []).flatMap(({ name: volume, persistentVolumeClaim, ephemeral }) => {
    const claim = persistentVolumeClaim?.claimName ?? (ephemeral && `${name}-${volume}`);
    if (claim === undefined) return [];
    const capacity: unknown = find(namespace, claim)?.status?.['capacity'];
    if (typeof capacity !== 'object' || capacity === null || !('storage' in capacity)) return [];
    return [{ namespace, claim, volume, bytes: quantityToNumber(String(capacity.storage)) }];
  });
}
