import { count, numberAt } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from '../resources/table-columns.ts';

const desired = column('Desired:integer', count('spec.replicas'));
const desiredOrNone = column('Desired:integer', (scale) => numberAt(scale, 'spec.replicas') || null);
const available = column('Available:integer', count('status.replicas'));

/** The columns of Scales of built-in kinds. */
export const scaleColumns: TableColumns = columns(
  // Only for Scales, kube-apiserver's name column does not have the format `name`.
  { ...nameColumn, definition: { ...nameColumn.definition, format: '' } },
  desired,
  available,
  ageColumn,
);

/** The columns of Scales of custom resources, which show no number for 0 wanted replicas: JSON does not have it. */
export const customScaleColumns: TableColumns = columns(nameColumn, desiredOrNone, available, {
  ...ageColumn,
  definition: { ...ageColumn.definition, type: 'date' },
});
