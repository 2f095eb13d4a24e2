import { type FieldError, fieldForbidden, type JsonObject } from '@kb/apimachinery';

/** The kinds of volumes, in the order in which kube-apiserver looks for them. */
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

/** What complaints call a kind where that is another name. */
const shown: Readonly<Record<string, string>> = { cephfs: 'cephFS', downwardAPI: 'downwarAPI' };

/** A volume is of one kind. */
export function validateVolumeSource(volume: JsonObject, path: string): FieldError[] {
  return sources
    .filter((name) => volume[name] !== undefined)
    .slice(1)
    .map((name) => fieldForbidden(`${path}.${shown[name] ?? name}`, 'may not specify more than 1 volume type'));
}
