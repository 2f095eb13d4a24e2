import type { DeepReadonly, KubernetesObject } from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { ReflectorStore, Replacement } from '../reflector/shared/reflector-store.ts';
import type { DeltaQueue } from './delta-queue.ts';
import { type Indexer, indexKeyOf } from './indexer.ts';
import { isSameVersion } from './apply-delta.ts';
import type { ShapeRequests } from './shape-requests.ts';

/** Options of {@link createDeltaStore}. */
export interface DeltaStoreOptions<T extends KubernetesObject, H> {
  readonly deltas: DeltaQueue<T, H>;
  /** The objects of the informer. They are only read here: the deltas change them later. */
  readonly indexer: Pick<Indexer<T>, 'get'>;
  readonly shapes: Pick<ShapeRequests, 'wanted'>;
  /** Whether to freeze objects. */
  readonly freeze: boolean;
  /** Changes objects before they are stored. Default: not changed. */
  readonly transform?: ((object: T) => T) | undefined;
}

/** Makes the store that a reflector fills: each change becomes a delta in the queue. */
export function createDeltaStore<T extends KubernetesObject, H>(options: DeltaStoreOptions<T, H>): ReflectorStore<T> {
  const { deltas, indexer, shapes, freeze, transform } = options;

  const prepare = (object: T): DeepReadonly<T> => {
    const stored = transform ? transform(object) : object;
    // A `T` may be read where a DeepReadonly<T> is expected; the type system cannot see that through a type parameter.
    const readable = stored as DeepReadonly<T>;
    return freeze ? deepFreeze(readable) : readable;
  };

  const push = (type: 'Added' | 'Updated' | 'Deleted', object: T): void => {
    const stored = prepare(object);
    deltas.push({ type, key: indexKeyOf(stored), object: stored });
  };

  const beginReplacement = (): Replacement<T> => {
    const objects = new Map<string, DeepReadonly<T>>();
    const shape = shapes.wanted;
    return {
      get size() {
        return objects.size;
      },
      set: (object) => {
        const stored = prepare(object);
        objects.set(indexKeyOf(stored), stored);
      },
      delete: (object) => void objects.delete(indexKeyOf(object)),
      commit: (resourceVersion, origin) => deltas.push({ type: 'Replaced', objects, resourceVersion, origin, shape }),
    };
  };

  return {
    add: (object) => push('Added', object),
    update: (object) => push('Updated', object),
    delete: (object) => push('Deleted', object),
    holds: (object) => {
      const held = indexer.get(indexKeyOf(object));
      return held !== undefined && isSameVersion(held, object);
    },
    replacement: beginReplacement,
    bookmark: (resourceVersion) => deltas.push({ type: 'Bookmark', resourceVersion }),
  };
}
