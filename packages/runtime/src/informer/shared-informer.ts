import type { Clock, KubernetesObject, Random } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { loopTurns } from '../loop-turns.ts';
import { createReflector, type ReflectorOptions } from '../reflector/reflector.ts';
import type { ListerWatcher } from '../reflector/shared/lister-watcher.ts';
import type { ReflectorMetrics } from '../reflector/shared/reflector-metrics.ts';
import type { ReflectorState } from '../reflector/shared/reflector-state.ts';
import type { ListOrigin } from '../reflector/shared/reflector-store.ts';
import { applyDelta, type InformerContent } from './apply-delta.ts';
import { createDeltaQueue } from './delta-queue.ts';
import { createDeltaStore } from './delta-store.ts';
import { createHandlerProcessor, type HandlerProcessor } from './handler-processor.ts';
import { createIndexer, type Indexer } from './indexer.ts';
import type { EventHandlerOptions, HandlerRegistration, ResourceEventHandler } from './resource-event-handler.ts';
import { createResyncSchedule } from './resync-schedule.ts';
import { createShapeRequests } from './shape-requests.ts';
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
   * Changes objects before they are stored, for example to leave out fields that are never read. Must keep apiVersion,
   * kind and the key. When it throws, an event is left out, and a list fails and is tried again.
   */
  readonly transform?: (object: T) => T;
  /** Call handlers with every object again this often; at least 1 second. 0: never, for no handler. Default: 0. */
  readonly resyncPeriod?: Milliseconds;
  /** Called with the resource version up to which the store is complete, when it has moved. */
  readonly onProgress?: (resourceVersion: string) => void;
  /** Called after every list is in the store, before {@link SharedInformerOptions.onProgress}. */
  readonly onListed?: (origin: ListOrigin) => void;
  readonly metrics?: ReflectorMetrics;
}

/** The state of an informer. */
export interface InformerState extends ReflectorState {
  /** How many objects the store holds. */
  readonly objects: number;
  /** How many notifications wait for the slowest handler. */
  readonly queued: number;
  /** The store is complete up to this version; empty before the first list. */
  readonly resourceVersion: string;
}

/**
 * Keeps a store equal to a resource on the server, and calls handlers with its changes: cache.SharedIndexInformer.
 */
export interface SharedInformer<T extends KubernetesObject> {
  /** The objects. Only the informer changes them, before it calls handlers. */
  readonly indexer: Pick<
    Indexer<T>,
    | 'get'
    | 'has'
    | 'size'
    | 'keys'
    | 'values'
    | 'byIndex'
    | 'indexKeys'
    | 'valuesOf'
    | 'indexValues'
    | 'addIndex'
    | 'removeIndex'
  >;
  /**
   * Adds a handler, at any time: it first gets every object, and then the changes, without gaps or repetitions. Throws
   * when the informer has stopped.
   */
  addEventHandler(handler: ResourceEventHandler<T>, options?: EventHandlerOptions): HandlerRegistration;
  /** Whether the first list is in the store, and the handlers were notified of it. */
  hasSynced(): boolean;
  /** Returns the version up to which the store is complete; empty before the first list. */
  resourceVersion(): string;
  /**
   * Lists again at once: for a source that returns another shape of the same objects from now on. The store keeps the
   * objects of that list, even those whose version it has; handlers are not notified of these. Resolves when the list
   * is in the store; never when the informer stops before.
   */
  relist(): Promise<void>;
  state(): InformerState;
  /** Runs until `signal` is aborted; resolves when no handler runs any more. Can be called once. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes an informer; nothing is requested before {@link SharedInformer.run}. */
export function createSharedInformer<T extends KubernetesObject>(options: SharedInformerOptions<T>): SharedInformer<T> {
  const { clock, name, transform, freeze = false, onListed, onProgress } = options;
  const log = options.log.with({ resource: name });
  const indexer = createIndexer<T>({
    resource: name,
    onFailure: (error, index, key) => log.error(error, 'Index function failed', { index, key }),
  });
  const deltas = createDeltaQueue<T, HandlerProcessor<T>>();
  const shapes = createShapeRequests();
  const staleEvents = createStaleEvents();
  const content: InformerContent<T> = {
    indexer,
    staleEvents,
    shapes,
    onListed,
    handlers: [],
    synced: false,
    version: '',
  };
  const resyncs = createResyncSchedule<HandlerProcessor<T>>(clock, options.resyncPeriod ?? 0, log, (audience) =>
    deltas.push({ type: 'Sync', audience }),
  );
  const store = createDeltaStore<T, HandlerProcessor<T>>({ deltas, indexer, shapes, freeze, transform });
  const reflector = createReflector({ ...options, store });
  let stopped = false;

  const applyDeltas = async (): Promise<void> => {
    for (let batch = await deltas.pop(); batch; batch = await deltas.pop()) {
      const before = content.version;
      for (const delta of batch) applyDelta(content, delta);
      if (content.version !== before) onProgress?.(content.version);
    }
  };

  const addEventHandler = (
    handler: ResourceEventHandler<T>,
    { resyncPeriod }: EventHandlerOptions = {},
  ): HandlerRegistration => {
    if (stopped) throw new Error(`the informer of ${name} has stopped: no handler can be added to it`);
    const processor = createHandlerProcessor(handler, log, loopTurns(clock));
    resyncs.add(processor, resyncPeriod);
    for (const object of indexer.values()) processor.notify({ type: 'add', object, isInInitialList: true });
    if (content.synced) processor.notify({ type: 'synced' });
    content.handlers = [...content.handlers, processor];
    const remove = (): Promise<void> => {
      content.handlers = content.handlers.filter((other) => other !== processor);
      resyncs.remove(processor);
      return processor.stop();
    };
    return {
      hasSynced: () => processor.hasSynced(),
      synced: processor.synced,
      remove: () => void remove(),
      shutdown: remove,
    };
  };

  return {
    indexer,
    addEventHandler,
    hasSynced: () => content.synced,
    resourceVersion: () => content.version,
    relist: () => {
      const listed = shapes.request();
      reflector.relist();
      return listed;
    },
    state: () => ({
      ...reflector.state(),
      objects: indexer.size,
      queued: Math.max(0, ...content.handlers.map((processor) => processor.waiting)),
      resourceVersion: content.version,
    }),
    run: async (signal) => {
      resyncs.start();
      try {
        await Promise.race([
          reflector.run(signal),
          // Ends before the reflector only by a bug, whose error must not get lost.
          applyDeltas(),
        ]);
      } finally {
        stopped = true;
        resyncs.stop();
        deltas.close();
      }
      await Promise.all(content.handlers.map((processor) => processor.stop()));
    },
  };
}
