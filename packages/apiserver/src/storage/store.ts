import { deepFreeze } from '@kb/apimachinery/codec';
import type { ApiObject } from '../objects/api-object.ts';
import { Collection } from './collection.ts';
import { HistoryBudget } from './history-budget.ts';
import { RecentVersions } from './recent-versions.ts';
import { KeptObject, type StorageEvent, type StoredObject } from './stored-object.ts';

/** Options of {@link Store}. */
export interface StoreOptions {
  /** The number of events that a resource keeps, for watches that resume and lists of older states. */
  readonly historySize: number;
  /** The maximum number of bytes that the histories of all resources hold. Default: 64 MiB. */
  readonly historyBytes?: number;
  /**
   * Returns the time in milliseconds: old states are forgotten after five to ten minutes. Default: time stands still.
   */
  readonly now?: () => number;
  /**
   * The revision before the first write: older revisions are expired, as after a compaction. Default: 1, with nothing
   * before it.
   */
  readonly firstRevision?: number;
  /**
   * Keeps the events of all resources until their bytes reach the limit, whatever their number and age; the oldest is
   * forgotten first. Default: false.
   */
  readonly wholeHistory?: boolean;
  /** Called with every change, before the listeners of its collection. Default: nothing. */
  readonly onChange?: (collection: string, event: StorageEvent) => void;
}

/**
 * The interval of compactions, as kube-apiserver compacts etcd: each forgets the states from before the previous one.
 */
const COMPACTION_MS = 5 * 60_000;

/**
 * The maximum number of bytes of the histories: 65,000 updates of objects of 1 KB, or 64 of 1 MB. Characters of JSON
 * are counted; those of a string that is not Latin-1 take two bytes, so that the histories take at most 128 MiB, far
 * below the 2 to 4 GB that Node gives a process.
 */
const HISTORY_BYTES = 64 * 1024 * 1024;
/** The maximum length of JSON whose parsed objects are kept: these take about 20 MB. */
const RECENT_LENGTH = 4 * 1024 * 1024;

/**
 * All objects, in memory, with one revision counter that every write increments, as etcd has: compare-and-swap on the
 * revision of an object, events for every change. Stored objects are frozen and shared, never copied.
 */
export class Store {
  private readonly collections = new Map<string, Collection>();
  private readonly historySize: number;
  private readonly budget: HistoryBudget;
  private readonly recent = new RecentVersions(RECENT_LENGTH);
  private current: number;
  private readonly firstRevision: number;
  /** The revision before which collections know nothing. */
  private readonly start: number;
  /** Changes that listeners have not been notified of yet. */
  private readonly unannounced: { readonly collection: Collection; readonly event: StorageEvent }[] = [];
  private announcing = false;
  private readonly now: () => number;
  private readonly onChange: StoreOptions['onChange'];
  private nextCompaction: number;
  /** The revision at the time of the last compaction. */
  private lastCompaction = 0;

  constructor(options: StoreOptions) {
    const { historyBytes = HISTORY_BYTES, now = () => 0, firstRevision = 1, wholeHistory = false } = options;
    this.current = firstRevision;
    this.firstRevision = firstRevision;
    this.start = firstRevision > 1 ? firstRevision : 0;
    this.historySize = wholeHistory ? Infinity : options.historySize;
    this.budget = new HistoryBudget(historyBytes, wholeHistory ? 'oldest' : 'largest');
    this.onChange = options.onChange;
    this.now = now;
    this.nextCompaction = wholeHistory ? Infinity : now() + COMPACTION_MS;
  }

  /** The revision of the last write to any collection. */
  get revision(): number {
    return this.current;
  }

  /** The number of bytes that the histories hold. */
  get historyBytes(): number {
    return this.budget.bytes;
  }

  /** The oldest revision whose whole state is known. */
  get oldestRevision(): number {
    let oldest = this.firstRevision;
    for (const { lastForgotten } of this.collections.values()) oldest = Math.max(oldest, lastForgotten);
    return oldest;
  }

  /** Returns the changes of all collections after a revision, oldest first. */
  changesSince(revision: number): { readonly collection: string; readonly event: StorageEvent }[] {
    const changes = [...this.collections].flatMap(([collection, kept]) =>
      kept.eventsSince(revision).map((event) => ({ collection, event })),
    );
    return changes.sort((a, b) => a.event.revision - b.event.revision);
  }

  /** Returns the collection of a resource, by its group and plural (`apps/deployments`); created at the first call. */
  collection(id: string): Collection {
    this.compactInTime();
    let collection = this.collections.get(id);
    if (!collection) {
      collection = this.newCollection(id, this.start);
    }
    return collection;
  }

  /** Creates the collection of a resource that is served from now on: watches from earlier revisions are expired. */
  beginCollection(id: string): void {
    if (!this.collections.has(id)) this.newCollection(id, this.current);
  }

  /** Stores a new object, and sets its resource version. Undefined if an object with this name exists. */
  create(id: string, object: ApiObject): StoredObject | undefined {
    const collection = this.collection(id);
    const { namespace = '', name = '' } = object.metadata;
    if (collection.get(namespace, name)) return undefined;
    return this.write(collection, 'ADDED', object, undefined);
  }

  /** Replaces an object, and sets its resource version. Undefined if `previous` is no longer the stored version. */
  update(id: string, previous: StoredObject, object: ApiObject): StoredObject | undefined {
    const collection = this.collection(id);
    if (collection.get(previous.namespace, previous.name) !== previous) return undefined;
    return this.write(collection, 'MODIFIED', object, previous);
  }

  /**
   * Removes an object; returns the last stored version, with the revision of the deletion. Undefined if `previous` is
   * no longer the stored version.
   */
  delete(id: string, previous: StoredObject): StoredObject | undefined {
    const collection = this.collection(id);
    if (collection.get(previous.namespace, previous.name) !== previous) return undefined;
    const { object } = previous;
    const metadata = { ...object.metadata, resourceVersion: String(this.current + 1) };
    return this.commit(collection, 'DELETED', { ...object, metadata } as ApiObject, previous);
  }

  /** Forgets all history: watches and lists of earlier revisions get 410, as after a compaction of etcd. */
  compact(): void {
    for (const collection of this.collections.values()) collection.forget(this.current);
  }

  private newCollection(id: string, start: number): Collection {
    const collection = new Collection(this.historySize, start, this.budget);
    this.collections.set(id, collection);
    const { onChange } = this;
    if (onChange) collection.subscribe((event) => onChange(id, event));
    return collection;
  }

  /** Makes up for the compactions that are due: called when a collection is read, in place of a timer. */
  private compactInTime(): void {
    const now = this.now();
    if (now < this.nextCompaction) return;
    const missed = Math.floor((now - this.nextCompaction) / COMPACTION_MS);
    const revision = missed > 0 ? this.current : this.lastCompaction;
    for (const collection of this.collections.values()) collection.compact(revision);
    this.lastCompaction = this.current;
    this.nextCompaction += (missed + 1) * COMPACTION_MS;
  }

  private write(
    collection: Collection,
    type: 'ADDED' | 'MODIFIED',
    object: ApiObject,
    previous: StoredObject | undefined,
  ): StoredObject {
    object.metadata.resourceVersion = String(this.current + 1);
    return this.commit(collection, type, object, previous);
  }

  private commit(
    collection: Collection,
    type: StorageEvent['type'],
    object: ApiObject,
    previous: StoredObject | undefined,
  ): StoredObject {
    this.current += 1;
    const stored = new KeptObject(deepFreeze(object), this.current);
    const event: StorageEvent = { type, revision: this.current, current: stored, previous };
    collection.apply(event);
    this.announce(collection, event);
    return stored;
  }

  /**
   * Notifies listeners of a change. A listener may write while a change is being announced: all listeners get the first
   * change before the second.
   */
  private announce(collection: Collection, event: StorageEvent): void {
    this.unannounced.push({ collection, event });
    if (this.announcing) return;
    this.announcing = true;
    try {
      for (let next = this.unannounced.shift(); next; next = this.unannounced.shift()) {
        next.collection.notify(next.event);
        next.collection.weigh(next.event, this.retireObjects(next.event));
      }
    } finally {
      this.announcing = false;
    }
  }

  /** Reduces objects that are no longer stored to their JSON; returns its length. */
  private retireObjects({ type, current, previous }: StorageEvent): number {
    let length = 0;
    for (const stored of type === 'DELETED' ? [current, previous] : [previous])
      if (stored instanceof KeptObject) length += stored.retire(this.recent);
    return length;
  }
}
