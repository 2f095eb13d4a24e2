import { count } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';

const desired = column('Desired:integer', count('spec.replicas'));
const available = column('Available:integer', count('status.replicas'));

/** How Scales of built-in kinds are shown. */
export const scaleColumns: TableColumns = columns(
  // Kubernetes says of this name alone that it is no name.
  { ...nameColumn, definition: { ...nameColumn.definition, format: '' } },
  desired,
  available,
  ageColumn,
);

/** How Scales of custom resources are shown. */
export const customScaleColumns: TableColumns = columns(nameColumn, desired, available, {
  ...ageColumn,
  definition: { ...ageColumn.definition, type: 'date' },
});
