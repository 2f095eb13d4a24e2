import type { DeepReadonly, KubernetesObject, ObjectKeyFor, ObjectKeyLike, Resource } from '@kb/apimachinery';
import type { OptionsFor } from '@kb/client';
import type { Milliseconds } from '../../durations.ts';
import { CacheNotStartedError } from './cache-errors.ts';
import type { CacheListOptions } from './cache-reader.ts';
import type { CacheOptions } from '../selection/cache-options.ts';
import type { CachedResource } from './cached-resource.ts';

/** Options of {@link Cache.reader}. */
export interface WaitingReaderOptions {
  /** What to do when a resource is not held. Default: the cache's {@link CacheOptions.onMissingInformer}. */
  readonly onMissingInformer?: CacheOptions['onMissingInformer'];
  /** The longest wait of a read. 0: no limit. Default: the cache's `readTimeout`. */
  readonly timeout?: Milliseconds;
  /**
   * Waits until the watch has delivered the writes of this process: `get` waits for those to the object, `list` for
   * those to the resource. Default: true.
   */
  readonly ownWrites?: boolean;
}

/** Options of one read. */
export interface WaitingReadOptions {
  /** Aborts the read, which rejects with the signal's reason. Default: none. */
  readonly signal?: AbortSignal;
}

/** Options of one list. */
export type WaitingListOptions = CacheListOptions & WaitingReadOptions;

/**
 * Reads from the cache, and waits until it has the first list and the writes of this process. Every read rejects with a
 * {@link CacheNotStartedError} before the cache runs, a {@link CacheStoppedError} when it has ended, a {@link
 * CacheReadTimeoutError} when it waited for too long, and a {@link NotCachedError} for a resource that is not held,
 * unless the reader may start to watch it.
 */
export interface WaitingReader {
  /** Resolves with the object, or undefined when the cache has none. */
  get<T extends KubernetesObject, A, N extends boolean = boolean, K extends ObjectKeyLike = ObjectKeyLike>(
    resource: Resource<T, A, never, N>,
    key: ObjectKeyFor<N, K>,
    options?: WaitingReadOptions,
  ): Promise<DeepReadonly<T> | undefined>;
  /** Resolves with the objects, in no particular order. */
  list<T extends KubernetesObject, A, N extends boolean = boolean, Q extends WaitingListOptions = WaitingListOptions>(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, WaitingListOptions, Q>,
  ): Promise<DeepReadonly<T>[]>;
  /** Iterates over the objects that `list` returns at the moment when the first one is requested. */
  iterate<
    T extends KubernetesObject,
    A,
    N extends boolean = boolean,
    Q extends WaitingListOptions = WaitingListOptions,
  >(
    resource: Resource<T, A, never, N>,
    options?: OptionsFor<N, WaitingListOptions, Q>,
  ): AsyncIterable<DeepReadonly<T>>;
}

/** Dependencies of {@link createWaitingReader}. */
export interface WaitingReaderDependencies {
  readonly isStarted: () => boolean;
  /**
   * Returns the resource, which is held already or watched from now on. Throws a NotCachedError when it is not held and
   * must not be started.
   */
  readonly resourceOf: <T extends KubernetesObject, A>(resource: Resource<T, A>) => CachedResource<T>;
  readonly timeout: Milliseconds;
  readonly ownWrites: boolean;
}

/** Creates a reader. */
export function createWaitingReader(dependencies: WaitingReaderDependencies): WaitingReader {
  const { isStarted, resourceOf, timeout, ownWrites } = dependencies;

  const ready = async <T extends KubernetesObject, A>(
    resource: Resource<T, A>,
    key: ObjectKeyLike | undefined,
    { signal }: WaitingReadOptions,
  ): Promise<CachedResource<T>> => {
    signal?.throwIfAborted();
    if (!isStarted()) throw new CacheNotStartedError();
    const held = resourceOf(resource);
    const wait = { timeout, ...(signal && { signal }) };
    await held.waitForSync(wait);
    if (ownWrites) await held.waitForWrites(key, wait);
    return held;
  };

  return {
    get: async (resource, key, options = {}) => (await ready(resource, key, options)).get(key),
    list: async (resource, options) => (await ready(resource, undefined, options ?? {})).list(options),
    iterate: async function* iterate(resource, options) {
      yield* (await ready(resource, undefined, options ?? {})).list(options);
    },
  };
}
