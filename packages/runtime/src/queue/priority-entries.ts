import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import { createDueTimer, type DueTimer } from './due-timer.ts';
import { createHeap, type Heap } from './heap.ts';
import { createPriorityLanes, type LaneItem, type PriorityLanes } from './priority-lanes.ts';
import type { QueueMeasures } from './queue-measures.ts';
import type { HandedOut } from './work-queue.ts';

/** An item that is queued, handed out (`locked`), or both. */
interface Entry<T> extends LaneItem {
  readonly item: T;
  state: 'ready' | 'waiting' | 'absent';
  /** Breaks ties of waiting items: they were added, or got a higher priority, in this order. */
  order: number;
  /** When it becomes ready, by the monotonic clock, while it waits. */
  readyAt: Milliseconds;
  /** Where it is in the heap while it waits. */
  place: number;
}

/** The items of a priority queue: each is ready, waits for its time, is handed out, or is queued and handed out. */
export interface PriorityEntries<T> {
  readonly clock: Clock;
  readonly measures: QueueMeasures<T> | undefined;
  /** Called when an item can be taken that could not be taken before. */
  readonly onReady: () => void;
  /** Every item that is queued or handed out. */
  readonly byItem: Map<T, Entry<T>>;
  readonly ready: PriorityLanes<Entry<T>>;
  readonly waiting: Heap<Entry<T>>;
  /** Set to the time of the first waiting item. */
  readonly timer: DueTimer;
  /** How many items are handed out. */
  lockedCount: number;
  /** How many items were added or got a higher priority: the next {@link Entry.order}. */
  added: number;
}

/** What {@link createPriorityEntries} needs. */
export type PriorityEntriesOptions<T> = Pick<PriorityEntries<T>, 'clock' | 'measures' | 'onReady'>;

/** Makes entries without an item. */
export function createPriorityEntries<T>(options: PriorityEntriesOptions<T>): PriorityEntries<T> {
  const { clock, measures, onReady } = options;
  const entries: PriorityEntries<T> = {
    clock,
    measures,
    onReady,
    byItem: new Map(),
    ready: createPriorityLanes(),
    waiting: createHeap(isBefore, (entry, place) => {
      entry.place = place;
    }),
    timer: createDueTimer(clock, () => moveDue(entries)),
    lockedCount: 0,
    added: 0,
  };
  return entries;
}

/**
 * Adds an item, or changes one that is queued already to the higher priority and the earlier time. `readyAt` undefined:
 * it is ready at once.
 */
export function addEntry<T>(
  entries: PriorityEntries<T>,
  item: T,
  priority: number,
  readyAt: Milliseconds | undefined,
): void {
  let entry = entries.byItem.get(item);
  if (!entry) {
    entry = newEntry(item);
    entries.byItem.set(item, entry);
  }
  switch (entry.state) {
    case 'absent':
      insert(entries, entry, priority, readyAt);
      return;
    case 'ready':
      raiseReady(entries, entry, priority);
      return;
    case 'waiting':
      changeWaiting(entries, entry, priority, readyAt);
  }
}

/** Hands out the ready item of the highest priority; undefined when none can be taken now. */
export function takeEntry<T>(entries: PriorityEntries<T>): HandedOut<T> {
  const entry = entries.ready.takeFirst();
  if (!entry) return undefined;
  entry.state = 'absent';
  entry.locked = true;
  entries.lockedCount += 1;
  entries.measures?.handedOut(entry.item, entry.priority);
  return { item: entry.item, priority: entry.priority };
}

/** Takes an item back that was handed out. Returns false when it was not. */
export function finishEntry<T>(entries: PriorityEntries<T>, item: T): boolean {
  const entry = entries.byItem.get(item);
  if (!entry?.locked) return false;
  entries.measures?.done(item);
  entry.locked = false;
  entries.lockedCount -= 1;
  if (entry.state === 'absent') entries.byItem.delete(item);
  else if (entry.state === 'ready') entries.onReady();
  return true;
}

/** Returns some of the items that wait for their time. */
export function waitingEntries<T>(
  entries: PriorityEntries<T>,
  limit: number,
): readonly { readonly item: T; readonly readyAt: Milliseconds }[] {
  const found: Entry<T>[] = [];
  if (entries.waiting.size === 0) return found;
  for (const entry of entries.byItem.values()) {
    if (entry.state === 'waiting') found.push(entry);
    if (found.length >= limit) break;
  }
  return found.map(({ item, readyAt }) => ({ item, readyAt }));
}

/** Drops the items that wait for their time. */
export function dropWaiting<T>(entries: PriorityEntries<T>): void {
  entries.timer.setTo(undefined);
  entries.waiting.clear();
  for (const entry of entries.byItem.values()) if (entry.state === 'waiting') drop(entries, entry);
}

/** Drops the items that are ready to be handed out. */
export function dropReady<T>(entries: PriorityEntries<T>): void {
  for (const entry of entries.byItem.values()) {
    if (entry.state !== 'ready') continue;
    entries.measures?.dropped(entry.item, entry.priority);
    drop(entries, entry);
  }
  entries.ready.clear();
}

function insert<T>(
  entries: PriorityEntries<T>,
  entry: Entry<T>,
  priority: number,
  readyAt: Milliseconds | undefined,
): void {
  entry.priority = priority;
  entry.order = entries.added;
  entries.added += 1;
  if (readyAt === undefined) {
    makeReady(entries, entry);
    return;
  }
  entry.state = 'waiting';
  entry.readyAt = readyAt;
  entries.waiting.push(entry);
  setTimer(entries);
}

function raiseReady<T>({ ready, measures }: PriorityEntries<T>, entry: Entry<T>, priority: number): void {
  if (priority <= entry.priority) return;
  measures?.raised(entry.priority, priority);
  ready.remove(entry);
  entry.priority = priority;
  ready.append(entry);
}

function changeWaiting<T>(
  entries: PriorityEntries<T>,
  entry: Entry<T>,
  priority: number,
  readyAt: Milliseconds | undefined,
): void {
  const isRaised = priority > entry.priority;
  if (!isRaised && readyAt !== undefined && readyAt >= entry.readyAt) return;
  entries.waiting.removeAt(entry.place);
  if (isRaised) {
    entry.priority = priority;
    entry.order = entries.added;
    entries.added += 1;
  }
  if (readyAt === undefined) {
    makeReady(entries, entry);
  } else {
    entry.readyAt = Math.min(entry.readyAt, readyAt);
    entries.waiting.push(entry);
  }
  setTimer(entries);
}

function makeReady<T>({ ready, measures, onReady }: PriorityEntries<T>, entry: Entry<T>): void {
  entry.state = 'ready';
  ready.append(entry);
  measures?.ready(entry.item, entry.priority);
  if (!entry.locked) onReady();
}

function setTimer<T>({ timer, waiting }: PriorityEntries<T>): void {
  timer.setTo(waiting.peek()?.readyAt);
}

/** Makes the items ready whose time has come. */
function moveDue<T>(entries: PriorityEntries<T>): void {
  const { clock, waiting } = entries;
  const now = monotonicNow(clock);
  for (let first = waiting.peek(); first && first.readyAt <= now; first = waiting.peek()) {
    waiting.pop();
    makeReady(entries, first);
  }
  setTimer(entries);
}

function drop<T>(entries: PriorityEntries<T>, entry: Entry<T>): void {
  entry.state = 'absent';
  if (!entry.locked) entries.byItem.delete(entry.item);
}

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

/** Orders waiting items: the earlier time, then the higher priority, then the earlier add. */
function isBefore<T>(a: Entry<T>, b: Entry<T>): boolean {
  if (a.readyAt !== b.readyAt) return a.readyAt < b.readyAt;
  if (a.priority !== b.priority) return a.priority > b.priority;
  return a.order < b.order;
}
