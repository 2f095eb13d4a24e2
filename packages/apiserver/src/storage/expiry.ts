import type { Cancel, Clock } from '@kb/apimachinery';
import type { LoopTurns } from '../loop-turns.ts';
import type { Store } from './store.ts';
import type { StoredObject } from './stored-object.ts';

/** Options of {@link startExpiry}. */
export interface ExpiryOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** The collection whose objects expire. */
  readonly collection: string;
  /** How long an object stays after its last write, in milliseconds. */
  readonly ttlMs: number;
  /** Lets other work run while many objects are removed. */
  readonly turns: Pick<LoopTurns, 'beforeStep'>;
}

interface Due {
  readonly at: number;
  readonly stored: StoredObject;
}

/**
 * Removes objects that have not been written for some time, as etcd does with leases: watches see the deletions.
 * Returns a function that stops it. There is at most one timer, and none while there is nothing to remove.
 */
export function startExpiry({ store, clock, collection: id, ttlMs, turns }: ExpiryOptions): () => void {
  const collection = store.collection(id);
  // All objects have the same time to live, so they expire in the order of their writes.
  let queue: Due[] = [];
  let head = 0;
  let cancel: Cancel | undefined;
  let removing = false;
  let ended = false;

  const arm = (): void => {
    const next = queue[head];
    if (cancel || removing || !next) return;
    cancel = clock.after(Math.max(next.at - clock.now(), 0), () => void removeDue(clock.now()));
  };
  const removeDue = async (now: number): Promise<void> => {
    cancel = undefined;
    removing = true;
    for (let due = queue[head]; due && due.at <= now; due = queue[head]) {
      const turn = turns.beforeStep();
      if (turn) {
        await turn;
        if (ended) break;
      }
      head += 1;
      // An object that has been written since has another entry later in the queue.
      if (collection.get(due.stored.namespace, due.stored.name) === due.stored) store.delete(id, due.stored);
    }
    queue = queue.slice(head);
    head = 0;
    removing = false;
    arm();
  };
  const stop = collection.subscribe(({ type, current }) => {
    if (type === 'DELETED') return;
    queue.push({ at: clock.now() + ttlMs, stored: current });
    arm();
  });
  return () => {
    ended = true;
    stop();
    cancel?.();
    queue = [];
  };
}
