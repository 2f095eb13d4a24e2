import { count } from './cells.ts';
import { ageColumn, column, columns, nameColumn } from './columns.ts';
import type { TableColumns } from './table-columns.ts';

/** How Scales are shown. */
export const scaleColumns: TableColumns = columns(
  nameColumn,
  column('Desired:integer', count('spec.replicas')),
  column('Available:integer', count('status.replicas')),
  ageColumn,
);
