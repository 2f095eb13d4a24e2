import type { HistoryEvent, HistoryPoint } from '../../protocol/index.ts';
import type { Feed, FeedListener } from '../feeds/feed.ts';
import type { ServedKinds } from '../kinds/served-kinds.ts';
import { type ClusterHistory, type ClusterWrite, shownWrite } from './cluster-history.ts';

const MAX_WRITES = 1000;
/** The writes that a page may be behind: it does not get older ones. */
const MAX_WAITING = 50_000;

/** Leases are renewed all the time: their writes would hide those that a user looks for. */
const isNoise = ({ group, plural }: ClusterWrite): boolean => group === 'coordination.k8s.io' && plural === 'leases';

/** Opens a feed of the kept writes: first all, then new ones. */
export function openHistory(history: ClusterHistory, kinds: ServedKinds, { changed }: FeedListener): Feed {
  const all = history.writesSince(history.first()).filter((write) => !isNoise(write));
  let waiting = all.slice(-MAX_WAITING);
  let [first] = waiting;
  let last = waiting.at(-1);
  let isFirst = true;
  const unsubscribe = history.subscribe((write) => {
    if (isNoise(write)) return;
    waiting.push(write);
    first ??= write;
    last = write;
    if (waiting.length > 2 * MAX_WAITING) waiting = waiting.slice(-MAX_WAITING);
    changed();
  });
  const pointOf = (resourceVersion: string, write: ClusterWrite): HistoryPoint => ({
    resourceVersion,
    time: write.time,
  });
  changed();
  return {
    next: (): HistoryEvent | undefined => {
      if (waiting.length === 0 && !isFirst) return undefined;
      const reset = isFirst;
      isFirst = false;
      const writes = waiting.slice(0, MAX_WRITES).map((write) => shownWrite(write, kinds.current()));
      waiting = waiting.slice(MAX_WRITES);
      return {
        topic: 'history',
        reset,
        ...(first && { first: pointOf(history.first(), first) }),
        ...(last && { last: pointOf(last.resourceVersion, last) }),
        limitBytes: history.limitBytes,
        keptBytes: history.keptBytes(),
        writes,
      };
    },
    end: unsubscribe,
  };
}

/** Opens the history of a cluster that keeps none. */
export const noHistory: HistoryEvent = { topic: 'history', reset: true, limitBytes: 0, keptBytes: 0, writes: [] };
