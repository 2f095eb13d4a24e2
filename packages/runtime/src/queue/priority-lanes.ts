/** What {@link PriorityLanes} keep in an item itself, so that being in a list costs no allocation. */
export interface LaneItem {
  priority: number;
  /** Whether it must not be handed out now. */
  locked: boolean;
  /** Its neighbours in its lane; only the lanes change them. */
  before: this | undefined;
  after: this | undefined;
}

/** Items that are ready to be handed out, by priority; within a priority, in the order in which they were appended. */
export interface PriorityLanes<E extends LaneItem> {
  readonly size: number;
  /** Adds an item at the end of its priority. */
  append(item: E): void;
  /** Removes an item, wherever it is. */
  remove(item: E): void;
  /**
   * Removes and returns the first item that is not locked. It looks at the locked ones before it: at most as many as
   * there are workers.
   */
  takeFirst(): E | undefined;
  clear(): void;
}

interface Lane<E> {
  readonly priority: number;
  first: E | undefined;
  last: E | undefined;
}

/** Empty lanes are kept for their next item up to this many. */
const KEPT_LANES = 16;

/** Makes empty lanes: a linked list for each priority that is in use. */
export function createPriorityLanes<E extends LaneItem>(): PriorityLanes<E> {
  /** The highest priority first. */
  const lanes: Lane<E>[] = [];
  const byPriority = new Map<number, Lane<E>>();
  let size = 0;

  const laneOf = (priority: number): Lane<E> => {
    const known = byPriority.get(priority);
    if (known) return known;
    const lane: Lane<E> = { priority, first: undefined, last: undefined };
    byPriority.set(priority, lane);
    let from = 0;
    let to = lanes.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((lanes[middle]?.priority ?? 0) > priority) from = middle + 1;
      else to = middle;
    }
    lanes.splice(from, 0, lane);
    return lane;
  };

  const unlink = (lane: Lane<E>, item: E): void => {
    const { before, after } = item;
    if (before) before.after = after;
    else lane.first = after;
    if (after) after.before = before;
    else lane.last = before;
    item.before = undefined;
    item.after = undefined;
    size -= 1;
    if (!lane.first && lanes.length > KEPT_LANES) {
      byPriority.delete(lane.priority);
      lanes.splice(lanes.indexOf(lane), 1);
    }
  };

  return {
    get size() {
      return size;
    },
    append: (item) => {
      const lane = laneOf(item.priority);
      item.before = lane.last;
      // It may still have its neighbor of a lane that was cleared.
      item.after = undefined;
      if (lane.last) lane.last.after = item;
      else lane.first = item;
      lane.last = item;
      size += 1;
    },
    remove: (item) => unlink(laneOf(item.priority), item),
    takeFirst: () => {
      if (size === 0) return undefined;
      for (const lane of lanes) {
        for (let item = lane.first; item; item = item.after) {
          if (item.locked) continue;
          unlink(lane, item);
          return item;
        }
      }
      return undefined;
    },
    clear: () => {
      lanes.length = 0;
      byPriority.clear();
      size = 0;
    },
  };
}
