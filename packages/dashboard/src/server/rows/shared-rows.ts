import { equalJson, type Table, tablesOf } from '@kb/apimachinery';
import type { KindRef, Row, RowColumn, RowsEvent } from '../../protocol/index.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { listAt } from '../cluster/list-at.ts';
import { type Follower, followResource } from '../cluster/follow-resource.ts';
import { isSecretKind, resourceOf } from '../cluster/resource-of.ts';
import type { Feed, FeedListener } from '../feeds/feed.ts';
import type { Shared } from '../feeds/sharing.ts';
import type { ServedKinds } from '../kinds/served-kinds.ts';
import { columnsOf, rowsOf } from './row-of.ts';

/** The most rows of one event: the first ones are shown while the others are on their way. */
const MAX_ROWS = 500;

/** The rows of a kind in a namespace, which all pages share. */
export interface SharedRows extends Shared {
  open(listener: FeedListener): Feed;
}

/**
 * Follows the rows of a kind in a namespace as the server's tables have them. They are listed again when the definition
 * of the kind has changed: its columns may be other ones.
 */
export function createSharedRows(
  { access, kinds }: { readonly access: ClusterAccess; readonly kinds: Pick<ServedKinds, 'onDefinition'> },
  kind: KindRef,
  namespace: string | undefined,
  failed: (error: unknown) => void,
): SharedRows {
  const rows = new Map<string, Row>();
  const feeds = new Set<RowsFeed>();
  const state: RowsState = { rows, columns: undefined, complete: false };
  let unlisted = new Set<string>();

  const put = (row: Row): void => {
    if (equalJson(rows.get(row.uid), row)) return;
    rows.set(row.uid, row);
    for (const feed of feeds) feed.mark(row.uid);
  };
  const remove = (uid: string): void => {
    if (rows.delete(uid)) for (const feed of feeds) feed.mark(uid);
  };
  const takeTable = (table: Table): Row[] => {
    if (table.columnDefinitions) {
      const columns = columnsOf(table.columnDefinitions);
      if (!equalJson(columns, state.columns)) state.columns = columns;
    }
    return rowsOf(kind, table);
  };
  const wake = (): void => {
    for (const feed of feeds) feed.wake();
  };

  // Secrets without their data: no value is even read.
  const tables = tablesOf(resourceOf(kind), isSecretKind(kind) ? 'Metadata' : 'Object');
  const follower: Follower<Table> = {
    listed: (items, { first, last }) => {
      if (first) unlisted = new Set(rows.keys());
      for (const row of items.flatMap(takeTable)) {
        unlisted.delete(row.uid);
        put(row);
      }
      if (last) {
        for (const uid of unlisted) remove(uid);
        state.complete = true;
      }
      wake();
    },
    changed: (events) => {
      for (const { type, object } of events) {
        for (const row of takeTable(object)) {
          if (type === 'DELETED') remove(row.uid);
          else put(row);
        }
      }
      wake();
    },
    failed,
  };
  const follow = (): (() => void) => followResource(access, tables, { namespace }, follower);
  let stop = follow();
  const unlisten = kinds.onDefinition(`${kind.resource}.${kind.group}`, () => {
    stop();
    stop = follow();
  });
  return {
    open: (listener) => {
      const feed = createRowsFeed(state, listener, () => feeds.delete(feed));
      feeds.add(feed);
      if (rows.size > 0 || state.complete) listener.changed();
      return feed;
    },
    stop: () => {
      unlisten();
      stop();
    },
  };
}

interface RowsState {
  readonly rows: ReadonlyMap<string, Row>;
  columns: readonly RowColumn[] | undefined;
  complete: boolean;
}

interface RowsFeed extends Feed {
  /** The row is new, changed or gone. */
  mark(uid: string): void;
  wake(): void;
}

/** A page gets each row once, however often it has changed in the meantime. */
function createRowsFeed(state: RowsState, listener: FeedListener, onEnd: () => void): RowsFeed {
  const marked = new Set(state.rows.keys());
  let reset = true;
  let sentComplete = false;
  let sentColumns: readonly RowColumn[] | undefined;
  return {
    mark: (uid) => void marked.add(uid),
    wake: () => listener.changed(),
    end: onEnd,
    next: (): RowsEvent | undefined => {
      if (marked.size === 0 && sentComplete === state.complete && sentColumns === state.columns) return undefined;
      const changed: Row[] = [];
      const removed: string[] = [];
      for (const uid of marked) {
        if (changed.length + removed.length >= MAX_ROWS) break;
        marked.delete(uid);
        const row = state.rows.get(uid);
        if (row === undefined) removed.push(uid);
        else changed.push(row);
      }
      const complete = state.complete && marked.size === 0;
      const columns = sentColumns === state.columns ? undefined : state.columns;
      const event = { topic: 'rows', reset, complete: sentComplete || complete, changed, removed } as const;
      sentColumns = state.columns;
      sentComplete ||= complete;
      reset = false;
      return columns === undefined ? event : { ...event, columns };
    },
  };
}

/** Reads the rows of a kind as they were at a resource version. */
export async function rowsAt(
  access: ClusterAccess,
  kind: KindRef,
  namespace: string | undefined,
  at: string,
  signal: AbortSignal,
): Promise<RowsEvent> {
  const tables = tablesOf(resourceOf(kind), isSecretKind(kind) ? 'Metadata' : 'Object');
  const [table] = await listAt(access, tables, { namespace }, at, signal);
  return {
    topic: 'rows',
    reset: true,
    complete: true,
    columns: columnsOf(table?.columnDefinitions ?? []),
    changed: table ? rowsOf(kind, table) : [],
    removed: [],
  };
}
