import { compareQuantities, type DeepReadonly, isAlreadyExists, isNotFound, keyOf } from '@kb/apimachinery';
import {
  type PersistentVolume,
  type PersistentVolumeClaim,
  persistentVolumeClaims,
  persistentVolumes,
} from '@kb/kubernetes/core/v1';
import { type StorageClass, storageClasses } from '@kb/kubernetes/storage/v1';
import { asReconciler, type Controller, newController, objectPredicate, type ReconcileClient } from '@kb/runtime';
import type { EventRecorder } from '../events/event-recorder.ts';
import { atStart } from '../shared/at-start.ts';
import { optionsOf, type SimulationParts } from '../simulation.ts';
import {
  BETA_STORAGE_PROVISIONER,
  bindsLate,
  classNameOf,
  DEFAULT_CLASS,
  type LiveClaim,
  type LiveStorageClass,
  type LiveVolume,
  PROVISIONED_BY,
  SELECTED_NODE,
  sizeOf,
  STORAGE_PROVISIONER,
} from '../storage/storage-objects.ts';

/** The name of the simulated provisioner, for StorageClasses of users. */
export const SIMULATED_PROVISIONER = 'simulated-node/volumes';

/** The default StorageClass, which the simulation creates if it is missing. */
const standardClass: Omit<StorageClass, 'apiVersion' | 'kind' | 'metadata'> & {
  metadata: { name: string; annotations: Record<string, string> };
} = {
  metadata: { name: 'standard', annotations: { [DEFAULT_CLASS]: 'true' } },
  provisioner: SIMULATED_PROVISIONER,
  reclaimPolicy: 'Delete',
  volumeBindingMode: 'WaitForFirstConsumer',
  allowVolumeExpansion: true,
};

/**
 * Creates the controllers of a storage provisioner without storage: the StorageClass `standard`, volumes for the claims
 * of classes with this provisioner, larger ones when claims ask for more, and their end. Others wake nothing.
 */
export function provisionerControllers({ recorders }: SimulationParts): Controller[] {
  const recorder = recorders.for(SIMULATED_PROVISIONER, SIMULATED_PROVISIONER);
  return [standardClassController(), claimController(recorder), volumeController()];
}

/** Creates the default StorageClass once, so that a user may delete it. */
function standardClassController(): Controller {
  return newController()
    .named('standard-storage-class')
    .watchesRawSource(atStart([{ name: standardClass.metadata.name }]))
    .withOptions(options())
    .reconcile(async ({ client }) => {
      try {
        await client.create(storageClasses, standardClass);
      } catch (error) {
        if (!isAlreadyExists(error)) throw error;
      }
    });
}

const options = () => ({ ...optionsOf('kubelet'), fieldManager: 'simulated-provisioner' });

function claimController(recorder: EventRecorder): Controller {
  return newController()
    .named('simulated-provisioner')
    .watches(persistentVolumeClaims, ({ metadata }) => [keyOf({ metadata })], {
      predicates: [objectPredicate<PersistentVolumeClaim>((claim) => isAskedFor(claim) || asksForMore(claim))],
    })
    .reads(storageClasses, persistentVolumes)
    .withOptions(options())
    .reconcile(
      asReconciler(persistentVolumeClaims, async (claim, { client }) => {
        if (isAskedFor(claim)) await provision(claim, client, recorder);
        else if (asksForMore(claim)) await enlarge(claim, client, recorder);
      }),
    );
}

/** Whether the binder has asked the simulated provisioner for a volume for a claim. */
function isAskedFor({ metadata, spec }: LiveClaim): boolean {
  if ((spec?.volumeName ?? '') !== '' || metadata.deletionTimestamp !== undefined) return false;
  const { annotations = {} } = metadata;
  return (annotations[STORAGE_PROVISIONER] ?? annotations[BETA_STORAGE_PROVISIONER]) === SIMULATED_PROVISIONER;
}

/** Whether a bound claim asks for more than it has. */
const asksForMore = (claim: LiveClaim): boolean =>
  claim.status?.phase === 'Bound' &&
  compareQuantities(sizeOf(claim), claim.status.capacity?.['storage'] ?? sizeOf(claim)) > 0;

async function provision(claim: LiveClaim, client: ReconcileClient, recorder: EventRecorder): Promise<void> {
  const storageClass = client.cached(storageClasses).get({ name: classNameOf(claim) });
  if (storageClass?.provisioner !== SIMULATED_PROVISIONER) return;
  if (bindsLate(storageClass) && (claim.metadata.annotations?.[SELECTED_NODE] ?? '') === '') return;
  const volume = volumeFor(claim, storageClass);
  const { name } = volume.metadata;
  if (client.cached(persistentVolumes).get({ name }) !== undefined) return;
  const { namespace = '', name: claimName } = claim.metadata;
  const begin = `External provisioner is provisioning volume for claim "${namespace}/${claimName}"`;
  recorder.record(claim, 'Normal', 'Provisioning', begin);
  try {
    await client.create(persistentVolumes, volume);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  recorder.record(claim, 'Normal', 'ProvisioningSucceeded', `Successfully provisioned volume ${name}`);
}

type NewVolume = Pick<DeepReadonly<PersistentVolume>, 'metadata' | 'spec'>;

/** The volume for a claim: reachable from every node, as large as asked for. */
function volumeFor(claim: LiveClaim, storageClass: LiveStorageClass): NewVolume {
  const { namespace, name, uid, resourceVersion } = claim.metadata;
  const { accessModes, volumeMode, volumeAttributesClassName } = claim.spec ?? {};
  const { reclaimPolicy, mountOptions } = storageClass;
  const volume = {
    metadata: { name: `pvc-${uid}`, annotations: { [PROVISIONED_BY]: SIMULATED_PROVISIONER } },
    spec: {
      capacity: { storage: String(sizeOf(claim)) },
      ...(accessModes && { accessModes }),
      ...(volumeMode !== undefined && { volumeMode }),
      ...(volumeAttributesClassName !== undefined && { volumeAttributesClassName }),
      ...(mountOptions && { mountOptions }),
      persistentVolumeReclaimPolicy: reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid, resourceVersion },
      hostPath: { path: `/var/simulated-volumes/pvc-${uid}`, type: 'DirectoryOrCreate' },
    },
  };
  return volume as unknown as NewVolume;
}

/** Enlarges the volume of a claim, and reports the new size. The API server has checked that its class allows it. */
async function enlarge(claim: LiveClaim, client: ReconcileClient, recorder: EventRecorder): Promise<void> {
  const volume = client.cached(persistentVolumes).get({ name: claim.spec?.volumeName ?? '' });
  if (volume === undefined || !isOurs(volume) || volume.spec?.claimRef?.uid !== claim.metadata.uid) return;
  const storage = String(sizeOf(claim));
  recorder.record(claim, 'Normal', 'Resizing', `External resizer is resizing volume ${volume.metadata.name}`);
  await client.update(persistentVolumes, { ...volume, spec: { ...volume.spec, capacity: { storage } } });
  const status = { ...claim.status, capacity: { ...claim.status?.capacity, storage } };
  const grown = await client.updateStatus(persistentVolumeClaims, { ...claim, status });
  recorder.record(grown, 'Normal', 'VolumeResizeSuccessful', 'Resize volume succeeded');
}

const isOurs = ({ metadata }: LiveVolume): boolean => metadata.annotations?.[PROVISIONED_BY] === SIMULATED_PROVISIONER;

/** Deletes the volumes of this provisioner that are released, unless their class keeps them. */
function volumeController(): Controller {
  const isOver = (volume: LiveVolume): boolean =>
    isOurs(volume) &&
    volume.status?.phase === 'Released' &&
    volume.spec?.persistentVolumeReclaimPolicy === 'Delete' &&
    volume.metadata.deletionTimestamp === undefined;
  return newController()
    .named('simulated-provisioner-volumes')
    .watches(persistentVolumes, ({ metadata }) => [keyOf({ metadata })], {
      predicates: [objectPredicate<PersistentVolume>(isOver)],
    })
    .withOptions(options())
    .reconcile(
      asReconciler(persistentVolumes, async (volume, { client }) => {
        const { name, uid } = volume.metadata;
        if (!isOver(volume)) return;
        try {
          await client.delete(persistentVolumes, { name }, { preconditions: { uid } });
        } catch (error) {
          if (!isNotFound(error)) throw error;
        }
      }),
    );
}
