import type { JsonValue } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { ageOf } from './duration.ts';
import type { ColumnDefinition, TableColumns } from '../resources/table-columns.ts';

/** A column and the function that makes its cells. */
export interface Column {
  readonly definition: ColumnDefinition;
  readonly cell: (object: FrozenObject, now: number) => JsonValue;
}

/** Makes a column of strings. A title that ends in `*` is only shown in wide output; one with `:type` has that type. */
export function column(title: string, cell: Column['cell']): Column {
  const [, name = '', type = 'string', wide] = /^(.*?)(?::(\w+))?(\*)?$/.exec(title) ?? [];
  const format = name === 'Name' ? 'name' : '';
  return {
    definition: { name, type: type as ColumnDefinition['type'], format, description: '', priority: wide ? 1 : 0 },
    cell,
  };
}

/** Makes the columns of a kind. */
export function columns(...all: readonly Column[]): TableColumns {
  return {
    definitions: all.map(({ definition }) => definition),
    cells: (object, now) => all.map(({ cell }) => cell(object, now)),
  };
}

/** The first column of every table. */
export const nameColumn: Column = column('Name', ({ metadata }) => metadata.name ?? '');

/** The age of the object. */
export const ageColumn: Column = column('Age', ({ metadata }, now) => ageOf(metadata.creationTimestamp, now));

/** The columns of kinds for which kube-apiserver has no special ones. */
export const defaultColumns: TableColumns = columns(
  nameColumn,
  column('Created At:date', ({ metadata }) => metadata.creationTimestamp ?? ''),
);

/** Name and age. */
export const nameAndAge: TableColumns = columns(nameColumn, ageColumn);
