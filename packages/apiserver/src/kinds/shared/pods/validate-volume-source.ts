import { type FieldError, fieldForbidden, type JsonObject } from '@kb/apimachinery';

/** The kinds of volumes, in the order of kube-apiserver's checks. */
const sources = [
  'emptyDir',
  'hostPath',
  'gitRepo',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'secret',
  'nfs',
  'iscsi',
  'glusterfs',
  'flocker',
  'persistentVolumeClaim',
  'rbd',
  'cinder',
  'cephfs',
  'quobyte',
  'downwardAPI',
  'fc',
  'flexVolume',
  'configMap',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'storageos',
  'projected',
  'scaleIO',
  'csi',
  'ephemeral',
  'image',
] as const;

/** The names of kinds in messages that differ. */
const shown: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** Validates that a volume has one kind. */
export function validateVolumeSource(volume: JsonObject, path: string): FieldError[] {
  return sources
    .filter((name) => volume[name] !== undefined)
    .slice(1)
    .map((name) => fieldForbidden(`${path}.${shown[name] ?? name}`, 'may not specify more than 1 volume type'));
}
