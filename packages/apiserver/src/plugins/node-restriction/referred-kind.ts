import { type ApiObject, at, objectsIn, own, stringOf } from '../../objects/api-object.ts';
import { usesSecrets } from '../service-accounts/mountable-secrets.ts';

/** Volumes that no object of the API stands behind. */
const selfContained = new Set([
  'awsElasticBlockStore',
  'azureDisk',
  'cephfs',
  'cinder',
  'downwardAPI',
  'emptyDir',
  'fc',
  'flexVolume',
  'flocker',
  'gcePersistentDisk',
  'gitRepo',
  'hostPath',
  'image',
  'iscsi',
  'nfs',
  'photonPersistentDisk',
  'portworxVolume',
  'quobyte',
  'rbd',
  'scaleIO',
  'storageos',
  'vsphereVolume',
]);

/** What the other volumes refer to, in the order in which they are looked for. */
const referring: Readonly<Record<string, string>> = {
  configMap: 'configmaps (via configmap volumes)',
  secret: 'secrets (via secret volumes)',
  csi: 'csidrivers (via CSI volumes)',
  glusterfs: 'endpoints (via glusterFS volumes)',
  persistentVolumeClaim: 'persistentvolumeclaims',
  ephemeral: 'persistentvolumeclaims (via ephemeral volumes)',
  azureFile: 'secrets (via azureFile volumes)',
};

const projected: Readonly<Record<string, string>> = {
  configMap: 'configmaps (via projected volumes)',
  secret: 'secrets (via projected volumes)',
  serviceAccountToken: 'serviceaccounts (via projected volumes)',
  clusterTrustBundle: 'clustertrustbundles',
  podCertificate: 'podcertificates',
};

/** Returns what kind of object of the API a Pod refers to, in words; undefined if it refers to none. */
export function referredKind(pod: ApiObject): string | undefined {
  const { spec } = pod;
  if (stringOf(own(spec, 'serviceAccountName')) !== '') return 'serviceaccounts';
  if (usesSecrets(pod)) return 'secrets';
  if (usesConfigMaps(pod)) return 'configmaps';
  if (objectsIn(own(spec, 'resourceClaims')).length > 0) return 'resourceclaims';
  for (const volume of objectsIn(own(spec, 'volumes'))) {
    if (Object.keys(volume).some((source) => selfContained.has(source))) continue;
    const kind = Object.entries(referring).find(([source]) => volume[source] !== undefined)?.[1];
    if (kind !== undefined) return kind;
    for (const source of objectsIn(at(volume, 'projected', 'sources'))) {
      const referred = Object.entries(projected).find(([field]) => source[field] !== undefined)?.[1];
      if (referred !== undefined) return referred;
    }
  }
  return undefined;
}

function usesConfigMaps({ spec }: ApiObject): boolean {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    objectsIn(own(spec, list)),
  );
  const names = [
    ...containers.flatMap(({ env, envFrom }) => [
      ...objectsIn(env).map((variable) => at(variable, 'valueFrom', 'configMapKeyRef', 'name')),
      ...objectsIn(envFrom).map((source) => at(source, 'configMapRef', 'name')),
    ]),
    ...objectsIn(own(spec, 'volumes')).flatMap((volume) => [
      at(volume, 'configMap', 'name'),
      ...objectsIn(at(volume, 'projected', 'sources')).map((source) => at(source, 'configMap', 'name')),
    ]),
  ];
  return names.some((name) => stringOf(name) !== '');
}
