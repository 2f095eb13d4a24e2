import { messageOfThrown, parseTime } from '@kb/apimachinery';
import { persistentVolumeClaims, persistentVolumes, pods } from '@kb/kubernetes/core/v1';
import { storageClasses } from '@kb/kubernetes/storage/v1';
import type { CachedReads } from '@kb/runtime';
import type { LivePod } from '../../shared/kinds.ts';
import { CLAIM_INDEX } from '../../storage/claims-of-pod.ts';
import { bestVolume, whyNotServing } from '../../storage/match-volume.ts';
import {
  BETA_STORAGE_PROVISIONER,
  BIND_COMPLETED,
  bindsLate,
  BOUND_BY_CONTROLLER,
  classNameOf,
  DEFAULT_CLASS,
  hasClass,
  isAnnotated,
  isReservedFor,
  type LiveClaim,
  type LiveStorageClass,
  type LiveVolume,
  SELECTED_NODE,
  STORAGE_PROVISIONER,
} from '../../storage/storage-objects.ts';
import { bind, type Binder, claimKey, setClaimStatus, volumeKeyOf } from './bind.ts';
import { FREE_INDEX, freeIn, reservedFor } from './volume-index.ts';

/** Brings a claim to its next state: bound, lost, or waiting for a volume. */
export async function syncClaim(claim: LiveClaim, binder: Binder): Promise<void> {
  if (isAnnotated(claim, BIND_COMPLETED)) await syncBound(claim, binder);
  else if ((claim.spec?.volumeName ?? '') === '') await syncUnbound(claim, binder);
  else await syncChosen(claim, binder);
}

/** Finds the volume for a claim that names none. */
export function volumeFor(claim: LiveClaim, { cached }: CachedReads): LiveVolume | undefined {
  const reservedOnly = bindsLate(classOf(claim, { cached }));
  const reader = cached(persistentVolumes);
  const reserved = reader.byIndex(FREE_INDEX, reservedFor(claim.metadata.namespace, claim.metadata.name));
  const free = reservedOnly ? [] : reader.byIndex(FREE_INDEX, freeIn(classNameOf(claim)));
  return bestVolume(claim, [...reserved, ...free], { reservedOnly });
}

function classOf(claim: LiveClaim, { cached }: CachedReads): LiveStorageClass | undefined {
  const name = classNameOf(claim);
  return name === '' ? undefined : cached(storageClasses).get({ name });
}

async function syncUnbound(claim: LiveClaim, binder: Binder): Promise<void> {
  const { client, recorder } = binder;
  const volume = volumeFor(claim, client);
  if (volume !== undefined) return await bind(claim, volume, binder);
  const standard = hasClass(claim) ? undefined : defaultClass(client);
  if (standard !== undefined) {
    const spec = { ...claim.spec, storageClassName: standard.metadata.name };
    await client.update(persistentVolumeClaims, { ...claim, spec });
    return;
  }
  if (bindsLate(classOf(claim, client)) && !isAnnotated(claim, SELECTED_NODE)) reportWait(claim, binder);
  else if (classNameOf(claim) !== '') return await provision(claim, binder);
  else {
    const message = 'no persistent volumes available for this claim and no storage class is set';
    recorder.record(claim, 'Normal', 'FailedBinding', message);
  }
  await setClaimStatus(claim, 'Pending', client);
}

/**
 * The default StorageClass: of several the newest, and of those created in the same second the first by name. Undefined
 * if there is none.
 */
function defaultClass({ cached }: CachedReads): LiveStorageClass | undefined {
  const created = ({ metadata }: LiveStorageClass): number => parseTime(metadata.creationTimestamp ?? '') ?? 0;
  return cached(storageClasses)
    .list()
    .filter(({ metadata }) => metadata.annotations?.[DEFAULT_CLASS] === 'true')
    .toSorted((a, b) => created(b) - created(a) || (a.metadata.name < b.metadata.name ? -1 : 1))[0];
}

/** Records what a claim waits for that is bound when its first Pod is scheduled. */
function reportWait(claim: LiveClaim, { client, recorder }: Binder): void {
  const waiting = unscheduledPods(claim, client).map(({ metadata }) => metadata.name);
  const [first] = waiting;
  if (first === undefined) {
    const message = 'waiting for first consumer to be created before binding';
    recorder.record(claim, 'Normal', 'WaitForFirstConsumer', message);
    return;
  }
  const who = waiting.length > 1 ? `pods ${waiting.join(',')}` : `pod ${first}`;
  recorder.record(claim, 'Normal', 'WaitForPodScheduled', `waiting for ${who} to be scheduled`);
}

const unscheduledPods = (claim: LiveClaim, { cached }: CachedReads): readonly LivePod[] =>
  cached(pods)
    .byIndex(CLAIM_INDEX, claimKey(claim))
    .filter(({ spec }) => (spec.nodeName ?? '') === '');

/** Asks the provisioner of the claim's class for a volume. */
async function provision(claim: LiveClaim, { client, recorder }: Binder): Promise<void> {
  const storageClass = classOf(claim, client);
  const fail = (message: string): void => recorder.record(claim, 'Warning', 'ProvisioningFailed', message);
  if (storageClass === undefined) {
    fail(`storageclass.storage.k8s.io "${classNameOf(claim)}" not found`);
    return;
  }
  const { provisioner } = storageClass;
  // None of these exists outside of this process any more.
  if (provisioner.startsWith('kubernetes.io/')) {
    fail(`no volume plugin matched name: ${provisioner}`);
    return;
  }
  try {
    await nameProvisioner(claim, provisioner, { client, recorder });
  } catch (error) {
    fail(`Error saving claim: ${messageOfThrown(error)}`);
    throw error;
  }
  const message =
    `Waiting for a volume to be created either by the external provisioner '${provisioner}' or manually by the ` +
    'system administrator. If volume creation is delayed, please verify that the provisioner is running and ' +
    'correctly registered.';
  recorder.record(claim, 'Normal', 'ExternalProvisioning', message);
}

async function nameProvisioner(claim: LiveClaim, provisioner: string, { client }: Binder): Promise<void> {
  const names = [BETA_STORAGE_PROVISIONER, STORAGE_PROVISIONER];
  if (names.every((name) => claim.metadata.annotations?.[name] === provisioner)) return;
  const added = Object.fromEntries(names.map((name) => [name, provisioner]));
  const metadata = { ...claim.metadata, annotations: { ...claim.metadata.annotations, ...added } };
  await client.update(persistentVolumeClaims, { ...claim, metadata });
}

/** Binds a claim to the volume that its user, or the binder, has chosen. */
async function syncChosen(claim: LiveClaim, binder: Binder): Promise<void> {
  const { client, recorder } = binder;
  const volume = client.cached(persistentVolumes).get(volumeKeyOf(claim));
  if (volume !== undefined && isReservedFor(volume, claim)) return await bind(claim, volume, binder);
  if (volume !== undefined && volume.spec?.claimRef === undefined) {
    const problem = whyNotServing(claim, volume);
    if (problem === undefined) return await bind(claim, volume, binder);
    const message = `Cannot bind to requested volume "${volume.metadata.name}": ${problem}`;
    recorder.record(claim, 'Warning', 'VolumeMismatch', message);
  } else if (volume !== undefined) {
    const message = `volume "${volume.metadata.name}" already bound to a different claim.`;
    recorder.record(claim, 'Warning', 'FailedBinding', message);
    if (isAnnotated(claim, BOUND_BY_CONTROLLER)) throw new Error(`claim ${claimKey(claim)}: ${message}`);
  }
  await setClaimStatus(claim, 'Pending', client);
}

/** Checks that a bound claim still has its volume. */
async function syncBound(claim: LiveClaim, binder: Binder): Promise<void> {
  const volume = binder.client.cached(persistentVolumes).get(volumeKeyOf(claim));
  if ((claim.spec?.volumeName ?? '') === '') {
    const message = 'Bound claim has lost reference to PersistentVolume. Data on the volume is lost!';
    return await lose(claim, 'ClaimLost', message, binder);
  }
  if (volume === undefined) {
    const message = 'Bound claim has lost its PersistentVolume. Data on the volume is lost!';
    return await lose(claim, 'ClaimLost', message, binder);
  }
  const { claimRef } = volume.spec ?? {};
  if (claimRef === undefined || claimRef.uid === claim.metadata.uid) return await bind(claim, volume, binder);
  const message = 'Two claims are bound to the same volume, this one is bound incorrectly';
  await lose(claim, 'ClaimMisbound', message, binder);
}

async function lose(claim: LiveClaim, reason: string, message: string, { client, recorder }: Binder): Promise<void> {
  if (claim.status?.phase === 'Lost') return;
  const lost = await setClaimStatus(claim, 'Lost', client);
  recorder.record(lost, 'Warning', reason, message);
}
