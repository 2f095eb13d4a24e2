import {
  type Clock,
  type DeepReadonly,
  formatGroupResource,
  formatObjectKey,
  type KubernetesObject,
  type ObjectKeyLike,
  parseObjectKey,
  type Random,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { IndexFunction } from '../informer/indexer.ts';
import type { ResourceEventHandler } from '../informer/resource-event-handler.ts';
import type { EventHandlerOptions, HandlerRegistration } from '../informer/shared-informer.ts';
import type { Logger } from '../log/logger.ts';
import { describeError } from '../log/describe-error.ts';
import type { ListerWatcher } from '../reflector/lister-watcher.ts';
import type { ReflectorMetricsProvider } from '../reflector/reflector-metrics.ts';
import { createStreamingSupport } from '../reflector/streaming-support.ts';
import {
  CacheReadTimeoutError,
  CacheStoppedError,
  namespaceNotAllowed,
  namespaceRequired,
  NamespaceNotCachedError,
} from './cache-errors.ts';
import { type CachePart, createCachePart } from './cache-part.ts';
import type { CacheListOptions } from './cache-reader.ts';
import type { CachedResource, CachedResourceState, HeldResource } from './cached-resource.ts';
import { createConditionWaiters, type WaitOptions } from './condition-waiters.ts';
import { joinRegistrations, laterRegistration } from './handler-registrations.ts';
import { createHeldResource } from './held-resource.ts';
import type { ResolvedSelection } from './resolve-selections.ts';
import { selectsEvery } from './selection-filter.ts';
import { createShowMetadata, metadataHandler } from './show-metadata.ts';

/** Options of {@link createResourceEntry}. */
export interface ResourceEntryOptions<T extends KubernetesObject> {
  readonly resource: ResourceDefinition;
  /** What is held: one watch for each. */
  readonly selections: readonly ResolvedSelection[];
  /** What a watch lists and watches with. `metadataOnly` is asked before every request. */
  readonly sourceOf: (selection: ResolvedSelection, metadataOnly: () => boolean) => ListerWatcher<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: ReflectorMetricsProvider;
  readonly onWatchError?: (error: unknown, namespace: string) => void;
}

/** A resource that the cache holds, and who uses it. */
export interface ResourceEntry<T extends KubernetesObject> {
  /** One more user. `metadataOnly`: metadata is enough for it. */
  hold(metadataOnly: boolean, onLastRelease: () => void): HeldResource<T>;
  /**
   * The resource for somebody who does not keep it; undefined when the whole objects are asked for, and nobody holds
   * more than metadata.
   */
  view(metadataOnly: boolean): CachedResource<T> | undefined;
  /** Resolves when what its users want is in the cache. Rejects as {@link CachedResource.waitForSync}. */
  waitForSync(options?: WaitOptions): Promise<void>;
  states(): CachedResourceState[];
  /** Lists and watches until `signal` is aborted or {@link ResourceEntry.stop}. To be called once. */
  run(signal: AbortSignal): Promise<void>;
  /** Ends the watches. Waiting reads reject with `reason`. */
  stop(reason: Error): void;
}

/** Makes the entry of a resource; nothing is requested before {@link ResourceEntry.run}. */
export function createResourceEntry<T extends KubernetesObject>(options: ResourceEntryOptions<T>): ResourceEntry<T> {
  const { resource, selections, clock, random, log } = options;
  const name = formatGroupResource(resource);
  const waiters = createConditionWaiters(clock);
  const indexes = new Map<string, IndexFunction<T>>();
  let users = 0;
  /** Metadata is enough for everybody; `upgrading` while the rest is being fetched. */
  let shape: 'metadata' | 'upgrading' | 'full' = 'metadata';
  /** How many want the whole objects. */
  let wholeUsers = 0;
  /** Counts changes of the shape: a list of an older one is of no more use. */
  let shapeChanges = 0;
  let afterUpgrade: (() => void)[] = [];
  let end: { readonly abort: (reason: Error) => void } | undefined;
  let stopped: Error | undefined;
  let history = {};

  const streamingSupport = createStreamingSupport();
  const metadataOnly = (): boolean => shape === 'metadata';
  const parts = new Map<string, CachePart<T>>();
  for (const selection of selections) {
    const { namespace } = selection;
    const metrics = options.metrics?.reflector(name, namespace);
    const { onWatchError } = options;
    const part = createCachePart<T>({
      resource,
      selection,
      source: options.sourceOf(selection, metadataOnly),
      clock,
      random,
      log,
      metadataOnly,
      streamingSupport,
      ...(metrics && { metrics }),
      ...(onWatchError && { onWatchError: (error) => onWatchError(error, namespace) }),
      onAnotherHistory: () => {
        history = {};
      },
      onChange: () => waiters.changed(),
    });
    parts.set(namespace, part);
  }
  const all = [...parts.values()];
  const whole = parts.size === 1 ? parts.get('') : undefined;

  const find = (namespace: string | undefined): CachePart<T> | undefined =>
    whole ?? parts.get(namespace ?? '') ?? parts.get('');
  const partOf = (namespace: string | undefined): CachePart<T> => {
    const part = find(namespace);
    if (!part) throw new NamespaceNotCachedError(resource, namespace ?? '', [...parts.keys()]);
    return part;
  };
  const partOfKey = (key: ObjectKeyLike): CachePart<T> => whole ?? partOf(parseObjectKey(key).namespace);

  /** A key that can name no object of the resource must not look as if its object were gone. */
  const checkKey = (key: ObjectKeyLike): void => {
    const { namespace } = parseObjectKey(key);
    if (Boolean(namespace) === resource.namespaced) return;
    if (namespace) throw namespaceNotAllowed(resource, namespace);
    throw namespaceRequired(resource, key);
  };

  const isSynced = (full: boolean): boolean =>
    (!full || shape === 'full') && all.every((part) => part.informer.hasSynced());

  const why = (part: CachePart<T> | undefined): { readonly text: string; readonly cause: unknown } => {
    const { lastError, phase } = (part ?? all[0])?.informer.state() ?? {};
    if (lastError === undefined) return { text: `its watch is ${phase ?? 'idle'}`, cause: undefined };
    return { text: describeError(lastError).message, cause: lastError };
  };

  const notSynced =
    ({ timeout = 0 }: WaitOptions) =>
    (): Error => {
      const { text, cause } = why(all.find((part) => !part.informer.hasSynced()));
      const message = `the cache of ${name} was not filled within ${timeout / 1000} s: ${text}`;
      return new CacheReadTimeoutError(message, { cause });
    };

  const notSeen =
    (key: string | undefined, { timeout = 0 }: WaitOptions) =>
    (): Error => {
      const part = all.find((one) => !one.hasSeenWrites(key));
      const { text, cause } = why(part);
      const version = part?.unseenVersion(key);
      const what = `${key ?? 'all writes'}${version === undefined ? '' : ` at version ${version}`}`;
      const at = part?.informer.resourceVersion() || 'none';
      return new CacheReadTimeoutError(
        `the cache of ${name} has not seen what this process wrote (${what}) within ${timeout / 1000} s; it is at version ${at}: ${text}`,
        { cause },
      );
    };

  const upgrade = (): void => {
    if (shape !== 'metadata') return;
    if (end === undefined) {
      shape = 'full';
      return;
    }
    shape = 'upgrading';
    shapeChanges += 1;
    const change = shapeChanges;
    void Promise.all(all.map((part) => part.informer.relist())).then(() => {
      if (stopped || change !== shapeChanges) return;
      shape = 'full';
      for (const add of afterUpgrade) add();
      afterUpgrade = [];
      waiters.changed();
    });
  };

  /** Nobody wants more than metadata any more: the rest goes with a new list. */
  const downgrade = (): void => {
    if (shape === 'metadata' || stopped) return;
    shape = 'metadata';
    shapeChanges += 1;
    afterUpgrade = [];
    if (end !== undefined) for (const part of all) void part.informer.relist();
    waiters.changed();
  };

  /** A view of the whole objects may be kept for longer than somebody holds them. */
  const checkHeld = (full: boolean): void => {
    if (full && shape === 'metadata')
      throw new CacheStoppedError(`the whole objects of ${name} were released by their last user`);
  };

  const addToAll = (handler: ResourceEventHandler<T>, how: EventHandlerOptions | undefined): HandlerRegistration => {
    if (stopped) throw stopped;
    return joinRegistrations(all.map((part) => part.informer.addEventHandler(handler, how)));
  };

  const states = (): CachedResourceState[] =>
    all.map((part) => ({
      ...part.informer.state(),
      ...part.size(),
      resource,
      namespace: part.selection.namespace,
      metadataOnly: metadataOnly(),
      users,
      synced: part.informer.hasSynced(),
    }));

  const show = createShowMetadata<T>(resource);

  const makeView = (full: boolean): CachedResource<T> => {
    /** Whether objects are there in the shape that this view shows. */
    const isReadable = (): boolean => {
      if (stopped) throw stopped;
      checkHeld(full);
      return !full || shape === 'full';
    };
    const list = (how: CacheListOptions = {}): DeepReadonly<T>[] => {
      if (how.namespace && !resource.namespaced) throw namespaceNotAllowed(resource, how.namespace);
      const asked = how.namespace ? [partOf(how.namespace)] : all;
      const found: DeepReadonly<T>[] = [];
      if (isReadable()) for (const part of asked) part.collect(how, found);
      return full ? found : found.map(show);
    };
    return {
      get: (key) => {
        if (!key) checkKey(key);
        const part = partOfKey(key);
        const found = isReadable() ? part.get(formatObjectKey(key)) : undefined;
        // What was found has a key that is right.
        if (found === undefined) checkKey(key);
        return full || found === undefined ? found : show(found);
      },
      list,
      byIndex: (index, value) => list({ matchingFields: { [index]: value } }),
      covers: (key) => {
        const { namespace } = parseObjectKey(key);
        return Boolean(namespace) === resource.namespaced && find(namespace) !== undefined;
      },
      isComplete: (key) => {
        const { namespace, name } = parseObjectKey(key);
        const part = Boolean(namespace) === resource.namespaced ? find(namespace) : undefined;
        return part !== undefined && isSynced(full) && selectsEvery(part.selection, { namespace, name });
      },
      addEventHandler: (handler, how) => {
        checkHeld(full);
        if (!full) return addToAll(metadataHandler(handler, show), how);
        if (shape !== 'upgrading') return addToAll(handler, how);
        return laterRegistration(
          () => addToAll(handler, how),
          (add) => void afterUpgrade.push(add),
        );
      },
      addIndex: (index, values) => {
        if (indexes.get(index) === values) return;
        if (indexes.has(index))
          throw new TypeError(`index "${index}" of ${name} is there already, with another function`);
        const done: CachePart<T>[] = [];
        try {
          for (const part of all) {
            part.informer.indexer.addIndex(index, values);
            done.push(part);
          }
        } catch (error) {
          for (const part of done) part.informer.indexer.removeIndex(index);
          throw error;
        }
        indexes.set(index, values);
      },
      recordWrite: (object) => find(object.metadata.namespace)?.recordWrite(object as DeepReadonly<T>, !full),
      recordDelete: (key, uid) => find(parseObjectKey(key).namespace)?.recordDelete(formatObjectKey(key), uid),
      history: () => history,
      hasSynced: () => isSynced(full),
      waitForSync: (wait = {}) =>
        waiters.wait(
          () => {
            checkHeld(full);
            return isSynced(full);
          },
          notSynced(wait),
          wait,
        ),
      waitForWrites: (key, wait = {}) => {
        const asked = key === undefined ? all : [partOfKey(key)];
        const text = key === undefined ? undefined : formatObjectKey(key);
        return waiters.wait(() => asked.every((part) => part.hasSeenWrites(text)), notSeen(text, wait), wait);
      },
      states,
    };
  };

  const metadataView = makeView(false);
  const fullView = makeView(true);

  return {
    view: (onlyMetadata) => {
      if (onlyMetadata) return metadataView;
      return shape === 'metadata' ? undefined : fullView;
    },
    waitForSync: (wait) => (shape === 'metadata' ? metadataView : fullView).waitForSync(wait),
    states,
    hold: (onlyMetadata, onLastRelease) => {
      if (!onlyMetadata) {
        wholeUsers += 1;
        upgrade();
      }
      users += 1;
      return createHeldResource({
        name,
        view: onlyMetadata ? metadataView : fullView,
        hasIndex: (index) => indexes.has(index),
        removeIndex: (index) => {
          indexes.delete(index);
          for (const part of all) part.informer.indexer.removeIndex(index);
        },
        onRelease: () => {
          users -= 1;
          if (!onlyMetadata) wholeUsers -= 1;
          if (users === 0) onLastRelease();
          else if (wholeUsers === 0) downgrade();
        },
      });
    },
    run: async (signal) => {
      const scope = abortScope(signal);
      end = scope;
      if (stopped) scope.abort(stopped);
      try {
        await Promise.all(all.map((part) => part.run(scope.signal)));
      } finally {
        scope.close();
        waiters.close(new CacheStoppedError('the cache has stopped'));
      }
    },
    stop: (reason) => {
      stopped = reason;
      waiters.close(reason);
      end?.abort(reason);
    },
  };
}
