import {
  type Clock,
  type KubernetesObject,
  metadataOf,
  type Random,
  type Resource,
  resourceId,
} from '@kb/apimachinery';
import type { Client } from '@kb/client';
import { aborted } from '../abort-scope.ts';
import { seconds } from '../durations.ts';
import { type Logger, silentLogger } from '../log/logger.ts';
import { createListerWatcher, type ListerWatcher } from '../reflector/shared/lister-watcher.ts';
import type { ReflectorMetricsProvider } from '../reflector/shared/reflector-metrics.ts';
import type { AnyResource } from '../resources.ts';
import { CacheStoppedError, NotCachedError } from './read/cache-errors.ts';
import type { CacheOptions } from './selection/cache-options.ts';
import type { CachedReads } from './read/cache-reader.ts';
import type { CachedResource, CachedResourceState, HeldResource } from './read/cached-resource.ts';
import type { WaitOptions } from './read/condition-waiters.ts';
import { lateLogger, lateMetrics } from './late-reporters.ts';
import { createResourceEntry, type ResourceEntry } from './resource/resource-entry.ts';
import { type ResolvedSelection, resolveSelections } from './selection/resolve-selections.ts';
import { createWaitingReader, type WaitingReader, type WaitingReaderOptions } from './read/waiting-reader.ts';

export type { CacheOptions } from './selection/cache-options.ts';

/**
 * The objects that the controllers of a manager watch and read. All users of a resource share one watch and one copy. A
 * handle of {@link metadataOf} reads from whole objects if they are held; if no user needs them, only metadata is held.
 */
export interface Cache extends CachedReads {
  /**
   * Adds a user of a resource, which is held until every user has released it or it is removed. If the cache is
   * running, its watch starts at once. Throws a {@link CacheStoppedError} if the cache has stopped.
   */
  resource<T extends KubernetesObject, A, N extends boolean = boolean>(
    resource: Resource<T, A, never, N>,
  ): HeldResource<T, N>;
  /** Returns the resource if it is held, without holding it. */
  find<T extends KubernetesObject, A, N extends boolean = boolean>(
    resource: Resource<T, A, never, N>,
  ): CachedResource<T, N> | undefined;
  /** Creates a reader that waits until the cache is up to date. */
  reader(options?: WaitingReaderOptions): WaitingReader;
  /**
   * Ends the watch of a resource, even when it has users: cache.RemoveInformer. Its handlers get no more events, and
   * reads throw a {@link CacheStoppedError}; other resources are not affected. When it is held again, a new watch
   * begins. Returns whether it was held.
   */
  remove(resource: AnyResource): boolean;
  /** Returns the state of each watch, and how much it holds. */
  states(): CachedResourceState[];
  /** Resolves when every resource that is held by now is synced. Rejects as {@link CachedResource.waitForSync}. */
  waitForSync(options?: WaitOptions): Promise<void>;
  /** Lists and watches until `signal` is aborted, and resolves when every watch has ended. A second call rejects. */
  run(signal: AbortSignal, options?: CacheRunOptions): Promise<void>;
}

/** Options of {@link Cache.run}. */
export interface CacheRunOptions {
  /** For a cache that was made without a logger. Default: silent. */
  readonly log?: Logger;
  /** Counts lists and watches of a cache that was made without metrics. Default: they are not counted. */
  readonly metrics?: ReflectorMetricsProvider;
}

/** Dependencies of {@link createCache}. */
export interface CacheDependencies {
  /** The name of the cluster, for error messages. Default: empty, the manager's own cluster. */
  readonly cluster?: string;
  /** Sends the lists and watches. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** Default: that of {@link Cache.run}. */
  readonly log?: Logger;
  /** Counts lists and watches. Default: that of {@link Cache.run}. */
  readonly metrics?: ReflectorMetricsProvider;
}

/** Creates an empty cache. Throws a TypeError if the options are contradictory. */
export function createCache(dependencies: CacheDependencies, options: CacheOptions = {}): Cache {
  const { cluster, client, clock, random } = dependencies;
  let { metrics } = dependencies;
  let lateLog = silentLogger;
  const log = dependencies.log ?? lateLogger(() => lateLog);
  const selectionsOf = resolveSelections(options);
  const held = new Map<string, ResourceEntry<KubernetesObject>>();
  /** The running watches, including those of removed resources. */
  const running = new Set<Promise<void>>();
  let signal: AbortSignal | undefined;

  const start = (entry: ResourceEntry<KubernetesObject>, until: AbortSignal): void => {
    const run = entry.run(until).finally(() => running.delete(run));
    running.add(run);
  };

  const make = (resource: AnyResource): ResourceEntry<KubernetesObject> => {
    const { watchErrorHandler } = options;
    return createResourceEntry<KubernetesObject>({
      resource: withoutShape(resource),
      selections: selectionsOf(resource),
      sourceOf: (selection, metadataOnly) => sourceOf(client, resource, selection, metadataOnly),
      clock,
      random,
      log,
      metrics: lateMetrics(() => metrics),
      ...(watchErrorHandler && {
        onWatchError: (error, namespace) => watchErrorHandler(error, { resource, namespace }),
      }),
    });
  };

  // `make` creates each entry for the resource that it is looked up by, so the type parameter is right.
  const find = <T extends KubernetesObject, A>(resource: Resource<T, A>): CachedResource<T> | undefined =>
    held.get(resourceId(resource))?.view(resource.metadataOnly === true) as CachedResource<T> | undefined;

  const hold = <T extends KubernetesObject, A>(resource: Resource<T, A>): HeldResource<T> => {
    if (signal?.aborted) throw new CacheStoppedError('the cache has stopped');
    const id = resourceId(resource);
    let entry = held.get(id);
    const isNew = entry === undefined;
    entry ??= make(resource);
    const made = entry;
    held.set(id, made);
    const user = made.hold(resource.metadataOnly === true, () => {
      if (held.get(id) === made) drop(id, made, 'released by its last user');
    });
    // The entry has the shape that the user needs.
    if (isNew && signal) start(made, signal);
    // See `find`.
    return user as unknown as HeldResource<T>;
  };

  const drop = (id: string, entry: ResourceEntry<KubernetesObject>, why: string): void => {
    held.delete(id);
    entry.stop(new CacheStoppedError(`the watch of ${id} was ${why}`));
  };

  return {
    find,
    resource: hold,
    cached: (resource) => {
      const found = find(resource);
      if (!found) throw new NotCachedError(resource, cluster);
      return found;
    },
    reader: ({ onMissingInformer = options.onMissingInformer, timeout, ownWrites = true } = {}) =>
      createWaitingReader({
        isStarted: () => signal !== undefined,
        timeout: timeout ?? options.readTimeout ?? seconds(30),
        ownWrites,
        resourceOf: (resource) => {
          const found = find(resource);
          if (found) return found;
          if (onMissingInformer !== 'start') throw new NotCachedError(resource, cluster);
          return hold(resource);
        },
      }),
    remove: (resource) => {
      const id = resourceId(resource);
      const entry = held.get(id);
      if (entry) drop(id, entry, 'removed from the cache');
      return entry !== undefined;
    },
    states: () => [...held.values()].flatMap((entry) => entry.states()),
    waitForSync: async (wait) => {
      await Promise.all([...held.values()].map((entry) => entry.waitForSync(wait)));
    },
    run: async (until, how = {}) => {
      if (signal) throw new Error('the cache was started already');
      signal = until;
      metrics ??= how.metrics;
      lateLog = how.log ?? silentLogger;
      for (const entry of held.values()) start(entry, until);
      await aborted(until);
      await Promise.all(running);
    },
  };
}

/** Creates a source that lists and watches in the currently held shape. */
function sourceOf(
  client: Client,
  resource: AnyResource,
  selection: ResolvedSelection,
  metadataOnly: () => boolean,
): ListerWatcher<KubernetesObject> {
  const { labelSelector, fieldSelector, requestNamespace: namespace } = selection;
  const asked = {
    ...(namespace !== '' && { namespace }),
    ...(labelSelector !== '' && { labelSelector }),
    ...(fieldSelector !== '' && { fieldSelector }),
  };
  const full = createListerWatcher(client, withoutShape(resource), asked);
  const metadata: ListerWatcher<KubernetesObject> = createListerWatcher(client, metadataOf(resource), asked);
  const source = (): ListerWatcher<KubernetesObject> => (metadataOnly() ? metadata : full);
  return {
    list: (request) => source().list(request),
    watch: (request) => source().watch(request),
    get expects() {
      return source().expects;
    },
  };
}

/** Returns the handle of the whole objects. */
function withoutShape(resource: AnyResource): AnyResource {
  const { metadataOnly: _, ...whole } = resource;
  return whole;
}
