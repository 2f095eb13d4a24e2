import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { ListOrigin } from '../reflector/reflector-store.ts';

/**
 * One change on its way from the reflector to the store, in the order of arrival: client-go's Delta, in the shape that
 * its in-order queue gives it. A whole list is one delta, so that the store is replaced at once.
 */
export type Delta<T extends KubernetesObject, H> =
  | { readonly type: 'Added' | 'Updated' | 'Deleted'; readonly key: string; readonly object: DeepReadonly<T> }
  | {
      readonly type: 'Replaced';
      /** The store takes the map over. */
      readonly objects: Map<string, DeepReadonly<T>>;
      readonly resourceVersion: string;
      readonly origin: ListOrigin;
      /**
       * How often another shape had been asked for before the list: in another one, objects look different in the same
       * version.
       */
      readonly shape: number;
    }
  /** Hand every object on again, to these handlers. */
  | { readonly type: 'Sync'; readonly audience: readonly H[] }
  /** Nothing changed up to this version. */
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** The queue between a reflector and a store. */
export interface DeltaQueue<T extends KubernetesObject, H> {
  /** Never blocks. Ignored after {@link DeltaQueue.close}. */
  push(delta: Delta<T, H>): void;
  /**
   * Everything that waits, oldest first; waits while there is nothing. Undefined after `close`. One caller at a time.
   */
  pop(): Promise<Delta<T, H>[] | undefined>;
  /** How many deltas wait. */
  readonly length: number;
  /** Drops what waits and ends `pop`. */
  close(): void;
}

/** Makes an empty queue. */
export function createDeltaQueue<T extends KubernetesObject, H = never>(): DeltaQueue<T, H> {
  let deltas: Delta<T, H>[] = [];
  let closed = false;
  let wake: (() => void) | undefined;

  const notify = (): void => {
    const resolve = wake;
    wake = undefined;
    resolve?.();
  };

  return {
    push: (delta) => {
      const last = deltas.at(-1);
      if (closed || isRepeatedDelete(last, delta)) return;
      // Bookmarks only move a version forward: the newest is enough.
      if (delta.type === 'Bookmark' && last?.type === 'Bookmark') deltas.pop();
      deltas.push(delta);
      if (wake) notify();
    },
    pop: async () => {
      // All that comes in one turn is taken together, however many pushes it was.
      if (deltas.length === 0 && !closed) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (closed) return undefined;
      const batch = deltas;
      deltas = [];
      return batch;
    },
    get length() {
      return deltas.length;
    },
    close: () => {
      closed = true;
      deltas = [];
      notify();
    },
  };
}

/** A deletion told twice in a row is one; the first carries the state that the handler is to see. */
function isRepeatedDelete<T extends KubernetesObject, H>(last: Delta<T, H> | undefined, next: Delta<T, H>): boolean {
  return last?.type === 'Deleted' && next.type === 'Deleted' && last.key === next.key;
}
