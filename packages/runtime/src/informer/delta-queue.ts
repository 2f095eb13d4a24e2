import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import type { ListOrigin } from '../reflector/shared/reflector-store.ts';

/**
 * One change on its way from the reflector to the store, in the order of arrival: client-go's Delta, as in its in-order
 * queue. A whole list is one delta, so that the store is replaced at once.
 */
export type Delta<T extends KubernetesObject, H> =
  | { readonly type: 'Added' | 'Updated' | 'Deleted'; readonly key: string; readonly object: DeepReadonly<T> }
  | {
      readonly type: 'Replaced';
      /** Belongs to the store from then on. */
      readonly objects: Map<string, DeepReadonly<T>>;
      readonly resourceVersion: string;
      readonly origin: ListOrigin;
      /** The shape of the objects: in another shape, objects differ in the same version. See `ShapeRequests`. */
      readonly shape: number;
    }
  /** Call these handlers with every object again. */
  | { readonly type: 'Sync'; readonly audience: readonly H[] }
  /** There were no other changes up to this version. */
  | { readonly type: 'Bookmark'; readonly resourceVersion: string };

/** The queue between a reflector and a store. */
export interface DeltaQueue<T extends KubernetesObject, H> {
  /** Never blocks. Ignored after {@link DeltaQueue.close}. */
  push(delta: Delta<T, H>): void;
  /**
   * Removes and returns all deltas, oldest first; waits while there are none. Undefined after `close`. One caller at a
   * time.
   */
  pop(): Promise<Delta<T, H>[] | undefined>;
  /** How many deltas wait. */
  readonly length: number;
  /** Drops all deltas and ends `pop`. */
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
      // Everything that is pushed within one turn of the event loop is taken together.
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

/** Two deletions of a key in a row are one. The first one has the state that handlers must get. */
function isRepeatedDelete<T extends KubernetesObject, H>(last: Delta<T, H> | undefined, next: Delta<T, H>): boolean {
  return last?.type === 'Deleted' && next.type === 'Deleted' && last.key === next.key;
}
