import { type DeepReadonly, type OwnerReference, ownerReferenceTo } from '@kb/apimachinery';
import type { PersistentVolumeClaim } from '@kb/kubernetes/core/v1';
import { isWanted, type LiveStatefulSet } from './members.ts';

/** A claim as the caches hold it. */
export type LiveClaim = DeepReadonly<PersistentVolumeClaim>;

/** A Pod as the owner of its claims. */
export interface ClaimingPod {
  readonly ordinal: number;
  readonly name: string;
  /** Empty for a Pod that does not exist yet. */
  readonly uid: string;
}

/** Whether the claims of a StatefulSet stay when its Pods are removed. */
export const retainsWhenScaled = ({ spec }: LiveStatefulSet): boolean => policyOf(spec).whenScaled !== 'Delete';

const policyOf = ({ persistentVolumeClaimRetentionPolicy: policy }: LiveStatefulSet['spec']) =>
  policy ?? { whenScaled: 'Retain', whenDeleted: 'Retain' };

const podKind = { apiVersion: 'v1', kind: 'Pod' };
const asController = { controller: true, blockOwnerDeletion: true };

type Reference = DeepReadonly<OwnerReference>;

const refersTo = (reference: Reference, apiVersion: string, kind: string, name: string): boolean =>
  reference.apiVersion === apiVersion && reference.kind === kind && reference.name === name;

const isOfSet = (reference: Reference, { metadata }: LiveStatefulSet): boolean =>
  refersTo(reference, 'apps/v1', 'StatefulSet', metadata.name);

const isOfPod = (reference: Reference, { name }: ClaimingPod): boolean => refersTo(reference, 'v1', 'Pod', name);

const referencesOf = ({ metadata }: LiveClaim): readonly Reference[] => metadata.ownerReferences ?? [];

/** Whether a claim belongs to an earlier Pod of the same name, which is being removed. */
export function belongsToEarlierPod(claim: LiveClaim, pod: ClaimingPod): boolean {
  const reference = referencesOf(claim).find((one) => isOfPod(one, pod));
  return reference !== undefined && reference.uid !== pod.uid;
}

/**
 * Whether someone else controls a claim: another kind of owner, or an earlier StatefulSet or Pod of the same name. A
 * set
 * that retains all claims does not care.
 */
export function isControlledByAnother(claim: LiveClaim, set: LiveStatefulSet, pod: ClaimingPod): boolean {
  const { whenScaled, whenDeleted } = policyOf(set.spec);
  if (whenScaled === 'Retain' && whenDeleted === 'Retain') return false;
  return referencesOf(claim).some((reference) => {
    if (isOfSet(reference, set)) return reference.uid !== set.metadata.uid;
    if (isOfPod(reference, pod)) return reference.uid !== pod.uid;
    return reference.controller === true;
  });
}

/** Who owns a claim according to the set's policy, so that the garbage collector deletes it in time. */
function wantedOwners(set: LiveStatefulSet, pod: ClaimingPod): { readonly set: boolean; readonly pod: boolean } {
  const { whenScaled, whenDeleted } = policyOf(set.spec);
  const isScaledDown = !isWanted(set, pod.ordinal);
  const goesWithPod = whenScaled === 'Delete' && isScaledDown;
  return { set: whenDeleted === 'Delete' && !goesWithPod, pod: goesWithPod };
}

/**
 * Returns the owner references that a claim should have; undefined if it has them already, or is left alone because it
 * belongs to an earlier set or Pod, or to someone else.
 */
export function claimOwners(claim: LiveClaim, set: LiveStatefulSet, pod: ClaimingPod): Reference[] | undefined {
  const references = referencesOf(claim);
  const ofSet = references.find((reference) => isOfSet(reference, set));
  if (ofSet !== undefined && ofSet.uid !== set.metadata.uid) return undefined;
  if (belongsToEarlierPod(claim, pod)) return undefined;
  const others = references.filter((reference) => !isOfSet(reference, set) && !isOfPod(reference, pod));
  const own = references.filter(({ uid }) => uid === set.metadata.uid || uid === pod.uid);
  if (isControlledByAnother(claim, set, pod)) return own.length > 0 ? others : undefined;
  const wanted = wantedOwners(set, pod);
  const has = (owner: string): boolean => own.some(({ uid }) => uid === owner);
  const isRight =
    own.every(({ controller }) => controller === true) &&
    has(set.metadata.uid) === wanted.set &&
    has(pod.uid) === wanted.pod;
  if (isRight) return undefined;
  return [
    ...others,
    ...(wanted.pod ? [ownerReferenceTo(podKind, { metadata: pod }, asController)] : []),
    ...(wanted.set ? [ownerReferenceTo(set, set, asController)] : []),
  ];
}
