import { count } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';

const desired = column('Desired:integer', count('spec.replicas'));
const available = column('Available:integer', count('status.replicas'));

/** The columns of Scales of built-in kinds. */
export const scaleColumns: TableColumns = columns(
  // Only for Scales, kube-apiserver's name column does not have the format `name`.
  { ...nameColumn, definition: { ...nameColumn.definition, format: '' } },
  desired,
  available,
  ageColumn,
);

/** The columns of Scales of custom resources. */
export const customScaleColumns: TableColumns = columns(nameColumn, desired, available, {
  ...ageColumn,
  definition: { ...ageColumn.definition, type: 'date' },
});
