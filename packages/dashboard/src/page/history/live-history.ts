import { createContext, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Failure, HistoryEvent, HistoryWrite } from '../../protocol/index.ts';
import type { Connection } from '../connection/connect.ts';
import { createStore, type Store } from '../store/create-store.ts';
import type { Frames } from '../store/frames.ts';
import { useStore } from '../store/use-store.ts';

/** What the page knows of the history: its bounds, and the writes within them, oldest first. */
export interface KnownHistory {
  readonly bounds?: Omit<HistoryEvent, 'writes' | 'reset'>;
  readonly writes: readonly HistoryWrite[];
  readonly failure?: Failure;
}

/** The history outside React, followed once a view wants to show it. */
export interface LiveHistory {
  readonly known: Pick<Store<KnownHistory>, 'get' | 'subscribe'>;
  readonly start: () => void;
}

/** More writes than a slider has places for; the server may keep more. */
const MOST_WRITES = 20_000;

/** Makes a history that is empty until it is started. */
export function createLiveHistory(connection: Connection, frames: Frames): LiveHistory {
  const known = createStore<KnownHistory>({ writes: [] });
  let bounds: KnownHistory['bounds'];
  let writes: HistoryWrite[] = [];
  let started = false;
  const publish = (): void => {
    known.set({ ...(bounds && { bounds }), writes });
  };
  return {
    known,
    start: () => {
      if (started) return;
      started = true;
      connection.follow(
        { topic: 'history' },
        {
          event: ({ writes: more, reset, ...rest }) => {
            bounds = rest;
            const oldest = rest.first?.resourceVersion;
            writes = (reset ? [...more] : [...writes, ...more]).slice(-MOST_WRITES);
            if (oldest !== undefined) writes = writes.slice(placeOf(writes, oldest));
            frames.request(publish);
          },
          failure: (failure) => {
            known.set({ writes: [], failure });
          },
        },
      );
    },
  };
}

/** The place of the last write that is not after a revision; 0 when all are. */
export function placeOf(writes: readonly HistoryWrite[], resourceVersion: string): number {
  let [low, high] = [0, writes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const write = writes[middle];
    if (write && compareVersions(write.resourceVersion, resourceVersion) > 0) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low - 1);
}

/** The order of two resource versions: those of the embedded server are whole numbers, perhaps past 2^53. */
export function compareVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The history for all components. */
export const HistoryContext: React.Context<LiveHistory | undefined> = createContext<LiveHistory | undefined>(undefined);

/** The history; the component renders again when there is more. */
export function useHistory(): KnownHistory {
  const live = useContext(HistoryContext);
  if (!live) throw new Error('a component is used outside of HistoryContext');
  useEffect(live.start, [live]);
  return useStore(live.known);
}

const never = (): (() => void) => () => undefined;

/** When the cluster was as it is shown at a resource version; undefined for now, or when the page does not know. */
export function usePastTime(at: string | undefined): number | undefined {
  const live = useContext(HistoryContext);
  useEffect(() => {
    if (at !== undefined) live?.start();
  }, [live, at]);
  return useSyncExternalStore(live?.known.subscribe ?? never, () => {
    if (at === undefined || !live) return undefined;
    const { writes } = live.known.get();
    return writes[placeOf(writes, at)]?.time;
  });
}
