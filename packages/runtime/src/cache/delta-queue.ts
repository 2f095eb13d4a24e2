import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';

/**
 * One change on its way from the reflector to the store, in the order of arrival: client-go's Delta, in the shape that its in-order queue gives it. A
 * whole list is one delta, so that the store is replaced at once.
 */
export type Delta<T extends KubernetesObject> =
  | { readonly type: 'Added' | 'Updated' | 'Deleted'; readonly key: string; readonly object: DeepReadonly<T> }
  | {
      readonly type: 'Replaced';
      readonly objects: ReadonlyMap<string, DeepReadonly<T>>;
      readonly resourceVersion: string;
    }
  /** Hand every object on again. */
  | { readonly type: 'Sync' }
  /** Nothing changed up to this version. */
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** The queue between a reflector and a store. */
export interface DeltaQueue<T extends KubernetesObject> {
  /** Never blocks. Ignored after {@link DeltaQueue.close}. */
  push(delta: Delta<T>): void;
  /** Everything that waits, oldest first; waits while there is nothing. Undefined after `close`. One caller at a time. */
  pop(): Promise<Delta<T>[] | undefined>;
  /** How many deltas wait. */
  readonly length: number;
  /** Drops what waits and ends `pop`. */
  close(): void;
}

/** Makes an empty queue. */
export function createDeltaQueue<T extends KubernetesObject>(): DeltaQueue<T> {
  let deltas: Delta<T>[] = [];
  let closed = false;
  let waiting: ((batch: Delta<T>[] | undefined) => void) | undefined;

  const take = (): Delta<T>[] => {
    const batch = deltas;
    deltas = [];
    return batch;
  };

  const wake = (): void => {
    const resolve = waiting;
    waiting = undefined;
    resolve?.(closed ? undefined : take());
  };

  return {
    push: (delta) => {
      if (closed || isRepeatedDelete(deltas.at(-1), delta)) return;
      // Bookmarks only move a version forward: the newest is enough.
      if (delta.type === 'Bookmark' && deltas.at(-1)?.type === 'Bookmark') deltas.pop();
      deltas.push(delta);
      if (waiting) wake();
    },
    pop: () => {
      if (closed) return Promise.resolve(undefined);
      if (deltas.length > 0) return Promise.resolve(take());
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    get length() {
      return deltas.length;
    },
    close: () => {
      closed = true;
      deltas = [];
      if (waiting) wake();
    },
  };
}

/** A deletion told twice in a row is one; the first carries the state that the handler is to see. */
function isRepeatedDelete<T extends KubernetesObject>(last: Delta<T> | undefined, next: Delta<T>): boolean {
  return last?.type === 'Deleted' && next.type === 'Deleted' && last.key === next.key;
}
