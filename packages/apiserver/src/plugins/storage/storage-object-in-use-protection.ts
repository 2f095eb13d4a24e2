import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';

/** The finalizers that controllers remove from objects that are no longer used, by the plural of the resource. */
const finalizers: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  volumeattributesclasses: 'kubernetes.io/vac-protection',
};

/** StorageObjectInUseProtection: new storage objects get a finalizer, so that none is deleted while it is used. */
export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  resources: ['persistentvolumes', 'persistentvolumeclaims', 'volumeattributesclasses.storage.k8s.io'],
  operations: ['CREATE'],
  mutate: ({ resource, object: { metadata } }) => {
    const finalizer = finalizers[resource.plural];
    if (finalizer === undefined || metadata.finalizers?.includes(finalizer)) return;
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  },
};
