import { compareQuantities } from '@kb/apimachinery';
import type { AdmissionPlugin } from '../../admission/admission-plugin.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { type ApiObject, at, type FrozenObject, own, stringOf } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { BETA_STORAGE_CLASS } from './default-storage-class.ts';
import { forbid } from '../shared/forbid.ts';

/** PersistentVolumeClaimResize: lets a claim grow only if it is bound and its class allows that. */
export function persistentVolumeClaimResize({ store }: Pick<ServerContext, 'store'>): AdmissionPlugin {
  const classes = store.collection('storage.k8s.io/storageclasses');
  return {
    name: 'PersistentVolumeClaimResize',
    resources: ['persistentvolumeclaims'],
    operations: ['UPDATE'],
    validate: (write) => {
      const { object, old } = write;
      if (!old || compareQuantities(sizeOf(object), sizeOf(old)) <= 0) return;
      if (at(old, 'status', 'phase') !== 'Bound') forbid(write, 'Only bound persistent volume claims can be expanded');
      const name = classOf(object);
      const storageClass = name !== '' && name === classOf(old) ? classes.get('', name)?.object : undefined;
      if (own(storageClass, 'allowVolumeExpansion') === true) return;
      forbid(
        write,
        'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize',
      );
    },
  };
}

const sizeOf = (claim: ApiObject | FrozenObject): string =>
  scalarText(at(claim, 'spec', 'resources', 'requests', 'storage') ?? '0');

function classOf({ metadata, spec }: ApiObject | FrozenObject): string {
  return metadata.annotations?.[BETA_STORAGE_CLASS] ?? stringOf(spec?.storageClassName);
}
