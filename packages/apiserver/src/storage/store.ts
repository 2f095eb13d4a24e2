import { deepFreeze } from '@kb/apimachinery/codec';
import type { ApiObject } from '../objects/api-object.ts';
import { Collection } from './collection.ts';
import { HistoryBudget } from './history-budget.ts';
import { RecentVersions } from './recent-versions.ts';
import { KeptObject, type StorageEvent, type StoredObject } from './stored-object.ts';

/** Options of {@link Store}. */
export interface StoreOptions {
  /** How many events a resource remembers, for watches that resume and lists of older states. */
  readonly historySize: number;
  /** How many bytes the histories of all resources hold at most. Default: 64 MiB. */
  readonly historyBytes?: number;
  /** The time, in milliseconds: old states are forgotten after five to ten minutes. Default: it does not pass. */
  readonly now?: () => number;
  /**
   * The revision before the first write: what is older is expired, as if it had been compacted. Default: 1, with
   * nothing before.
   */
  readonly firstRevision?: number;
}

/** How often old states are forgotten: those of the time before the last time. As kube-apiserver compacts etcd. */
const COMPACTION_MS = 5 * 60_000;

/**
 * How many bytes the histories hold at most: 65,000 updates of objects of 1 KB, or 64 of 1 MB. Counted are characters
 * of JSON; those of a text that is not in Latin-1 take two bytes, so that the histories take 128 MiB at the very most,
 * far below the 2 to 4 GB that Node gives a process.
 */
const HISTORY_BYTES = 64 * 1024 * 1024;
/** The length of the texts whose objects are kept: as objects they take some 20 MB. */
const RECENT_LENGTH = 4 * 1024 * 1024;

/**
 * All objects, in memory, under one revision counter that every write raises, as etcd's does: compare-and-swap on the
 * revision of an object, events for every change. What is stored is frozen and shared, never copied.
 */
export class Store {
  private readonly collections = new Map<string, Collection>();
  private readonly historySize: number;
  private readonly budget: HistoryBudget;
  private readonly recent = new RecentVersions(RECENT_LENGTH);
  private current: number;
  /** The revision before which collections know nothing. */
  private readonly start: number;
  /** Changes that were made and not announced yet. */
  private readonly unannounced: { readonly collection: Collection; readonly event: StorageEvent }[] = [];
  private announcing = false;
  private readonly now: () => number;
  private nextCompaction: number;
  /** The revision at the time of the last compaction. */
  private lastCompaction = 0;

  constructor({ historySize, historyBytes = HISTORY_BYTES, now = () => 0, firstRevision = 1 }: StoreOptions) {
    this.current = firstRevision;
    this.start = firstRevision > 1 ? firstRevision : 0;
    this.historySize = historySize;
    this.budget = new HistoryBudget(historyBytes);
    this.now = now;
    this.nextCompaction = now() + COMPACTION_MS;
  }

  /** The revision of the last write of all. */
  get revision(): number {
    return this.current;
  }

  /**
   * The collection of a resource, by its group and plural (`apps/deployments`); it is made when it is first asked for.
   */
  collection(id: string): Collection {
    this.compactInTime();
    let collection = this.collections.get(id);
    if (!collection) {
      collection = this.newCollection(id, this.start);
    }
    return collection;
  }

  /**
   * Makes the collection of a resource that is served from now on: watches from earlier versions than this are expired.
   */
  beginCollection(id: string): void {
    if (!this.collections.has(id)) this.newCollection(id, this.current);
  }

  /** Stores a new object, and sets its resource version. Undefined when there is one of that name already. */
  create(id: string, object: ApiObject): StoredObject | undefined {
    const collection = this.collection(id);
    const { namespace = '', name = '' } = object.metadata;
    if (collection.get(namespace, name)) return undefined;
    return this.write(collection, 'ADDED', object, undefined);
  }

  /** Replaces an object, and sets its resource version. Undefined when what is stored is no longer `previous`. */
  update(id: string, previous: StoredObject, object: ApiObject): StoredObject | undefined {
    const collection = this.collection(id);
    if (collection.get(previous.namespace, previous.name) !== previous) return undefined;
    return this.write(collection, 'MODIFIED', object, previous);
  }

  /**
   * Removes an object; returns what was stored last, with the revision of the deletion. Undefined when what is stored
   * is no longer `previous`.
   */
  delete(id: string, previous: StoredObject): StoredObject | undefined {
    const collection = this.collection(id);
    if (collection.get(previous.namespace, previous.name) !== previous) return undefined;
    const { object } = previous;
    const metadata = { ...object.metadata, resourceVersion: String(this.current + 1) };
    return this.commit(collection, 'DELETED', { ...object, metadata } as ApiObject, previous);
  }

  /** Forgets all history: watches and lists from before now get 410, as after etcd's compaction. */
  compact(): void {
    for (const collection of this.collections.values()) collection.forget(this.current);
  }

  private newCollection(id: string, start: number): Collection {
    const collection = new Collection(this.historySize, start, this.budget);
    this.collections.set(id, collection);
    return collection;
  }

  /** Compacts when a collection is read, as if a timer had done it. */
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

  /** A listener that writes makes a change while another is being announced: all listeners get the first one first. */
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

  /** Keeps texts alone of what is no longer stored; returns their length. */
  private retireObjects({ type, current, previous }: StorageEvent): number {
    let length = 0;
    for (const stored of type === 'DELETED' ? [current, previous] : [previous])
      if (stored instanceof KeptObject) length += stored.retire(this.recent);
    return length;
  }
}
