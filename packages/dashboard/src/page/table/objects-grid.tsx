import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react';
import { useKeys } from '../parts/use-keys.ts';
import { type Column, columnWidths } from './columns.ts';
import styles from './objects-grid.module.css';
import { RowView } from './row-view.tsx';
import type { RowTable, TableView } from './row-table.ts';
import { useVisibleWindow } from './visible-window.ts';

/** The height of a row, as `--row` in the tokens. */
const ROW_HEIGHT = 28;
/** Rows that decide the widths of columns. */
const SAMPLE = 200;

/** A grid in which only the visible rows are drawn: the cost does not follow the number of objects. */
export function ObjectsGrid(properties: {
  readonly label: string;
  readonly rows: RowTable;
  readonly view: TableView;
  readonly columns: readonly Column[];
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  readonly cursor: string | undefined;
  /** The kind as the operator names it, if rows show how it does with them. */
  readonly operatorKind: string | undefined;
  readonly onCursor: (uid: string) => void;
  readonly onOpen: (uid: string) => void;
}): ReactNode {
  const { label, rows, view, columns, sort, onSort, cursor, operatorKind, onCursor, onOpen } = properties;
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const { first, end } = useVisibleWindow(scroller, ROW_HEIGHT);
  const { uids } = view;
  // Widths stay while rows come and go: only other columns, or the first rows, change them.
  const hasRows = uids.length > 0;
  const widths = useMemo(() => {
    const sample = view.uids.slice(0, SAMPLE).flatMap((uid) => rows.entry(uid)?.row ?? []);
    return columnWidths(columns, sample);
  }, [columns, rows, hasRows, view.complete]);

  const at = cursor === undefined ? -1 : uids.indexOf(cursor);
  const move = (step: number): void => {
    const next = uids[Math.min(Math.max(at + step, 0), uids.length - 1)];
    if (next === undefined) return;
    onCursor(next);
    const element = scroller.current;
    if (!element) return;
    keepVisible(element, uids.indexOf(next));
    // Enter opens the row then, even if a link of the navigation was pressed before.
    element.focus({ preventScroll: true });
  };
  const page = Math.max(1, end - first - 20);
  useKeys({
    j: () => {
      move(1);
    },
    k: () => {
      move(-1);
    },
    ArrowDown: () => {
      move(1);
    },
    ArrowUp: () => {
      move(-1);
    },
    PageDown: () => {
      move(page);
    },
    PageUp: () => {
      move(-page);
    },
    Home: () => {
      move(-uids.length);
    },
    End: () => {
      move(uids.length);
    },
    Enter: () => {
      if (cursor !== undefined && at >= 0) onOpen(cursor);
    },
  });
  useEffect(() => {
    if (at >= 0 && scroller.current) keepVisible(scroller.current, at);
    // Only when the user comes back to a table: later, changing rows must not scroll it.
  }, [hasRows]);

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={uids.length + 1}
      aria-activedescendant={at >= first && at < end ? `${gridId}-${cursor}` : undefined}
      className={styles['grid']}
      style={{ '--columns': widths.columns, '--least': `${widths.least}ch` } as React.CSSProperties}
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" aria-rowindex={1} className={styles['headRow']}>
          {columns.map((column) => (
            <ColumnHeader key={column.name} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" className={styles['rows']} style={{ height: uids.length * ROW_HEIGHT }}>
        {uids.slice(first, end).map((uid, offset) => (
          <RowView
            key={uid}
            rows={rows}
            uid={uid}
            index={first + offset}
            columns={columns}
            chosen={uid === cursor}
            gridId={gridId}
            operatorKind={operatorKind}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  );
}

function ColumnHeader(properties: {
  readonly column: Column;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}): ReactNode {
  const { column, sort, onSort } = properties;
  const direction = sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : 'none';
  const sign = { ascending: ' ↑', descending: ' ↓', none: '' }[direction];
  return (
    <span
      role="columnheader"
      aria-sort={direction}
      className={column.numeric ? styles['numeric'] : styles['cell']}
      title={column.description}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles['sort']}
        onClick={() => {
          onSort(direction === 'ascending' ? `-${column.name}` : column.name);
        }}
      >
        {column.name}
        {sign}
      </button>
    </span>
  );
}

/** Scrolls just so far that a row is below the head and above the lower edge. */
function keepVisible(element: HTMLElement, index: number): void {
  const top = index * ROW_HEIGHT;
  const height = element.clientHeight - 2 * ROW_HEIGHT;
  if (top < element.scrollTop) element.scrollTop = top;
  else if (top > element.scrollTop + height) element.scrollTop = top - height;
}
