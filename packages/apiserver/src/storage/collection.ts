import { EventHistory } from './event-history.ts';
import type { HistoryBudget } from './history-budget.ts';
import { type KeyRange, olderState, changedSince } from './older-state.ts';
import { SortedMap } from './sorted-map.ts';
import { type StorageEvent, storageKey, type StoredObject } from './stored-object.ts';

/** Called with every change, in order. What it throws is a bug, and reaches the caller that made the change. */
export type StorageListener = (event: StorageEvent) => void;

/** Which objects to walk. */
export interface Range extends KeyRange {
  /** The state at this revision. Default: the current one. */
  readonly revision?: number;
}

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
  /** By namespace and a slash, so that their order is the order of the keys (`a-b/x` before `a/x`). */
  private readonly namespaces = new SortedMap<SortedMap<StoredObject>>();
  /**
   * By what they follow: nothing for all, a namespace and a slash, or the key of one object. So a change only reaches
   * the listeners that may want it.
   */
  private readonly listeners = new Map<string, Set<StorageListener>>();
  private readonly history: EventHistory;
  private compacted = 0;
  private count = 0;
  private last = 0;

  /** `historySize`, `start` and `budget`: of its {@link EventHistory}. */
  constructor(historySize: number, start: number, budget?: HistoryBudget) {
    this.history = new EventHistory(historySize, start, budget);
  }

  /** How many objects there are. */
  get size(): number {
    return this.count;
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
    return this.namespaces.get(bucket(namespace))?.get(name);
  }

  /** One object in the state at a revision, which must not be before {@link floor}. */
  getAt(namespace: string, name: string, revision: number): StoredObject | undefined {
    const key = storageKey(namespace, name);
    const next = this.history.since(revision).find(({ current }) => current.key === key);
    return next ? next.previous : this.get(namespace, name);
  }

  /**
   * Walks objects in the order of their keys. A `revision` must not be before {@link floor}. The collection must not
   * change during the walk.
   */
  walk(range: Range = {}): Iterable<StoredObject> {
    const changes = this.changesAfter(range);
    return changes.length === 0
      ? this.walkCurrent(range)
      : olderState(this.walkCurrent(range), changedSince(changes, range));
  }

  /** How many objects {@link walk} would walk; without walking them. */
  countIn(range: Range = {}): number {
    let count = this.countCurrent(range);
    for (const [key, before] of changedSince(this.changesAfter(range), range)) {
      if (before) count += 1;
      if (this.has(key)) count -= 1;
    }
    return count;
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
    if (event.type === 'DELETED') this.remove(event.current);
    else this.put(event.current);
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

  private changesAfter({ revision }: Range): StorageEvent[] {
    return revision === undefined ? [] : this.history.since(revision);
  }

  private has(key: string): boolean {
    const slash = key.indexOf('/');
    return this.namespaces.get(key.slice(0, slash + 1))?.get(key.slice(slash + 1)) !== undefined;
  }

  private put(stored: StoredObject): void {
    const key = bucket(stored.namespace);
    let objects = this.namespaces.get(key);
    if (!objects) {
      objects = new SortedMap();
      this.namespaces.set(key, objects);
    }
    if (!objects.get(stored.name)) this.count += 1;
    objects.set(stored.name, stored);
  }

  private remove(stored: StoredObject): void {
    const key = bucket(stored.namespace);
    const objects = this.namespaces.get(key);
    objects?.delete(stored.name);
    this.count -= 1;
    if (objects?.size === 0) this.namespaces.delete(key);
  }

  private *walkCurrent(range: Range): Generator<StoredObject> {
    for (const [objects, start] of this.bucketsIn(range)) {
      for (const name of objects.keys(start)) {
        const stored = objects.get(name);
        if (stored) yield stored;
      }
    }
  }

  private countCurrent(range: Range): number {
    if (range.namespace === undefined && (range.start ?? '') === '') return this.count;
    let count = 0;
    for (const [objects, start] of this.bucketsIn(range)) count += objects.countFrom(start);
    return count;
  }

  /** The objects of each namespace in range, with the name to begin with. */
  private *bucketsIn({ namespace, start = '' }: Range): Generator<[SortedMap<StoredObject>, string]> {
    const first = namespace === undefined ? start.slice(0, start.indexOf('/') + 1) : bucket(namespace);
    for (const key of this.namespaces.keys(first)) {
      if (namespace !== undefined && key !== first) return;
      const objects = this.namespaces.get(key);
      if (objects) yield [objects, key === first && start.startsWith(key) ? start.slice(key.length) : ''];
    }
  }
}

const bucket = (namespace: string): string => (namespace === '' ? '' : `${namespace}/`);
