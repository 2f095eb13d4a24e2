import { at, ensureObject, objectsIn } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { stringsIn } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { returnsDeletedStrategy } from '../shared/generic-strategy.ts';
import { setDefaults } from '../shared/set-default.ts';

/** CSIDriver: the capabilities of a storage driver. */
export const csiDriver: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'CSIDriver',
  defaults: (driver) => {
    const spec = ensureObject(driver, 'spec');
    setDefaults(spec, {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      requiresRepublish: false,
      seLinuxMount: false,
    });
    if (!Array.isArray(spec.volumeLifecycleModes) || spec.volumeLifecycleModes.length === 0)
      spec.volumeLifecycleModes = ['Persistent'];
  },
  strategy: { ...returnsDeletedStrategy, unconditionalUpdate: false },
  columns: columns(
    nameColumn,
    column('AttachRequired:boolean', (driver) => at(driver, 'spec', 'attachRequired') !== false),
    column('PodInfoOnMount:boolean', (driver) => at(driver, 'spec', 'podInfoOnMount') === true),
    column('StorageCapacity:boolean', (driver) => at(driver, 'spec', 'storageCapacity') === true),
    column('TokenRequests', (driver) => {
      const audiences = objectsIn(at(driver, 'spec', 'tokenRequests')).map(({ audience }) =>
        scalarText(audience ?? ''),
      );
      return audiences.length === 0 ? '<unset>' : audiences.join(',');
    }),
    column('RequiresRepublish:boolean', (driver) => at(driver, 'spec', 'requiresRepublish') === true),
    column('Modes', (driver) => stringsIn(at(driver, 'spec', 'volumeLifecycleModes')).join(',') || '<none>'),
    ageColumn,
  ),
};
