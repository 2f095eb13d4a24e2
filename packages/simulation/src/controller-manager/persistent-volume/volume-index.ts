import { classNameOf, type LiveClaim, type LiveVolume } from '../../storage/storage-objects.ts';

/** The name of the index of volumes that a claim may get: by StorageClass if they are free, else by claim. */
export const FREE_INDEX = 'free';

/** The index key of the free volumes of a StorageClass. */
export const freeIn = (className: string): string => `class ${className}`;

/** The index key of the volumes reserved for a claim. */
export const reservedFor = (namespace: string | undefined, name: string | undefined): string =>
  `claim ${namespace ?? ''}/${name ?? ''}`;

/** The keys of a volume in the index {@link FREE_INDEX}. */
export function filedByTaker(volume: LiveVolume): readonly string[] {
  const { claimRef } = volume.spec ?? {};
  if (claimRef !== undefined) return [reservedFor(claimRef.namespace, claimRef.name)];
  return volume.status?.phase === 'Available' ? [freeIn(classNameOf(volume))] : [];
}

/** The name of the index of claims that name no volume, by their StorageClass. */
export const WAITING_INDEX = 'waiting';

/** The keys of a claim in the index {@link WAITING_INDEX}. */
export const filedByClass = (claim: LiveClaim): readonly string[] =>
  (claim.spec?.volumeName ?? '') === '' ? [classNameOf(claim)] : [];
