import { compareUtf8 } from '@kb/apimachinery/codec';
import { EventHistory } from './event-history.ts';
import type { HistoryBudget } from './history-budget.ts';
import { type KeyRange, olderState, type RangeState } from './older-state.ts';
import { SortedMap } from './sorted-map.ts';
import { type StorageEvent, storageKey, type StoredObject } from './stored-object.ts';

/**
 * Called with every change, in order. An error that it throws is a bug, and reaches the caller that made the change.
 */
export type StorageListener = (event: StorageEvent) => void;

/** Which changes to follow. Default: all. */
export interface Scope {
  /** Only this namespace. */
  readonly namespace?: string;
  /** Only the object with this name. For namespaced resources, `namespace` is then required too. */
  readonly name?: string;
}

const none: ReadonlySet<StorageListener> = new Set();

/** The objects of one resource, their recent history, and its listeners. Only the store changes it. */
export class Collection {
  /** By key. */
  private readonly objects = new SortedMap<StoredObject>();
  /**
   * The listeners by what they follow: an empty string for everything, a namespace and a slash, or the key of one
   * object. A change thus reaches only the listeners that may want it.
   */
  private readonly listeners = new Map<string, Set<StorageListener>>();
  private readonly history: EventHistory;
  private compacted = 0;
  private last = 0;

  /** Creates an empty collection; `historySize`, `start` and `budget` are those of its {@link EventHistory}. */
  constructor(historySize: number, start: number, budget?: HistoryBudget) {
    this.history = new EventHistory(historySize, start, budget);
  }

  /** The number of objects. */
  get size(): number {
    return this.objects.size;
  }

  /** The revision of the last change. */
  get revision(): number {
    return this.last;
  }

  /** The oldest revision whose state is still known. */
  get floor(): number {
    return Math.max(this.history.floor, this.compacted);
  }

  /** The oldest revision whose later events are still known; never above {@link floor}. */
  get eventFloor(): number {
    return this.history.floor;
  }

  /** The revision of the last change that is no longer known; 0 if all are. */
  get lastForgotten(): number {
    return this.history.lastForgotten;
  }

  get(namespace: string, name: string): StoredObject | undefined {
    return this.objects.get(storageKey(namespace, name));
  }

  /** Returns one object as it was at a revision, which must not be before {@link floor}. */
  getAt(namespace: string, name: string, revision: number): StoredObject | undefined {
    const key = storageKey(namespace, name);
    const next = this.history.since(revision).find(({ current }) => current.key === key);
    return next ? next.previous : this.get(namespace, name);
  }

  /**
   * Iterates over objects in the order of their keys. The iteration shows the state at the time of the call, even if
   * the collection changes meanwhile.
   */
  walk(range: KeyRange = {}): Iterable<StoredObject> {
    const current = this.objects.view(startOf(range));
    return range.namespace === undefined ? current : ofNamespace(current, range.namespace);
  }

  /** Returns the number of objects that {@link walk} would return, without iterating over them. */
  countIn(range: KeyRange = {}): number {
    const { namespace = '' } = range;
    // `0` is the character after the slash: all keys of the namespace sort before it.
    const end = namespace === '' ? this.objects.size : this.objects.rank(`${namespace}0`);
    return Math.max(end - this.objects.rank(startOf(range)), 0);
  }

  /**
   * Computes the state at a revision, which must not be before {@link floor}. It takes as many steps as there were
   * changes after the revision; the collection may change between the steps.
   */
  stateAt(revision: number, range: KeyRange = {}): Iterator<void, RangeState> {
    const current = { objects: this.walk(range), count: this.countIn(range) };
    return olderState(current, this.history.since(revision), range);
  }

  /** Returns the events after `revision`, oldest first. `revision` must not be before {@link eventFloor}. */
  eventsSince(revision: number): StorageEvent[] {
    return this.history.since(revision);
  }

  /** Calls a listener with changes until the returned function is called. */
  subscribe(listener: StorageListener, { namespace = '', name }: Scope = {}): () => void {
    const key = name === undefined ? bucket(namespace) : storageKey(namespace, name);
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(key) === listeners) this.listeners.delete(key);
    };
  }

  /** Applies a change to the objects and to the history. */
  apply(event: StorageEvent): void {
    if (event.type === 'DELETED') this.objects.delete(event.current.key);
    else this.objects.set(event.current.key, event.current);
    this.history.record(event);
    this.last = event.revision;
  }

  /** Notifies the listeners of a change. */
  notify(event: StorageEvent): void {
    const { namespace, key } = event.current;
    for (const listener of this.listeners.get('') ?? none) listener(event);
    if (namespace !== '') for (const listener of this.listeners.get(bucket(namespace)) ?? none) listener(event);
    for (const listener of this.listeners.get(key) ?? none) listener(event);
  }

  /** Records that an event holds JSON of this length, because its objects are no longer stored. */
  weigh(event: StorageEvent, length: number): void {
    this.history.weigh(event, length);
  }

  /** Makes states before `revision` unavailable. Events stay, up to the limit of the history. */
  compact(revision: number): void {
    this.compacted = Math.max(this.compacted, revision);
    this.history.trim(revision);
  }

  /** Forgets the history up to `revision`, events too. */
  forget(revision: number): void {
    this.compact(revision);
    this.history.forget(revision);
  }
}

/** Returns the first key that can be in range. */
function startOf({ namespace, start = '' }: KeyRange): string {
  const first = namespace === undefined ? '' : bucket(namespace);
  return compareUtf8(start, first) > 0 ? start : first;
}

/** Yields the objects of a namespace, up to the first one of another. */
function* ofNamespace(objects: Iterable<StoredObject>, namespace: string): Generator<StoredObject> {
  for (const stored of objects) {
    if (stored.namespace !== namespace) return;
    yield stored;
  }
}

const bucket = (namespace: string): string => (namespace === '' ? '' : `${namespace}/`);
