/** The simplest model of a priority queue: a list that is sorted for each query. */
export interface QueueModel {
  add(item: string, priority: number, after: number, now: number): void;
  /** Moves time to `now`: items that waited until then become ready. */
  reach(now: number): void;
  take(): { readonly item: string; readonly priority: number } | undefined;
  done(item: string): void;
  clear(): void;
  readonly ready: number;
  /** How many of those are not being worked on. */
  readonly servable: number;
  readonly waiting: number;
}

interface Entry {
  readonly item: string;
  priority: number;
  /** Undefined: it is ready. */
  readyAt: number | undefined;
  /** Breaks ties: when it was added, raised, or became ready. */
  order: number;
}

const before = (a: Entry, b: Entry): number => b.priority - a.priority || a.order - b.order;

/** Makes an empty model. */
export function createQueueModel(): QueueModel {
  let entries: Entry[] = [];
  const locked = new Set<string>();
  let order = 0;
  const next = (): number => {
    order += 1;
    return order;
  };
  return {
    add: (item, priority, after, now) => {
      const readyAt = after > 0 ? now + after : undefined;
      const known = entries.find((entry) => entry.item === item);
      if (!known) {
        entries.push({ item, priority, readyAt, order: next() });
        return;
      }
      const becomesReady = known.readyAt !== undefined && readyAt === undefined;
      if (priority > known.priority) {
        known.priority = priority;
        known.order = next();
      }
      if (known.readyAt !== undefined) known.readyAt = readyAt && Math.min(readyAt, known.readyAt);
      // The item becomes ready now: items that were ready before come first.
      if (becomesReady) known.order = next();
    },
    reach: (now) => {
      const due = entries
        .filter(({ readyAt }) => readyAt !== undefined && readyAt <= now)
        .toSorted((a, b) => (a.readyAt ?? 0) - (b.readyAt ?? 0) || before(a, b));
      for (const entry of due) {
        entry.readyAt = undefined;
        entry.order = next();
      }
    },
    take: () => {
      const first = entries
        .filter(({ item, readyAt }) => readyAt === undefined && !locked.has(item))
        .toSorted(before)[0];
      if (!first) return undefined;
      entries = entries.filter((entry) => entry !== first);
      locked.add(first.item);
      return { item: first.item, priority: first.priority };
    },
    done: (item) => void locked.delete(item),
    clear: () => {
      entries = [];
    },
    get ready() {
      return entries.filter(({ readyAt }) => readyAt === undefined).length;
    },
    get servable() {
      return entries.filter(({ item, readyAt }) => readyAt === undefined && !locked.has(item)).length;
    },
    get waiting() {
      return entries.filter(({ readyAt }) => readyAt !== undefined).length;
    },
  };
}
