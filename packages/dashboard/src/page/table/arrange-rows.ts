import type { Row } from '../../protocol/index.ts';
import { cellText, type Column } from './columns.ts';

/** Which rows are shown, and in which order. */
export interface Arrangement {
  readonly accepts: (row: Row) => boolean;
  readonly compare: (a: Row, b: Row) => number;
}

/** Rows with all words somewhere in their texts, sorted by a column, then by namespace and name. */
export function arrange(columns: readonly Column[], filter: string, sort: string): Arrangement {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const accepts = (row: Row): boolean => {
    if (words.length === 0) return true;
    const text = `${row.namespace ?? ''} ${row.name} ${row.cells.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const descending = sort.startsWith('-');
  const name = sort.replace(/^-/, '');
  const column = columns.find((each) => each.name === name);
  const sign = descending ? -1 : 1;
  const compare = (a: Row, b: Row): number =>
    (column ? sign * compareCells(a, b, column) : 0) ||
    compareTexts(a.namespace ?? '', b.namespace ?? '') ||
    compareTexts(a.name, b.name);
  return { accepts, compare };
}

/**
 * The new order of rows after some of them changed: the others stay as they are, so that the cost follows the number of
 * changed rows.
 */
export function reorder(
  order: readonly string[],
  changed: ReadonlySet<string>,
  rowOf: (uid: string) => Row | undefined,
  { accepts, compare }: Arrangement,
): string[] {
  const kept = order.filter((uid) => !changed.has(uid));
  const moved: Row[] = [];
  for (const uid of changed) {
    const row = rowOf(uid);
    if (row && accepts(row)) moved.push(row);
  }
  moved.sort(compare);
  const result: string[] = [];
  let from = 0;
  for (const row of moved) {
    const to = firstAfter(kept, row, from, rowOf, compare);
    for (; from < to; from += 1) result.push(kept[from] ?? '');
    result.push(row.uid);
  }
  for (; from < kept.length; from += 1) result.push(kept[from] ?? '');
  return result;
}

/** The first place, from `low` on, whose row comes after `row`: a binary search. */
function firstAfter(
  uids: readonly string[],
  row: Row,
  low: number,
  rowOf: (uid: string) => Row | undefined,
  compare: Arrangement['compare'],
): number {
  let first = low;
  let last = uids.length;
  while (first < last) {
    const middle = (first + last) >> 1;
    const other = rowOf(uids[middle] ?? '');
    if (other && compare(other, row) > 0) last = middle;
    else first = middle + 1;
  }
  return first;
}

function compareCells(a: Row, b: Row, column: Column): number {
  // The youngest has the smallest age.
  if (column.cell === 'age') return b.created - a.created;
  const [left, right] = [cellText(a, column), cellText(b, column)];
  const [leftNumber, rightNumber] = [Number.parseFloat(left), Number.parseFloat(right)];
  if (leftNumber !== rightNumber && !Number.isNaN(leftNumber) && !Number.isNaN(rightNumber))
    return leftNumber - rightNumber;
  return compareTexts(left, right);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
