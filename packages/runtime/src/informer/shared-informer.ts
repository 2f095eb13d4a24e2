import { type Clock, type DeepReadonly, equalJson, type KubernetesObject, type Random } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import type { ListerWatcher } from '../reflector/lister-watcher.ts';
import type { ReflectorMetrics } from '../reflector/reflector-metrics.ts';
import type { ReflectorState } from '../reflector/reflector-state.ts';
import type { ListOrigin, ReflectorStore } from '../reflector/reflector-store.ts';
import { createReflector, type ReflectorOptions } from '../reflector/reflector.ts';
import { compareResourceVersions } from '../reflector/resource-version.ts';
import { deepFreeze } from '../deep-freeze.ts';
import { loopTurns } from '../loop-turns.ts';
import { createDeltaQueue, type Delta } from './delta-queue.ts';
import { createHandlerProcessor, type HandlerProcessor, type Notification } from './handler-processor.ts';
import { createIndexer, type Indexer, indexKeyOf } from './indexer.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';
import { createResyncSchedule } from './resync-schedule.ts';
import { createStaleEvents } from './stale-events.ts';

/** Options of {@link createSharedInformer}. */
export interface SharedInformerOptions<T extends KubernetesObject> extends Pick<
  ReflectorOptions<T>,
  | 'streamingLists'
  | 'streamingSupport'
  | 'watchBookmarks'
  | 'minWatchTimeout'
  | 'maxInternalErrorRetry'
  | 'notServed'
  | 'onWatchError'
> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Freeze objects, so that changing one throws. Default: false. */
  readonly freeze?: boolean;
  /**
   * Changes objects before they are stored, such as to leave out what nobody reads. Must keep apiVersion, kind and the
   * key. Where it throws, an event is left out and a list fails, to be tried again.
   */
  readonly transform?: (object: T) => T;
  /** Tell handlers every object again this often; at least 1 second. 0: never, for no handler. Default: 0. */
  readonly resyncPeriod?: Milliseconds;
  /** Told the resource version up to which the store is complete, when it has moved. */
  readonly onProgress?: (resourceVersion: string) => void;
  /** Told of every list when it is in the store, before {@link SharedInformerOptions.onProgress}. */
  readonly onListed?: (origin: ListOrigin) => void;
  readonly metrics?: ReflectorMetrics;
}

/** Options of {@link SharedInformer.addEventHandler}. */
export interface EventHandlerOptions {
  /**
   * Tell this handler every object again this often: at least 1 second, and no more often than the informer does once
   * it runs. 0: never. Default: the informer's.
   */
  readonly resyncPeriod?: Milliseconds;
}

/** One handler at one informer: cache.ResourceEventHandlerRegistration. */
export interface HandlerRegistration {
  /** The handler was told everything that was there when it was added. */
  hasSynced(): boolean;
  /** Resolves when that is so; never when it is removed, or the informer stopped, before. */
  readonly synced: Promise<void>;
  /** Tells the handler nothing more. The call that runs is not waited for. */
  remove(): void;
  /** Removes the handler, and resolves when the call that runs has returned. Such a call must not wait for it. */
  shutdown(): Promise<void>;
}

/** How an informer is doing. */
export interface InformerState extends ReflectorState {
  /** How many objects the store holds. */
  readonly objects: number;
  /** How many notifications wait, for the handler that is furthest behind. */
  readonly queued: number;
  /** The store is complete up to here; empty before the first list. */
  readonly resourceVersion: string;
}

/**
 * A store that is kept like a resource on the server, and handlers that are told how it changes:
 * cache.SharedIndexInformer.
 */
export interface SharedInformer<T extends KubernetesObject> {
  /** What is there. Changed only by the informer, and before handlers are told. */
  readonly indexer: Pick<
    Indexer<T>,
    'get' | 'has' | 'size' | 'keys' | 'values' | 'byIndex' | 'belongsUnder' | 'indexValues' | 'addIndex' | 'removeIndex'
  >;
  /**
   * At any time: a late handler is told everything that is there first, without gap or double. Throws when the informer
   * has stopped.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options?: EventHandlerOptions): HandlerRegistration;
  /** The first list is in the store and handed on. */
  hasSynced(): boolean;
  /** Up to which version the store is complete; empty before the first list. */
  resourceVersion(): string;
  /**
   * Lists anew at once: when the source answers another shape of the same objects from now on. Those of the list are
   * kept even where the store has the same version; handlers are not told of these. Resolves when the list is in the
   * store; never when the informer stops before.
   */
  relist(): Promise<void>;
  state(): InformerState;
  /** Runs until `signal` is aborted; resolves when no handler runs any more. To be called once. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes an informer; nothing is requested before {@link SharedInformer.run}. */
export function createSharedInformer<T extends KubernetesObject>(options: SharedInformerOptions<T>): SharedInformer<T> {
  type Audience = readonly HandlerProcessor<T>[];
  const { clock, name, transform } = options;
  const log = options.log.with({ resource: name });
  const indexer = createIndexer<T>({
    resource: name,
    onFailure: (error, index, key) => log.error(error, 'Index function failed', { index, key }),
  });
  const deltas = createDeltaQueue<T, HandlerProcessor<T>>();
  const staleEvents = createStaleEvents();
  // Replaced, never changed: a handler that is added while others are told has seen the store after the change, and is
  // not told it once more.
  let processors: Audience = [];
  let synced = false;
  let stopped = false;
  let storeVersion = '';
  /** How often another shape was asked for, and how many of these the store has seen. */
  let shapeWanted = 0;
  let shapeHeld = 0;
  /** Those that wait for a list of a shape, oldest first. */
  let waitingForShape: { readonly shape: number; readonly resolve: () => void }[] = [];

  const resyncs = createResyncSchedule<HandlerProcessor<T>>(clock, options.resyncPeriod ?? 0, log, (audience) =>
    deltas.push({ type: 'Sync', audience }),
  );

  const tell = (audience: Audience, notification: Notification<T>): void => {
    for (const processor of audience) processor.tell(notification);
  };

  const tellChanged = (audience: Audience, objectOld: DeepReadonly<T>, object: DeepReadonly<T>): void => {
    if (objectOld.metadata.uid === object.metadata.uid) {
      tell(audience, { type: 'update', objectOld, object });
    } else {
      // Deleted and recreated while nobody looked: two events, or an owner would never hear of the deletion.
      tell(audience, { type: 'delete', object: objectOld, finalStateUnknown: true });
      tell(audience, { type: 'add', object, isInInitialList: false });
    }
  };

  /** A watch only goes forward, whatever a server repeats. */
  const advance = (resourceVersion: string): void => {
    if (!resourceVersion) return;
    if ((compareResourceVersions(resourceVersion, storeVersion) ?? 1) > 0) storeVersion = resourceVersion;
  };

  const put = (key: string, object: DeepReadonly<T>): void => {
    const old = indexer.get(key);
    // Told before. A watch without a version tells again what is there with each connection, too.
    if (staleEvents.isStale(object, old)) return;
    indexer.set(key, object);
    if (old === undefined) tell(processors, { type: 'add', object, isInInitialList: false });
    else tellChanged(processors, old, object);
  };

  const replace = (content: Map<string, DeepReadonly<T>>, reshaped: boolean, anotherHistory: boolean): void => {
    const isInInitialList = !synced;
    const audience = processors;
    const unchanged = new Set<string>();
    for (const [key, object] of content) {
      const old = indexer.get(key);
      if (old === undefined || !isSameVersion(old, object)) continue;
      if (anotherHistory && !equalJson(old, object)) continue;
      unchanged.add(key);
      // The same version is the same object: keep the one that readers may hold.
      if (!reshaped) content.set(key, old);
    }
    const before = indexer.replace(content);
    for (const [key, object] of before) {
      if (!content.has(key)) tell(audience, { type: 'delete', object, finalStateUnknown: true });
    }
    for (const [key, object] of content) {
      const old = before.get(key);
      if (old === undefined) tell(audience, { type: 'add', object, isInInitialList });
      else if (!unchanged.has(key)) tellChanged(audience, old, object);
    }
    synced = true;
    // Not only to `audience`: a handler that was added meanwhile has been told everything as well.
    if (isInInitialList) tell(processors, { type: 'synced' });
  };

  const process = (delta: Delta<T, HandlerProcessor<T>>): void => {
    switch (delta.type) {
      case 'Added':
      case 'Updated':
        advance(delta.object.metadata.resourceVersion);
        put(delta.key, delta.object);
        return;
      case 'Deleted': {
        advance(delta.object.metadata.resourceVersion);
        staleEvents.deleted(delta.object);
        const known = indexer.get(delta.key);
        if (known === undefined || staleEvents.isStaleDelete(delta.object, known)) return;
        indexer.delete(delta.key);
        tell(processors, { type: 'delete', object: delta.object, finalStateUnknown: false });
        return;
      }
      case 'Replaced':
        storeVersion = delta.resourceVersion;
        // Of another shape: those of the list are kept, not those of the store.
        replace(delta.objects, delta.shape !== shapeHeld, delta.origin.anotherHistory);
        staleEvents.listed();
        options.onListed?.(delta.origin);
        shapeHeld = delta.shape;
        for (const { shape, resolve } of waitingForShape) if (shape <= shapeHeld) resolve();
        waitingForShape = waitingForShape.filter(({ shape }) => shape > shapeHeld);
        return;
      case 'Sync':
        for (const object of indexer.values()) tell(delta.audience, { type: 'update', objectOld: object, object });
        return;
      case 'Bookmark':
        advance(delta.resourceVersion);
    }
  };

  const processAll = async (): Promise<void> => {
    for (let batch = await deltas.pop(); batch; batch = await deltas.pop()) {
      const before = storeVersion;
      for (const delta of batch) process(delta);
      if (storeVersion !== before) options.onProgress?.(storeVersion);
    }
  };

  const prepare = (object: T): DeepReadonly<T> => {
    const stored = transform ? transform(object) : object;
    // A `T` may be read where a DeepReadonly<T> is asked for; the type system cannot see that through a type parameter.
    const readable = stored as DeepReadonly<T>;
    return options.freeze === true ? deepFreeze(readable) : readable;
  };

  const one = (type: 'Added' | 'Updated' | 'Deleted') => (object: T) => {
    const stored = prepare(object);
    deltas.push({ type, key: indexKeyOf(stored), object: stored });
  };

  const store: ReflectorStore<T> = {
    add: one('Added'),
    update: one('Updated'),
    delete: one('Deleted'),
    holds: (object) => {
      const held = indexer.get(indexKeyOf(object));
      return held !== undefined && isSameVersion(held, object);
    },
    replacement: () => {
      const objects = new Map<string, DeepReadonly<T>>();
      const shape = shapeWanted;
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
    },
    bookmark: (resourceVersion) => deltas.push({ type: 'Bookmark', resourceVersion }),
  };

  const reflector = createReflector({ ...options, store });

  return {
    indexer,
    addEventHandler: (handler, { resyncPeriod } = {}) => {
      if (stopped) throw new Error(`the informer of ${name} has stopped: no handler can be added to it`);
      const processor = createHandlerProcessor(handler, log, loopTurns(clock));
      resyncs.add(processor, resyncPeriod);
      for (const object of indexer.values()) processor.tell({ type: 'add', object, isInInitialList: true });
      if (synced) processor.tell({ type: 'synced' });
      processors = [...processors, processor];
      const remove = (): Promise<void> => {
        processors = processors.filter((other) => other !== processor);
        resyncs.remove(processor);
        return processor.stop();
      };
      return {
        hasSynced: () => processor.hasSynced(),
        synced: processor.synced,
        remove: () => void remove(),
        shutdown: remove,
      };
    },
    hasSynced: () => synced,
    resourceVersion: () => storeVersion,
    relist: () =>
      new Promise((resolve) => {
        shapeWanted += 1;
        waitingForShape.push({ shape: shapeWanted, resolve });
        reflector.relist();
      }),
    state: () => ({
      ...reflector.state(),
      objects: indexer.size,
      queued: Math.max(0, ...processors.map((processor) => processor.waiting)),
      resourceVersion: storeVersion,
    }),
    run: async (signal) => {
      resyncs.start();
      try {
        await Promise.race([
          reflector.run(signal),
          // Ends before the reflector only by a fault of ours, which must be heard of.
          processAll(),
        ]);
      } finally {
        stopped = true;
        resyncs.stop();
        deltas.close();
      }
      await Promise.all(processors.map((processor) => processor.stop()));
    },
  };
}

function isSameVersion(a: DeepReadonly<KubernetesObject>, b: DeepReadonly<KubernetesObject>): boolean {
  const { uid, resourceVersion } = a.metadata;
  // Without a version, nothing says that it is the same.
  return Boolean(resourceVersion) && uid === b.metadata.uid && resourceVersion === b.metadata.resourceVersion;
}
