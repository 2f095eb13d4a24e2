import type { Row, RowColumn } from '../../protocol/index.ts';

/** A column as it is shown. `cell` is the place in the cells of the server, or what the page itself knows of a row. */
export interface Column {
  readonly name: string;
  readonly cell: number | 'namespace' | 'age';
  readonly description: string;
  readonly numeric: boolean;
}

/** The columns to show: those of the server, with the namespace in front, and ages that the page computes. */
export function shownColumns(
  columns: readonly RowColumn[],
  options: { readonly wide: boolean; readonly withNamespace: boolean },
): Column[] {
  const shown = columns.flatMap(({ name, type, description, priority }, index): Column[] => {
    if (priority > 0 && !options.wide) return [];
    const cell = name === 'Age' ? 'age' : index;
    return [{ name, cell, description, numeric: type === 'integer' || type === 'number' }];
  });
  if (!options.withNamespace) return shown;
  const namespace: Column = { name: 'Namespace', cell: 'namespace', description: 'Where it is.', numeric: false };
  return [...shown.slice(0, 1), namespace, ...shown.slice(1)];
}

/** The text of a cell; ages have none, they change by themselves. */
export function cellText(row: Row, { cell }: Column): string {
  if (cell === 'namespace') return row.namespace ?? '';
  if (cell === 'age') return '';
  const value = row.cells[cell];
  return value === null || value === undefined ? '' : String(value);
}

/** The widths that the head and all rows of a grid have. */
export interface ColumnWidths {
  /** For `grid-template-columns`. */
  readonly columns: string;
  /** The width below which the grid scrolls, in characters. */
  readonly least: number;
}

/**
 * The widths of the columns, by the longest of some texts. They depend on nothing in a row, so that rows are aligned:
 * long texts share what the screen has left, and are cut to it.
 */
export function columnWidths(columns: readonly Column[], sample: readonly Row[]): ColumnWidths {
  const widths = columns.map((column, index) => {
    let longest = column.cell === 'age' ? LONGEST_AGE : column.name.length + (column.numeric ? 3 : 1);
    for (const row of sample) longest = Math.max(longest, cellText(row, column).length);
    const extra = index === 0 ? NAME_EXTRA : 1;
    const wanted = Math.min(Math.max(longest, SHORTEST), LONGEST) + extra;
    return { wanted, least: Math.min(wanted, (index === 0 ? LEAST_OF_NAME : LEAST) + extra) };
  });
  return {
    columns: widths.map(({ wanted, least }) => `minmax(${least}ch, ${wanted}fr)`).join(' '),
    least: widths.reduce((sum, { least }) => sum + least, 0),
  };
}

const SHORTEST = 5;
/** `3m20s` */
const LONGEST_AGE = 5;
const LONGEST = 80;
/** What stays of a long text on a narrow screen. */
const LEAST = 14;
const LEAST_OF_NAME = 18;
/** Room for the sign of health. */
const NAME_EXTRA = 4;
