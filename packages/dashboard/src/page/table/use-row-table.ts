import { useEffect, useMemo, useState } from 'react';
import type { Failure, KindRef, Subscription } from '../../protocol/index.ts';
import { useCluster } from '../cluster/use-cluster.ts';
import { useConnection } from '../connection/use-connection.ts';
import { createStore, type Store } from '../store/create-store.ts';
import { createFrames } from '../store/frames.ts';
import { useStore } from '../store/use-store.ts';
import { createRowTable, type RowTable } from './row-table.ts';

/** What of a kind is in a table. */
export interface RowsWanted {
  readonly kind: KindRef;
  readonly namespace?: string | undefined;
  readonly at?: string | undefined;
}

/** The live rows of a kind, and why there are none. */
export interface LiveRows {
  readonly rows: RowTable;
  readonly failure: Pick<Store<Failure | undefined>, 'get' | 'subscribe'>;
}

/** Follows the rows of a kind as long as the component is there. */
export function useRowTable({ kind, namespace, at }: RowsWanted): LiveRows {
  const connection = useConnection();
  const wanted: Extract<Subscription, { topic: 'rows' }> = {
    topic: 'rows',
    kind,
    ...(namespace !== undefined && kind.namespaced && { namespace }),
    ...(at !== undefined && { at }),
  };
  const key = JSON.stringify(wanted);
  const { rows, failure } = useMemo(() => {
    const frames = createFrames((run) => {
      requestAnimationFrame(run);
    });
    return {
      key,
      rows: createRowTable(frames, () => performance.now()),
      failure: createStore<Failure | undefined>(undefined),
    };
  }, [key]);
  const kinds = useStore(useCluster().kinds);
  const [attempt, setAttempt] = useState(0);
  // A kind may be served again, such as after a restart.
  useEffect(() => {
    if (failure.get()) setAttempt((last) => last + 1);
  }, [kinds, failure]);
  useEffect(() => {
    failure.set(undefined);
    return connection.follow(wanted, { event: rows.apply, failure: failure.set });
    // `key` stands for `wanted`, and has its own rows.
  }, [connection, rows, failure, attempt]);
  return { rows, failure };
}
