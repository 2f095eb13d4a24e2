import { at, objectsIn } from '../../objects/api-object.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { returnsDeletedStrategy } from '../shared/generic-strategy.ts';

/** CSINode: the storage drivers of a node. */
export const csiNode: BuiltInKind = {
  group: 'storage.k8s.io',
  kind: 'CSINode',
  strategy: { ...returnsDeletedStrategy, unconditionalUpdate: false },
  columns: columns(
    nameColumn,
    column('Drivers:integer', (node) => objectsIn(at(node, 'spec', 'drivers')).length),
    ageColumn,
  ),
};
