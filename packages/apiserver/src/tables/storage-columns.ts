import { at, objectsIn } from '../objects/api-object.ts';
import { scalarText } from '../objects/scalar-text.ts';
import { stringsIn, text } from './cells.ts';
import { ageColumn, type Column, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';

/** How CSIDrivers are shown. */
export const csiDriverColumns: TableColumns = columns(
  nameColumn,
  column('AttachRequired:boolean', (driver) => at(driver, 'spec', 'attachRequired') !== false),
  column('PodInfoOnMount:boolean', (driver) => at(driver, 'spec', 'podInfoOnMount') === true),
  column('StorageCapacity:boolean', (driver) => at(driver, 'spec', 'storageCapacity') === true),
  column('TokenRequests', (driver) => {
    const audiences = objectsIn(at(driver, 'spec', 'tokenRequests')).map(({ audience }) => scalarText(audience ?? ''));
    return audiences.length === 0 ? '<unset>' : audiences.join(',');
  }),
  column('RequiresRepublish:boolean', (driver) => at(driver, 'spec', 'requiresRepublish') === true),
  column('Modes', (driver) => stringsIn(at(driver, 'spec', 'volumeLifecycleModes')).join(',') || '<none>'),
  ageColumn,
);

/** How CSINodes are shown. */
export const csiNodeColumns: TableColumns = columns(
  nameColumn,
  column('Drivers:integer', (node) => objectsIn(at(node, 'spec', 'drivers')).length),
  ageColumn,
);

const { definition, cell } = column('Attacher', text('spec.attacher'));
/** Shown like a name. */
const attacherColumn: Column = { definition: { ...definition, format: 'name' }, cell };

/** How VolumeAttachments are shown. */
export const volumeAttachmentColumns: TableColumns = columns(
  nameColumn,
  attacherColumn,
  column('PV', text('spec.source.persistentVolumeName')),
  column('Node', text('spec.nodeName')),
  column('Attached:boolean', (attachment) => at(attachment, 'status', 'attached') === true),
  ageColumn,
);

/** How VolumeAttributesClasses are shown. */
export const volumeAttributesClassColumns: TableColumns = columns(
  nameColumn,
  column('DriverName', text('driverName')),
  ageColumn,
);
