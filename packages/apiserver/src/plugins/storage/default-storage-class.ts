import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { ensureObject } from '../../objects/api-object.ts';
import { defaultClassOf } from '../shared/default-class.ts';

/** The annotation that names the class of a claim, as before the field. */
export const BETA_STORAGE_CLASS = 'volume.beta.kubernetes.io/storage-class';

const annotations = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];

/** DefaultStorageClass: sets the newest default storage class in a claim without one. */
export function defaultStorageClass(server: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const defaultClass = defaultClassOf(server, 'storage.k8s.io/storageclasses', annotations);
  return {
    name: 'DefaultStorageClass',
    resources: ['persistentvolumeclaims'],
    operations: ['CREATE'],
    mutate: ({ object }) => {
      const spec = ensureObject(object, 'spec');
      if (spec.storageClassName !== undefined || object.metadata.annotations?.[BETA_STORAGE_CLASS] !== undefined)
        return;
      const name = defaultClass();
      if (name !== undefined) spec.storageClassName = name;
    },
  };
}
