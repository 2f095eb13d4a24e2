import { isNotFound } from '@kb/apimachinery';
import { persistentVolumeClaims, persistentVolumes, pods } from '@kb/kubernetes/core/v1';
import { CLAIM_INDEX } from '../../storage/claims-of-pod.ts';
import { sameVolumeMode } from '../../storage/match-volume.ts';
import { isAnnotated, type LiveClaim, type LiveVolume, PROVISIONED_BY } from '../../storage/storage-objects.ts';
import { type Binder, freshClaim, setVolumePhase, unbind, type VolumePhase } from './bind.ts';

/** Brings a volume to its next state: available, bound, or released and reclaimed. */
export async function syncVolume(volume: LiveVolume, binder: Binder): Promise<void> {
  const { client, recorder } = binder;
  const { claimRef } = volume.spec ?? {};
  if ((claimRef?.uid ?? '') === '') {
    await setVolumePhase(volume, 'Available', client);
    return;
  }
  const claim = await claimOf(volume, binder);
  if (claim === undefined) return await release(volume, binder);
  const chosen = claim.spec?.volumeName ?? '';
  if (chosen === volume.metadata.name) {
    await setVolumePhase(volume, 'Bound', client);
  } else if (chosen !== '') {
    const isOurs = isAnnotated(volume, PROVISIONED_BY) && volume.spec?.persistentVolumeReclaimPolicy === 'Delete';
    await (isOurs ? release(volume, binder) : unbind(volume, client));
  } else if (!sameVolumeMode(claim, volume)) {
    const [ours, theirs] = [volume.metadata.name, claim.metadata.name];
    const about = (to: string, of: string): string => `Cannot bind PersistentVolume${to} to requested ${of}`;
    const why = 'due to incompatible volumeMode.';
    recorder.record(volume, 'Warning', 'VolumeMismatch', `${about('', `PersistentVolumeClaim "${theirs}"`)} ${why}`);
    recorder.record(claim, 'Warning', 'VolumeMismatch', `${about(` "${ours}"`, 'PersistentVolumeClaim')} ${why}`);
  }
}

/** The claim that has a volume; undefined if it is gone. */
async function claimOf(volume: LiveVolume, { client }: Binder): Promise<LiveClaim | undefined> {
  const { namespace = '', name = '', uid } = volume.spec?.claimRef ?? {};
  const cached = client.cached(persistentVolumeClaims).get({ namespace, name });
  if (cached?.metadata.uid === uid) return cached;
  if (cached === undefined && isReleased(volume)) return undefined;
  return await freshClaim(volume, client);
}

const isReleased = ({ status }: LiveVolume): boolean => status?.phase === 'Released' || status?.phase === 'Failed';

/** Marks a volume whose claim is gone, and reclaims it as its policy says. */
async function release(volume: LiveVolume, binder: Binder): Promise<void> {
  const released = isReleased(volume) ? volume : await setVolumePhase(volume, 'Released', binder.client);
  switch (released.spec?.persistentVolumeReclaimPolicy) {
    case 'Recycle':
      return await recycle(released, binder);
    case 'Delete':
      return await remove(released, binder);
    case 'Retain':
    case undefined:
      return;
    default: {
      const message = 'Volume has unrecognized PersistentVolumeReclaimPolicy';
      await fail(released, 'VolumeUnknownReclaimPolicy', message, binder);
    }
  }
}

/** Empties a volume, and makes it available again. Nothing is stored, so nothing is removed. */
async function recycle(volume: LiveVolume, binder: Binder): Promise<void> {
  const { client, recorder } = binder;
  if (volume.spec?.hostPath === undefined && volume.spec?.nfs === undefined) {
    return await fail(volume, 'VolumeFailedRecycle', 'No recycler plugin found for the volume!', binder);
  }
  const { namespace = '', name = '' } = volume.spec.claimRef ?? {};
  const users = client.cached(pods).byIndex(CLAIM_INDEX, `${namespace}/${name}`);
  if (users.length > 0) {
    const names = users.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`).join(',');
    recorder.record(volume, 'Normal', 'VolumeFailedRecycle', `Volume is used by pods: ${names}`);
    return;
  }
  recorder.record(volume, 'Normal', 'VolumeRecycled', 'Volume recycled');
  await unbind(volume, client);
}

/** Deletes a volume. The provisioner that made it deletes those of its own. */
async function remove(volume: LiveVolume, binder: Binder): Promise<void> {
  if (isAnnotated(volume, PROVISIONED_BY) || volume.spec?.csi !== undefined) return;
  const { name } = volume.metadata;
  const path = volume.spec?.hostPath?.path;
  if (path === undefined) {
    const message = `error getting deleter volume plugin for volume "${name}": no deletable volume plugin matched`;
    return await fail(volume, 'VolumeFailedDelete', message, binder);
  }
  if (!/^\/tmp\/./.test(path)) {
    const message = `host_path deleter only supports /tmp/.+ but received provided ${path}`;
    return await fail(volume, 'VolumeFailedDelete', message, binder);
  }
  if (volume.metadata.deletionTimestamp !== undefined) return;
  try {
    await binder.client.delete(persistentVolumes, { name });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

async function fail(volume: LiveVolume, reason: string, message: string, { client, recorder }: Binder): Promise<void> {
  const phase: VolumePhase = 'Failed';
  if (volume.status?.phase === phase) return;
  const failed = await setVolumePhase(volume, phase, client, message);
  recorder.record(failed, 'Warning', reason, message);
}
