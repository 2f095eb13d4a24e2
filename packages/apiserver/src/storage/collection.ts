import { compareUtf8 } from '@kb/apimachinery/codec';
import { EventHistory } from './event-history.ts';
import type { HistoryBudget } from './history-budget.ts';
import { type KeyRange, olderState, type RangeState } from './older-state.ts';
import { SortedMap } from './sorted-map.ts';
import { type StorageEvent, storageKey, type StoredObject } from './stored-object.ts';

/** Called with every change, in order. What it throws is a bug, and reaches the caller that made the change. */
export type StorageListener = (event: StorageEvent) => void;

/** Which changes to follow. Default: all. */
export interface Scope {
  /** Only this namespace. */
  readonly namespace?: string;
  /** Only the object of this name. Where the resource is in namespaces, `namespace` must be said too. */
  readonly name?: string;
}

const none: ReadonlySet<StorageListener> = new Set();

/** The objects of one resource, their recent history, and those who follow it. Only the store changes it. */
export class Collection {
  /** By key. */
  private readonly objects = new SortedMap<StoredObject>();
  /**
   * By what they follow: nothing for all, a namespace and a slash, or the key of one object. So a change only reaches
   * the listeners that may want it.
   */
  private readonly listeners = new Map<string, Set<StorageListener>>();
  private readonly history: EventHistory;
  private compacted = 0;
  private last = 0;

  /** `historySize`, `start` and `budget`: of its {@link EventHistory}. */
  constructor(historySize: number, start: number, budget?: HistoryBudget) {
    this.history = new EventHistory(historySize, start, budget);
  }

  /** How many objects there are. */
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

  get(namespace: string, name: string): StoredObject | undefined {
    return this.objects.get(storageKey(namespace, name));
  }

  /** One object in the state at a revision, which must not be before {@link floor}. */
  getAt(namespace: string, name: string, revision: number): StoredObject | undefined {
    const key = storageKey(namespace, name);
    const next = this.history.since(revision).find(({ current }) => current.key === key);
    return next ? next.previous : this.get(namespace, name);
  }

  /**
   * Walks objects in the order of their keys. The walk shows the state at the time of the call, also when the
   * collection changes meanwhile.
   */
  walk(range: KeyRange = {}): Iterable<StoredObject> {
    const current = this.objects.view(startOf(range));
    return range.namespace === undefined ? current : ofNamespace(current, range.namespace);
  }

  /** How many objects {@link walk} would walk; without walking them. */
  countIn(range: KeyRange = {}): number {
    const { namespace = '' } = range;
    // The character after the slash: all keys of the namespace are before it.
    const end = namespace === '' ? this.objects.size : this.objects.rank(`${namespace}0`);
    return Math.max(end - this.objects.rank(startOf(range)), 0);
  }

  /**
   * Works out the state at a revision, which must not be before {@link floor}. There are as many steps as changes after
   * it; the collection may change between them.
   */
  stateAt(revision: number, range: KeyRange = {}): Iterator<void, RangeState> {
    const current = { objects: this.walk(range), count: this.countIn(range) };
    return olderState(current, this.history.since(revision), range);
  }

  /** The events after `revision`, oldest first. `revision` must not be before {@link eventFloor}. */
  eventsSince(revision: number): StorageEvent[] {
    return this.history.since(revision);
  }

  /** Follows changes until the function that it returns is called. */
  subscribe(listener: StorageListener, { namespace = '', name }: Scope = {}): () => void {
    const key = name === undefined ? bucket(namespace) : storageKey(namespace, name);
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(key) === listeners) this.listeners.delete(key);
    };
  }

  /** Takes a change over: into the objects, and into the history. */
  apply(event: StorageEvent): void {
    if (event.type === 'DELETED') this.objects.delete(event.current.key);
    else this.objects.set(event.current.key, event.current);
    this.history.record(event);
    this.last = event.revision;
  }

  /** Tells a change to those who follow. */
  notify(event: StorageEvent): void {
    const { namespace, key } = event.current;
    for (const listener of this.listeners.get('') ?? none) listener(event);
    if (namespace !== '') for (const listener of this.listeners.get(bucket(namespace)) ?? none) listener(event);
    for (const listener of this.listeners.get(key) ?? none) listener(event);
  }

  /** Notes that an event holds texts of this length: its objects are no longer stored. */
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

/** The first key that can be in range. */
function startOf({ namespace, start = '' }: KeyRange): string {
  const first = namespace === undefined ? '' : bucket(namespace);
  return compareUtf8(start, first) > 0 ? start : first;
}

/** The objects of a namespace, up to the first one of another. */
function* ofNamespace(objects: Iterable<StoredObject>, namespace: string): Generator<StoredObject> {
  for (const stored of objects) {
    if (stored.namespace !== namespace) return;
    yield stored;
  }
}

const bucket = (namespace: string): string => (namespace === '' ? '' : `${namespace}/`);
