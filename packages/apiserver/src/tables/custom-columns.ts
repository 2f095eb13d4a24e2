import { type JsonObject, type JsonValue, parseTime } from '@kb/apimachinery';
import { formatNumber, stringifyJson } from '@kb/apimachinery/codec';
import { asJson, objectsIn, stringOf } from '../objects/api-object.ts';
import { type Column, nameColumn } from './columns.ts';
import { humanDuration } from './duration.ts';
import { parseJsonPath } from './json-path/json-path.ts';
import type { ColumnDefinition, TableColumns } from '../resources/table-columns.ts';
import { scalarText } from '../objects/scalar-text.ts';

/**
 * Returns the columns of a custom resource: the name, and those of the definition's `additionalPrinterColumns`, or the
 * age if it has none.
 */
export function customColumns(additionalPrinterColumns: unknown): TableColumns {
  const declared = objectsIn(additionalPrinterColumns);
  const all: Column[] = [nameColumn];
  for (const printerColumn of declared.length > 0
    ? declared
    : [{ name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }]) {
    const column = customColumn(printerColumn);
    // A path that cannot be parsed ends the table at this column.
    if (!column) break;
    all.push(column);
  }
  return {
    definitions: all.map(({ definition }) => definition),
    cells: (object, now) => all.map(({ cell }) => cell(object, now)),
  };
}

function customColumn({ name, type, format, description, priority, jsonPath }: JsonObject): Column | undefined {
  const path = parseJsonPath(scalarText(jsonPath));
  if (!path) return undefined;
  const definition: ColumnDefinition = {
    name: scalarText(name),
    type: scalarText(type) as ColumnDefinition['type'],
    format: stringOf(format),
    description:
      typeof description === 'string' && description !== ''
        ? description
        : `Custom resource definition column (in JSONPath format): ${scalarText(jsonPath)}`,
    priority: typeof priority === 'number' ? priority : 0,
  };
  return { definition, cell: (object, now) => cellOf(path(asJson(object))?.[0], definition.type, now) };
}

function cellOf(value: JsonValue | undefined, type: ColumnDefinition['type'], now: number): JsonValue {
  if (value === undefined) return null;
  switch (type) {
    case 'string':
      return textOf(value);
    case 'integer':
      return typeof value === 'number' ? truncated(value) : typeof value === 'bigint' ? value : null;
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'date':
      return typeof value === 'string' ? age(value, now) : null;
  }
}

/** A float as an int64: outside their range the smallest one, as Go on amd64. */
function truncated(value: number): number | bigint {
  return Math.abs(value) < 2 ** 63 ? Math.trunc(value) : -(2n ** 63n);
}

function textOf(value: JsonValue): string {
  if (value === null) return '<no value>';
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'object' ? stringifyJson(value, { sortKeys: true, escapeHtml: true }) : String(value);
}

function age(text: string, now: number): string {
  if (text === '') return '<unknown>';
  const instant = parseTime(text);
  return instant === undefined ? '<invalid>' : humanDuration((now - instant) / 1000);
}
