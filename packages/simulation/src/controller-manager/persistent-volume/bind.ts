import { compareQuantities, equalJson, isNotFound, keyOf } from '@kb/apimachinery';
import { persistentVolumeClaims, persistentVolumes } from '@kb/kubernetes/core/v1';
import type { ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../../events/event-recorder.ts';
import {
  BIND_COMPLETED,
  BOUND_BY_CONTROLLER,
  isAnnotated,
  isReservedFor,
  type LiveClaim,
  type LiveVolume,
  sizeOf,
  YES,
} from '../../storage/storage-objects.ts';

/** How the binder writes. */
export interface Binder {
  readonly client: ReconcileClient;
  readonly recorder: EventRecorder;
}

/** The phases of claims that the binder sets. */
export type ClaimPhase = 'Pending' | 'Bound' | 'Lost';
/** The phases of volumes that the binder sets. */
export type VolumePhase = 'Available' | 'Bound' | 'Released' | 'Failed';

/** Binds a claim and a volume to each other, step by step; a step that is done already is left out. */
export async function bind(claim: LiveClaim, volume: LiveVolume, { client }: Binder): Promise<void> {
  const reserved = await reserve(claim, volume, client);
  const bound = await setVolumePhase(reserved, 'Bound', client);
  const completed = await completeClaim(claim, bound, client);
  await setClaimStatus(completed, 'Bound', client, bound);
}

/** Writes the claim into the volume. */
async function reserve(claim: LiveClaim, volume: LiveVolume, client: ReconcileClient): Promise<LiveVolume> {
  const { name, namespace, uid, resourceVersion } = claim.metadata;
  const { claimRef } = volume.spec ?? {};
  const isWhole = claimRef?.name === name && claimRef.namespace === namespace && claimRef.uid === uid;
  const byUs = !isReservedFor(volume, claim);
  if (isWhole && !byUs) return volume;
  const annotations = { ...volume.metadata.annotations, ...(byUs && { [BOUND_BY_CONTROLLER]: YES }) };
  const reference = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion };
  return await client.update(persistentVolumes, {
    ...volume,
    metadata: { ...volume.metadata, annotations },
    spec: { ...volume.spec, claimRef: reference },
  } as LiveVolume);
}

/** Writes the volume into the claim. */
async function completeClaim(claim: LiveClaim, volume: LiveVolume, client: ReconcileClient): Promise<LiveClaim> {
  const { name } = volume.metadata;
  const isChosen = claim.spec?.volumeName === name;
  if (isChosen && isAnnotated(claim, BIND_COMPLETED)) return claim;
  const annotations = {
    ...claim.metadata.annotations,
    [BIND_COMPLETED]: YES,
    ...(!isChosen && { [BOUND_BY_CONTROLLER]: YES }),
  };
  const metadata = { ...claim.metadata, annotations };
  return await client.update(persistentVolumeClaims, { ...claim, metadata, spec: { ...claim.spec, volumeName: name } });
}

/**
 * Writes the phase of a claim, and what its volume offers: access modes and, at the change to Bound, capacity. Without
 * a volume these are removed.
 */
export async function setClaimStatus(
  claim: LiveClaim,
  phase: ClaimPhase,
  client: ReconcileClient,
  volume?: LiveVolume,
): Promise<LiveClaim> {
  const { accessModes: _modes, capacity, currentVolumeAttributesClassName, ...kept } = claim.status ?? {};
  const entered = claim.status?.phase !== phase;
  const grown =
    entered && (capacity === undefined || compareQuantities(capacity['storage'] ?? '0', sizeOf(volume ?? claim)) !== 0);
  const attributes = entered ? volume?.spec?.volumeAttributesClassName : currentVolumeAttributesClassName;
  const status = {
    ...kept,
    phase,
    ...(volume?.spec?.accessModes && { accessModes: volume.spec.accessModes }),
    ...(volume && { capacity: grown ? volume.spec?.capacity : capacity }),
    ...(volume && attributes !== undefined && { currentVolumeAttributesClassName: attributes }),
  };
  if (equalJson(status, claim.status ?? {})) return claim;
  return await client.updateStatus(persistentVolumeClaims, { ...claim, status });
}

/** Writes the phase of a volume. */
export async function setVolumePhase(
  volume: LiveVolume,
  phase: VolumePhase,
  client: ReconcileClient,
  message?: string,
): Promise<LiveVolume> {
  if (volume.status?.phase === phase) return volume;
  const { message: _old, ...kept } = volume.status ?? {};
  const status = { ...kept, phase, ...(message !== undefined && { message }) };
  return await client.updateStatus(persistentVolumes, { ...volume, status });
}

/** Releases a volume from its claim; a volume that a user reserved stays reserved for any claim of that name. */
export async function unbind(volume: LiveVolume, client: ReconcileClient): Promise<void> {
  const { claimRef, ...spec } = volume.spec ?? {};
  const { [BOUND_BY_CONTROLLER]: byUs, ...annotations } = volume.metadata.annotations ?? {};
  const { uid: _uid, ...byName } = claimRef ?? {};
  const freed = await client.update(persistentVolumes, {
    ...volume,
    metadata: { ...volume.metadata, annotations },
    spec: byUs === undefined ? { ...spec, claimRef: byName } : spec,
  });
  await setVolumePhase(freed, 'Available', client);
}

/** Reads a claim from the server, because the cache may not have it yet; undefined if there is none with this uid. */
export async function freshClaim(volume: LiveVolume, client: ReconcileClient): Promise<LiveClaim | undefined> {
  const { namespace = '', name = '', uid } = volume.spec?.claimRef ?? {};
  try {
    const claim = await client.get(persistentVolumeClaims, { namespace, name });
    return claim.metadata.uid === uid ? claim : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** The key of the volume that a claim names. */
export const volumeKeyOf = ({ spec }: LiveClaim): { readonly name: string } => ({ name: spec?.volumeName ?? '' });

/** The key of a claim as a text: `namespace/name`. */
export function claimKey(claim: LiveClaim): string {
  const { namespace = '', name } = keyOf(claim);
  return `${namespace}/${name}`;
}
