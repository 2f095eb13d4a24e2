import { stringifyJson } from '@kb/apimachinery/codec';
import { type KubernetesObject, parseTime, type Table, type TableColumn } from '@kb/apimachinery';
import type { KindRef, Row, RowColumn } from '../../protocol/index.ts';
import { healthOf } from '../health/health-of.ts';

/** Makes rows of the page from those of a table whose rows have an object each. */
export function rowsOf(kind: KindRef, { rows }: Table): Row[] {
  return (rows ?? []).flatMap(({ cells, object }) => (object ? [rowOf(kind, cells, object)] : []));
}

function rowOf(kind: KindRef, cells: readonly unknown[], object: KubernetesObject): Row {
  const { uid, name, namespace, resourceVersion, creationTimestamp, deletionTimestamp } = object.metadata;
  return {
    uid,
    name,
    ...(namespace !== undefined && { namespace }),
    cells: cells.map(cellOf),
    resourceVersion,
    created: timeOf(creationTimestamp),
    deleting: deletionTimestamp !== undefined,
    health: healthOf(kind, object).health,
  };
}

/** Makes columns of the page from those of a table. */
export function columnsOf(definitions: readonly TableColumn[]): RowColumn[] {
  return definitions.map(({ name, type, format, description, priority }) => ({
    name,
    type,
    format,
    description,
    priority,
  }));
}

function cellOf(cell: unknown): string | number | boolean | null {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean') return cell;
  return stringifyJson(cell);
}

/** Milliseconds since the epoch of a time of an object; 0 if it has none. */
export function timeOf(text: string | undefined): number {
  return (text === undefined ? undefined : parseTime(text)) ?? 0;
}
