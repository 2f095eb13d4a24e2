import { EventHistory } from './event-history.ts';
import { SortedMap } from './sorted-map.ts';
import type { StorageEvent, StoredObject } from './stored-object.ts';
import { overlaid } from './overlay.ts';

/** Told of every change, in order. What it throws is a bug, and goes to whoever made the change. */
export type StorageListener = (event: StorageEvent) => void;

/** Which objects to walk. */
export interface Range {
  /** Only this namespace. Default: all. */
  readonly namespace?: string;
  /** From this key (included) on. Default: the first. */
  readonly start?: string;
  /** The state at this revision. Default: the current one. */
  readonly revision?: number;
}

/** The objects of one resource, their recent history, and those who follow it. Only the store changes it. */
export class Collection {
  /** By namespace and a slash, so that their order is the order of the keys (`a-b/x` before `a/x`). */
  private readonly namespaces = new SortedMap<SortedMap<StoredObject>>();
  private readonly listeners = new Set<StorageListener>();
  private readonly history: EventHistory;
  private count = 0;
  private last = 0;

  constructor(historySize: number, start: number) {
    this.history = new EventHistory(historySize, start);
  }

  /** How many objects there are. */
  get size(): number {
    return this.count;
  }

  /** The revision of the last change. */
  get revision(): number {
    return this.last;
  }

  /** The newest revision whose state and later events can no longer be told. */
  get floor(): number {
    return this.history.floor;
  }

  get(namespace: string, name: string): StoredObject | undefined {
    return this.namespaces.get(bucket(namespace))?.get(name);
  }

  /** Walks objects in the order of their keys. A `revision` must not be before {@link floor}. The collection must not change during the walk. */
  walk(range: Range = {}): Iterable<StoredObject> {
    const changes = range.revision === undefined ? [] : this.history.since(range.revision);
    return changes.length === 0 ? this.walkCurrent(range) : overlaid(this.walkCurrent(range), changes, range);
  }

  /** The events after `revision`, oldest first. `revision` must not be before {@link floor}. */
  eventsSince(revision: number): StorageEvent[] {
    return this.history.since(revision);
  }

  /** Follows changes until the function that it returns is called. */
  subscribe(listener: StorageListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
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
    for (const listener of this.listeners) listener(event);
  }

  /** Forgets the history up to `revision`. */
  compact(revision: number): void {
    this.history.compact(revision);
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

  private *walkCurrent({ namespace, start = '' }: Range): Generator<StoredObject> {
    const slash = start.indexOf('/');
    const firstBucket = namespace === undefined ? start.slice(0, slash + 1) : bucket(namespace);
    for (const key of this.namespaces.keys(firstBucket)) {
      if (namespace !== undefined && key !== firstBucket) return;
      const objects = this.namespaces.get(key);
      if (!objects) continue;
      for (const name of objects.keys(key === firstBucket && start.startsWith(key) ? start.slice(key.length) : '')) {
        const stored = objects.get(name);
        if (stored) yield stored;
      }
    }
  }
}

const bucket = (namespace: string): string => (namespace === '' ? '' : `${namespace}/`);
