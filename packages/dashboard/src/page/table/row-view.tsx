import { memo, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { Row } from '../../protocol/index.ts';
import { useTroubleWords } from '../operator/object/use-troubles.ts';
import { Age } from '../parts/age.tsx';
import { HealthMark } from '../parts/health-mark.tsx';
import { cellText, type Column } from './columns.ts';
import { visibleText } from '../text/visible-text.ts';
import styles from './objects-grid.module.css';
import type { RowEntry, RowTable } from './row-table.ts';

/** How long a change is highlighted. */
const HIGHLIGHT_MS = 1200;

/** A row of the grid. It renders when its own object changes, and only then. */
export const RowView: React.MemoExoticComponent<(properties: RowProperties) => ReactNode> = memo(function RowView({
  rows,
  uid,
  index,
  columns,
  chosen,
  gridId,
  operatorKind,
  onOpen,
}: RowProperties) {
  const subscribe = useCallback((listener: () => void) => rows.subscribeRow(uid, listener), [rows, uid]);
  const entry = useSyncExternalStore(subscribe, () => rows.entry(uid));
  if (!entry) return null;
  const { row } = entry;
  const recent = entry.changedAt !== undefined && performance.now() - entry.changedAt < HIGHLIGHT_MS;
  const state = [styles['row'], chosen && styles['chosen'], row.deleting && styles['deleting']];
  if (recent && !entry.changedCells) state.push(styles['fresh']);
  return (
    <div
      role="row"
      id={`${gridId}-${uid}`}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={state.filter(Boolean).join(' ')}
      style={{ top: `calc(${index} * var(--row))` }}
      onClick={() => {
        onOpen(uid);
      }}
    >
      {columns.map((column, place) => (
        <span key={column.name} role="gridcell" className={column.numeric ? styles['numeric'] : styles['cell']}>
          {place === 0 && <RowMark row={row} operatorKind={operatorKind} />}
          <Cell entry={entry} column={column} recent={recent} />
        </span>
      ))}
    </div>
  );
});

interface RowProperties {
  readonly rows: RowTable;
  readonly uid: string;
  readonly index: number;
  readonly columns: readonly Column[];
  readonly chosen: boolean;
  readonly gridId: string;
  /** The kind as the operator names it, where it is asked how it does with the object. */
  readonly operatorKind: string | undefined;
  readonly onOpen: (uid: string) => void;
}

/** The health of an object; runs that go wrong come first, and a change without a run beside it. */
function RowMark({ row, operatorKind }: { readonly row: Row; readonly operatorKind: string | undefined }): ReactNode {
  const { runs, filtered } = useTroubleWords(operatorKind, row.namespace, row.name);
  return (
    <>
      {runs === undefined ? (
        <HealthMark health={row.health} />
      ) : (
        <HealthMark health="degraded" label={`operator: ${runs}`} />
      )}
      {filtered !== undefined && <HealthMark health="filtered" label={`operator: ${filtered}`} />}
    </>
  );
}

/** The text of a cell; a new key lets the highlight run again. */
function Cell(properties: { readonly entry: RowEntry; readonly column: Column; readonly recent: boolean }): ReactNode {
  const { entry, column, recent } = properties;
  if (column.cell === 'age') return <Age since={entry.row.created} />;
  const text = visibleText(cellText(entry.row, column));
  const changed = recent && typeof column.cell === 'number' && entry.changedCells?.includes(column.cell);
  if (!changed) return <span title={text}>{text}</span>;
  return (
    <span key={entry.changedAt} className={styles['changed']} title={text}>
      {text}
    </span>
  );
}
