import { text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { returnsDeletedStrategy } from '../shared/generic-strategy.ts';

/** VolumeAttributesClass: parameters of volumes that may change during their use. */
export const volumeAttributesClass: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'VolumeAttributesClass',
  strategy: returnsDeletedStrategy,
  columns: columns(nameColumn, column('DriverName', text('driverName')), ageColumn),
};
