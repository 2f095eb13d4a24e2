import { addQuantities } from '@kb/apimachinery';
import { at, type FrozenObject, objectsIn, stringOf } from '../objects/api-object.ts';
import type { ColumnDefinition, TableColumns } from '../resources/table-columns.ts';

/** The columns of metrics-server: a Pod has the sum of its containers. */
export function metricsColumns(kind: string): TableColumns {
  const usage = (object: FrozenObject, resource: string): string => {
    if (kind === 'NodeMetrics') return stringOf(at(object, 'usage', resource));
    const all = objectsIn(at(object, 'containers')).map((one) => stringOf(at(one, 'usage', resource)));
    return addQuantities(...all);
  };
  const definition = (name: string, format: string, description = ''): ColumnDefinition => ({
    name,
    type: 'string',
    format,
    description,
    priority: 0,
  });
  return {
    definitions: [
      definition('Name', 'name', 'Name of the resource'),
      definition('cpu', 'quantity'),
      definition('memory', 'quantity'),
      definition('Window', 'duration'),
    ],
    cells: (object) => [
      object.metadata.name ?? '',
      usage(object, 'cpu'),
      usage(object, 'memory'),
      stringOf(at(object, 'window')),
    ],
  };
}
