import type { Row, RowColumn, RowsEvent } from '../../protocol/index.ts';
import { createStore, type Store } from '../store/create-store.ts';
import type { Frames } from '../store/frames.ts';
import { type Arrangement, reorder } from './arrange-rows.ts';

/** A row with what changed last. */
export interface RowEntry {
  readonly row: Row;
  /** When it changed or appeared after the first list; absent before. */
  readonly changedAt?: number;
  /** The cells that changed then; absent when the row is new. */
  readonly changedCells?: readonly number[];
}

/** What a table shows: it changes when rows come, go or move, not when a row changes in its place. */
export interface TableView {
  readonly columns: readonly RowColumn[];
  /** The uids of the rows that pass the filter, in order. */
  readonly uids: readonly string[];
  readonly total: number;
  readonly complete: boolean;
}

/** The rows of a kind outside React: each row has its own subscribers, notified once a frame. */
export interface RowTable {
  readonly view: Pick<Store<TableView>, 'get' | 'subscribe'>;
  readonly apply: (event: RowsEvent) => void;
  arrange(arrangement: Arrangement): void;
  entry(uid: string): RowEntry | undefined;
  subscribeRow(uid: string, listener: () => void): () => void;
}

/** Creates an empty table. `now` in milliseconds says when a row changed. */
export function createRowTable(frames: Frames, now: () => number): RowTable {
  const view = createStore<TableView>({ columns: [], uids: [], total: 0, complete: false });
  const entries = new Map<string, RowEntry>();
  const listeners = new Map<string, Set<() => void>>();
  const rowOf = (uid: string): Row | undefined => entries.get(uid)?.row;
  let arrangement: Arrangement | undefined;
  let columns: readonly RowColumn[] = [];
  let complete = false;
  let changed = new Set<string>();
  let everything = false;

  const flush = (): void => {
    const { uids: before } = view.get();
    const touched = changed;
    changed = new Set();
    if (everything) for (const uid of entries.keys()) touched.add(uid);
    let uids = before;
    if (arrangement) uids = reorder(everything ? [] : before, touched, rowOf, arrangement);
    everything = false;
    if (uids.length === before.length && uids.every((uid, index) => uid === before[index])) uids = before;
    const last = view.get();
    const next = { columns, uids, total: entries.size, complete };
    const same = uids === last.uids && columns === last.columns && next.total === last.total;
    if (!same || complete !== last.complete) view.set(next);
    for (const uid of touched) for (const listener of listeners.get(uid) ?? []) listener();
  };

  return {
    view,
    apply(event) {
      if (event.reset) {
        for (const uid of entries.keys()) changed.add(uid);
        entries.clear();
      }
      if (event.columns) columns = event.columns;
      for (const row of event.changed) {
        entries.set(row.uid, entryOf(row, entries.get(row.uid), complete && !event.reset ? now() : undefined));
        changed.add(row.uid);
      }
      for (const uid of event.removed) {
        entries.delete(uid);
        changed.add(uid);
      }
      complete = event.complete;
      frames.request(flush);
    },
    arrange(next) {
      arrangement = next;
      everything = true;
      flush();
    },
    entry: (uid) => entries.get(uid),
    subscribeRow(uid, listener) {
      const all = listeners.get(uid) ?? new Set();
      listeners.set(uid, all);
      all.add(listener);
      return () => {
        all.delete(listener);
        if (all.size === 0) listeners.delete(uid);
      };
    },
  };
}

function entryOf(row: Row, before: RowEntry | undefined, time: number | undefined): RowEntry {
  if (time === undefined) return { row };
  if (!before) return { row, changedAt: time };
  const changedCells = row.cells.flatMap((cell, index) => (cell === before.row.cells[index] ? [] : [index]));
  return { row, changedAt: time, changedCells };
}
