import { createContext, useContext, useEffect } from 'react';
import type { Failure } from '../../../protocol/index.ts';
import type { Connection } from '../../connection/connect.ts';
import { createStore, type Store } from '../../store/create-store.ts';
import type { Frames } from '../../store/frames.ts';
import { useStore } from '../../store/use-store.ts';
import { buildOperatorLog, type OperatorLog } from './operator-log.ts';

/** The log with a version that grows when the log does: the log itself stays the same object. */
export interface LiveOperatorLog {
  readonly log: OperatorLog;
  readonly version: Pick<Store<number>, 'get' | 'subscribe'>;
  readonly failure: Pick<Store<Failure | undefined>, 'get' | 'subscribe'>;
  /** Begins to follow the operator; again does nothing. */
  readonly start: () => void;
}

/** Makes a log that follows the operator once a view wants to show it. */
export function createLiveOperatorLog(connection: Connection, frames: Frames): LiveOperatorLog {
  const { log, add } = buildOperatorLog();
  const version = createStore(0);
  const failure = createStore<Failure | undefined>(undefined);
  const grow = (): void => {
    version.set(version.get() + 1);
  };
  let started = false;
  return {
    log,
    version,
    failure,
    start: () => {
      if (started) return;
      started = true;
      connection.follow(
        { topic: 'operator' },
        {
          event: (event) => {
            add(event);
            frames.request(grow);
          },
          failure: failure.set,
        },
      );
    },
  };
}

/** The log for all components. */
export const OperatorLogContext: React.Context<LiveOperatorLog | undefined> = createContext<
  LiveOperatorLog | undefined
>(undefined);

/** What the operator said; the component renders again when there is more. */
export function useOperatorLog(): OperatorLog & { readonly version: number; readonly failure: Failure | undefined } {
  const live = useContext(OperatorLogContext);
  if (!live) throw new Error('a component is used outside of OperatorLogContext');
  useEffect(live.start, [live]);
  const version = useStore(live.version);
  const failure = useStore(live.failure);
  return { ...live.log, version, failure };
}
