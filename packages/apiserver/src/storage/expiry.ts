import type { Cancel, Clock } from '@kb/apimachinery';
import type { Store } from './store.ts';
import type { StoredObject } from './stored-object.ts';

/** Options of {@link startExpiry}. */
export interface ExpiryOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The collection whose objects expire. */
  readonly collection: string;
  /** How long an object stays when nothing writes it again, in milliseconds. */
  readonly ttlMs: number;
}

interface Due {
  readonly at: number;
  readonly stored: StoredObject;
}

/**
 * Removes objects that have not been written for some time, as etcd does with leases: watches see the deletions. Call
 * the result to end it. There is at most one timer, and none while there is nothing to remove.
 */
export function startExpiry({ store, clock, collection: id, ttlMs }: ExpiryOptions): () => void {
  const collection = store.collection(id);
  // All objects have the same time: they are due in the order of their writes.
  let queue: Due[] = [];
  let head = 0;
  let cancel: Cancel | undefined;

  const arm = (): void => {
    const next = queue[head];
    if (cancel || !next) return;
    cancel = clock.after(Math.max(next.at - clock.now(), 0), removeDue);
  };
  const removeDue = (): void => {
    cancel = undefined;
    const now = clock.now();
    for (let due = queue[head]; due && due.at <= now; due = queue[head]) {
      head += 1;
      // One that was written since has a later place in the queue.
      if (collection.get(due.stored.namespace, due.stored.name) === due.stored) store.delete(id, due.stored);
    }
    queue = queue.slice(head);
    head = 0;
    arm();
  };
  const stop = collection.subscribe(({ type, current }) => {
    if (type === 'DELETED') return;
    queue.push({ at: clock.now() + ttlMs, stored: current });
    arm();
  });
  return () => {
    stop();
    cancel?.();
    queue = [];
  };
}
