import { ensureObject } from '../objects/api-object.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';

const protections: Readonly<Record<string, string>> = {
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  persistentvolumes: 'kubernetes.io/pv-protection',
};

/** Claims and volumes carry a finalizer, which a controller takes away when nobody uses them any longer. */
export const storageObjectInUseProtection: AdmissionPlugin = ({ operation, resource, object }) => {
  const finalizer = protections[resource.collection];
  if (operation !== 'CREATE' || finalizer === undefined || object.metadata.finalizers?.includes(finalizer)) return;
  object.metadata.finalizers = [...(object.metadata.finalizers ?? []), finalizer];
};

const DEFAULT_CLASS = 'storageclass.kubernetes.io/is-default-class';

/** A claim that names no storage class gets the default one: the newest of those that say so. */
export const defaultStorageClass: AdmissionPlugin = ({ operation, resource, object, server }) => {
  if (operation !== 'CREATE' || resource.collection !== 'persistentvolumeclaims') return;
  const spec = ensureObject(object, 'spec');
  if (spec.storageClassName !== undefined) return;
  const candidates = [...server.store.collection('storage.k8s.io/storageclasses').walk()]
    .filter(({ object: storageClass }) => storageClass.metadata.annotations?.[DEFAULT_CLASS] === 'true')
    .sort((a, b) => b.revision - a.revision);
  const [newest] = candidates;
  if (newest) spec.storageClassName = newest.name;
};
