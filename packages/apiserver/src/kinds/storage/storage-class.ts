import type { JsonObject } from '@kb/apimachinery';
import type { ApiObject } from '../../objects/api-object.ts';
import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { returnsDeletedStrategy } from '../shared/generic-strategy.ts';
import { setDefaults } from '../shared/set-default.ts';

/** StorageClass: how volumes are provisioned for claims. */
export const storageClass: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'StorageClass',
  defaults: (storageClass) => {
    const object = storageClass as JsonObject & ApiObject;
    setDefaults(object, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' });
  },
  strategy: returnsDeletedStrategy,
  columns: columns(
    column('Name', ({ metadata }) => {
      const isDefault = ['storageclass.kubernetes.io', 'storageclass.beta.kubernetes.io'].some(
        (prefix) => metadata.annotations?.[`${prefix}/is-default-class`] === 'true',
      );
      return `${metadata.name ?? ''}${isDefault ? ' (default)' : ''}`;
    }),
    column('Provisioner', text('provisioner')),
    column('ReclaimPolicy', text('reclaimPolicy', 'Delete')),
    column('VolumeBindingMode', text('volumeBindingMode', 'Immediate')),
    column('AllowVolumeExpansion', (object) => object.allowVolumeExpansion === true),
    ageColumn,
  ),
};
