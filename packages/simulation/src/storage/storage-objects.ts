import type { DeepReadonly } from '@kb/apimachinery';
import type { PersistentVolume, PersistentVolumeClaim } from '@kb/kubernetes/core/v1';
import type { StorageClass } from '@kb/kubernetes/storage/v1';

/** A PersistentVolumeClaim as the caches hold it. */
export type LiveClaim = DeepReadonly<PersistentVolumeClaim>;
/** A PersistentVolume as the caches hold it. */
export type LiveVolume = DeepReadonly<PersistentVolume>;
/** A StorageClass as the caches hold it. */
export type LiveStorageClass = DeepReadonly<StorageClass>;

/** The binder has written both sides of the binding. */
export const BIND_COMPLETED = 'pv.kubernetes.io/bind-completed';
/** The binder, not a user, chose the other side. */
export const BOUND_BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller';
/** The provisioner that made a volume. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';
/** The node that the scheduler chose for the first Pod of a claim. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node';
/** The provisioner that should make a volume for a claim. */
export const STORAGE_PROVISIONER = 'volume.kubernetes.io/storage-provisioner';
/** The older name of {@link STORAGE_PROVISIONER}, which is written too. */
export const BETA_STORAGE_PROVISIONER = 'volume.beta.kubernetes.io/storage-provisioner';
/** A StorageClass with this annotation, `true`, is the default one. */
export const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';
/** The annotation that named the class before there was a field. */
const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** The value that every bookkeeping annotation of the binder has. */
export const YES = 'yes';

/** The StorageClass of a claim or a volume; empty if it has none. */
export function classNameOf({ metadata, spec }: LiveClaim | LiveVolume): string {
  return metadata.annotations?.[BETA_CLASS] ?? spec?.storageClassName ?? '';
}

/** Whether a claim names a StorageClass, or asks for none by an empty name. */
export function hasClass({ metadata, spec }: LiveClaim): boolean {
  return metadata.annotations?.[BETA_CLASS] !== undefined || spec?.storageClassName !== undefined;
}

/** Whether a claim or a volume has an annotation, whatever its value. */
export const isAnnotated = ({ metadata }: LiveClaim | LiveVolume, name: string): boolean =>
  metadata.annotations?.[name] !== undefined;

/** Whether a volume is reserved for a claim: by its uid, or by its name alone if a user reserved it. */
export function isReservedFor({ spec }: LiveVolume, { metadata }: LiveClaim): boolean {
  const { claimRef } = spec ?? {};
  if (claimRef === undefined) return false;
  if (claimRef.name !== metadata.name || claimRef.namespace !== metadata.namespace) return false;
  return (claimRef.uid ?? '') === '' || claimRef.uid === metadata.uid;
}

/** Whether claims of a class are bound when their first Pod is scheduled, not at once. */
export const bindsLate = (storageClass: LiveStorageClass | undefined): boolean =>
  storageClass?.volumeBindingMode === 'WaitForFirstConsumer';

/** Whether the binder has bound a claim. */
export const isBound = (claim: LiveClaim): boolean =>
  (claim.spec?.volumeName ?? '') !== '' && isAnnotated(claim, BIND_COMPLETED);

/** The bytes that a claim asks for, or that a volume has, as a quantity. */
export function sizeOf(object: LiveClaim | LiveVolume): string | number {
  const spec: { readonly resources?: unknown; readonly capacity?: unknown } = object.spec ?? {};
  const from = 'capacity' in spec ? spec.capacity : (spec.resources as { requests?: unknown } | undefined)?.requests;
  return (from as Readonly<Record<string, string | number>> | undefined)?.['storage'] ?? '0';
}
