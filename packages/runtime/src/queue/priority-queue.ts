import type { Cancel, Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { monotonicNow } from '../monotonic-now.ts';
import { createFifo } from './fifo.ts';
import { createHeap } from './heap.ts';
import { createPriorityLanes, type LaneItem } from './priority-lanes.ts';
import type { QueueMeasures } from './queue-measures.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RateLimitingQueue } from './rate-limiting-queue.ts';
import { getFrom, type HandedOut } from './work-queue.ts';

/** How an item is added: priorityqueue.AddOpts. */
export interface AddOptions {
  /** Higher ones are handed out first. Default: 0. */
  readonly priority?: number;
  /** Not before this time is over. 0 or less: at once. Default: 0. */
  readonly after?: Milliseconds;
  /**
   * Not before the rate limiter says so, which counts one more failure; with `after`, the earlier of both. Default:
   * false.
   */
  readonly rateLimited?: boolean;
}

/**
 * A rate limiting queue that hands out what matters more first: controller-runtime's priorityqueue.PriorityQueue.
 * Within a priority, first ready is first out. An item is in it once: adding it again keeps the higher priority and the
 * earlier time; one whose priority rises goes to the end of its new priority.
 */
export interface PriorityQueue<T> extends RateLimitingQueue<T> {
  addWithOptions(item: T, options: AddOptions): void;
}

/** What a {@link PriorityQueue} is made from. */
export interface PriorityQueueOptions<T> {
  readonly clock: Clock;
  readonly limiter: RateLimiter<T>;
  readonly measures?: QueueMeasures<T> | undefined;
}

/** An item that is queued, handed out (`locked`), or both. */
interface Entry<T> extends LaneItem {
  readonly item: T;
  state: 'ready' | 'waiting' | 'absent';
  /** Breaks ties of waiting items: they were added, or became more important, in this order. */
  order: number;
  /** While it waits. */
  readyAt: number;
  /** Where it is in the heap while it waits. */
  place: number;
}

/**
 * Makes an empty queue. Adding, handing out and finishing are of constant cost (logarithmic for items that wait for
 * their time), whatever the length. It keeps one timer, and none while nothing waits. `shutDown` drops what is queued,
 * as controller-runtime's does; `shutDownWithDrain` hands out what is ready first.
 */
export function createPriorityQueue<T>(options: PriorityQueueOptions<T>): PriorityQueue<T> {
  const { clock, limiter, measures } = options;
  const entries = new Map<T, Entry<T>>();
  const ready = createPriorityLanes<Entry<T>>();
  const waiting = createHeap<Entry<T>>(isBefore, (entry, place) => {
    entry.place = place;
  });
  /** Those who wait for something; each is told of one entry that can be taken. */
  const waiters = createFifo<(more: boolean) => void>();
  let lockedCount = 0;
  let added = 0;
  let timer: { readonly at: number; readonly cancel: Cancel } | undefined;
  let shuttingDown = false;
  let drained: (() => void)[] = [];

  const makeReady = (entry: Entry<T>): void => {
    entry.state = 'ready';
    ready.append(entry);
    measures?.ready(entry.item, entry.priority);
    if (!entry.locked) tellWaiter();
  };

  const tellWaiter = (): void => waiters.shift()?.(true);

  const take = (): HandedOut<T> => {
    const entry = ready.takeFirst();
    if (!entry) return undefined;
    entry.state = 'absent';
    entry.locked = true;
    lockedCount += 1;
    measures?.handedOut(entry.item, entry.priority);
    return { item: entry.item, priority: entry.priority };
  };

  const setTimer = (): void => {
    const first = waiting.peek();
    if (timer && timer.at === first?.readyAt) return;
    timer?.cancel();
    timer = first && {
      at: first.readyAt,
      cancel: clock.after(Math.max(0, first.readyAt - monotonicNow(clock)), moveDue),
    };
  };

  const moveDue = (): void => {
    timer = undefined;
    const now = monotonicNow(clock);
    for (let first = waiting.peek(); first && first.readyAt <= now; first = waiting.peek()) {
      waiting.pop();
      makeReady(first);
    }
    setTimer();
  };

  const insert = (entry: Entry<T>, priority: number, readyAt: number | undefined): void => {
    entry.priority = priority;
    entry.order = added;
    added += 1;
    if (readyAt === undefined) {
      makeReady(entry);
      return;
    }
    entry.state = 'waiting';
    entry.readyAt = readyAt;
    waiting.push(entry);
    setTimer();
  };

  const mergeReady = (entry: Entry<T>, priority: number): void => {
    if (priority <= entry.priority) return;
    measures?.raised(entry.priority, priority);
    ready.remove(entry);
    entry.priority = priority;
    ready.append(entry);
  };

  const mergeWaiting = (entry: Entry<T>, priority: number, readyAt: number | undefined): void => {
    const raised = priority > entry.priority;
    if (!raised && readyAt !== undefined && readyAt >= entry.readyAt) return;
    waiting.removeAt(entry.place);
    if (raised) {
      entry.priority = priority;
      entry.order = added;
      added += 1;
    }
    if (readyAt === undefined) {
      makeReady(entry);
    } else {
      entry.readyAt = Math.min(entry.readyAt, readyAt);
      waiting.push(entry);
    }
    setTimer();
  };

  const addWithOptions = (item: T, { priority = 0, after = 0, rateLimited = false }: AddOptions): void => {
    if (shuttingDown) return;
    let delay = after;
    if (rateLimited) {
      const limited = limiter.when(item);
      if (delay === 0 || limited < delay) delay = limited;
    }
    let readyAt: number | undefined;
    if (delay > 0) {
      readyAt = monotonicNow(clock) + delay;
      measures?.later();
    }
    let entry = entries.get(item);
    if (!entry) {
      entry = newEntry(item);
      entries.set(item, entry);
    }
    switch (entry.state) {
      case 'absent':
        insert(entry, priority, readyAt);
        return;
      case 'ready':
        mergeReady(entry, priority);
        return;
      case 'waiting':
        mergeWaiting(entry, priority, readyAt);
    }
  };

  const dropWaiting = (): void => {
    timer?.cancel();
    timer = undefined;
    waiting.clear();
    for (const entry of entries.values()) if (entry.state === 'waiting') drop(entry);
  };

  const drop = (entry: Entry<T>): void => {
    entry.state = 'absent';
    if (!entry.locked) entries.delete(entry.item);
  };

  const clear = (): void => {
    dropWaiting();
    for (const entry of entries.values()) {
      if (entry.state !== 'ready') continue;
      measures?.dropped(entry.item, entry.priority);
      drop(entry);
    }
    ready.clear();
    checkDrained();
  };

  const checkDrained = (): void => {
    if (lockedCount > 0 || ready.size > 0) return;
    const done = drained;
    drained = [];
    for (const resolve of done) resolve();
  };

  const endWaiters = (): void => {
    for (let waiter = waiters.shift(); waiter; waiter = waiters.shift()) waiter(false);
  };

  const available = (): Promise<boolean> => {
    // While it is drained, what a locked key holds back is still to come.
    if (shuttingDown && ready.size === 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      waiters.push(resolve);
    });
  };

  return {
    add: (item) => addWithOptions(item, atOnce),
    addAfter: (item, after) => addWithOptions(item, { after }),
    addRateLimited: (item) => addWithOptions(item, limited),
    addWithOptions,
    forget: (item) => limiter.forget(item),
    numRequeues: (item) => limiter.numRequeues(item),
    take,
    available,
    get: () => getFrom({ take, available }),
    done: (item) => {
      const entry = entries.get(item);
      if (!entry?.locked) return;
      measures?.done(item);
      entry.locked = false;
      lockedCount -= 1;
      if (entry.state === 'absent') entries.delete(item);
      else if (entry.state === 'ready') tellWaiter();
      if (!shuttingDown) return;
      if (ready.size === 0) endWaiters();
      checkDrained();
    },
    get length() {
      return ready.size;
    },
    get delayed() {
      return waiting.size;
    },
    get shuttingDown() {
      return shuttingDown;
    },
    shutDown: () => {
      shuttingDown = true;
      clear();
      endWaiters();
    },
    shutDownWithDrain: () => {
      shuttingDown = true;
      dropWaiting();
      if (ready.size === 0) endWaiters();
      return new Promise((resolve) => {
        drained.push(resolve);
        checkDrained();
      });
    },
    clear,
  };
}

const atOnce: AddOptions = {};
const limited: AddOptions = { rateLimited: true };

function newEntry<T>(item: T): Entry<T> {
  return {
    item,
    state: 'absent',
    locked: false,
    priority: 0,
    order: 0,
    readyAt: 0,
    place: 0,
    before: undefined,
    after: undefined,
  };
}

/** Waiting items: the earlier time, then the higher priority, then the earlier add. */
function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  if (a.readyAt !== b.readyAt) return a.readyAt < b.readyAt;
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.order < b.order;
}

/** A queue without priorities in the place of one with: they are ignored. */
export function withoutPriorities<T>(queue: RateLimitingQueue<T>): PriorityQueue<T> {
  return Object.assign(queue, {
    addWithOptions: (item: T, { after = 0, rateLimited = false }: AddOptions): void => {
      if (rateLimited) queue.addRateLimited(item);
      else if (after > 0) queue.addAfter(item, after);
      else queue.add(item);
    },
  });
}
