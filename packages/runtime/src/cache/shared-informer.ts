import type { Cancel, Clock, DeepReadonly, KubernetesObject, Random } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';
import { deepFreeze } from './deep-freeze.ts';
import { createDeltaQueue, type Delta } from './delta-queue.ts';
import { createIndexer, type Indexer, indexKeyOf } from './indexer.ts';
import type { ListerWatcher } from './lister-watcher.ts';
import { createReflector, type ReflectorState, type ReflectorStore } from './reflector.ts';
import {
  createHandlerProcessor,
  type HandlerProcessor,
  type Notification,
  type ResourceEventHandler,
} from './resource-event-handler.ts';

/** Options of {@link createSharedInformer}. */
export interface SharedInformerOptions<T extends KubernetesObject> {
  /** Plural name of the resource, for log lines. */
  readonly name: string;
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Freeze objects, so that changing one throws. Default: true. */
  readonly freeze?: boolean;
  /** Changes objects before they are stored, such as to leave out what nobody reads. Must keep apiVersion, kind and the key, and must not throw. */
  readonly transform?: (object: T) => T;
  /** Tell handlers every object again this often, jittered to [0.9, 1.1). 0: never. Default: 0. */
  readonly resyncPeriod?: Milliseconds;
  /** Told the resource version up to which the store is complete, after every change of it. */
  readonly onProgress?: (resourceVersion: string) => void;
}

/** One handler at one informer: cache.ResourceEventHandlerRegistration. */
export interface HandlerRegistration {
  /** The handler was told everything that was there when it was added. */
  hasSynced(): boolean;
  /** Resolves when that is so; never when it is removed, or the informer stopped, before. */
  readonly synced: Promise<void>;
  /** Tells the handler nothing more. */
  remove(): void;
}

/** A store that is kept like a resource on the server, and handlers that are told how it changes: cache.SharedIndexInformer. */
export interface SharedInformer<T extends KubernetesObject> {
  /** What is there. Changed only by the informer, and before handlers are told. */
  readonly indexer: Pick<Indexer<T>, 'get' | 'has' | 'size' | 'values' | 'byIndex' | 'addIndex'>;
  /** At any time: a late handler is told everything that is there first, without gap or double. */
  addEventHandler(handler: ResourceEventHandler<T>): HandlerRegistration;
  /** The first list is in the store. */
  hasSynced(): boolean;
  /** Up to which version the store is complete; empty before the first list. */
  resourceVersion(): string;
  state(): ReflectorState;
  /** Runs until `signal` is aborted. To be called once. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes an informer; nothing is requested before {@link SharedInformer.run}. */
export function createSharedInformer<T extends KubernetesObject>(options: SharedInformerOptions<T>): SharedInformer<T> {
  const { clock, random, log, name } = options;
  const indexer = createIndexer<T>();
  const deltas = createDeltaQueue<T>();
  // Replaced, never changed: a handler that is added while others are told has seen the store after the change, and is not told it once more.
  let processors: readonly HandlerProcessor<T>[] = [];
  let synced = false;
  let storeVersion = '';

  const tell = (audience: readonly HandlerProcessor<T>[], notification: Notification<T>): void => {
    for (const processor of audience) processor.tell(notification);
  };

  const put = (key: string, object: DeepReadonly<T>): void => {
    const old = indexer.get(key);
    indexer.set(key, object);
    if (old === undefined) tell(processors, { type: 'add', object, isInInitialList: false });
    else tellChanged(processors, old, object);
  };

  const tellChanged = (
    audience: readonly HandlerProcessor<T>[],
    objectOld: DeepReadonly<T>,
    object: DeepReadonly<T>,
  ): void => {
    if (objectOld.metadata.uid === object.metadata.uid) {
      tell(audience, { type: 'update', objectOld, object });
    } else {
      // Deleted and recreated while nobody looked: two events, or an owner would never hear of the deletion.
      tell(audience, { type: 'delete', object: objectOld, finalStateUnknown: true });
      tell(audience, { type: 'add', object, isInInitialList: false });
    }
  };

  const replace = (objects: ReadonlyMap<string, DeepReadonly<T>>): void => {
    const before = new Map(indexer.entries());
    const isInInitialList = !synced;
    const audience = processors;
    const after = new Map<string, DeepReadonly<T>>();
    for (const [key, object] of objects) {
      const old = before.get(key);
      // The same version is the same object: keep the one that readers may hold.
      after.set(key, old && isSameVersion(old, object) ? old : object);
    }
    indexer.replace(after);
    synced = true;
    for (const [key, object] of before) {
      if (!after.has(key)) tell(audience, { type: 'delete', object, finalStateUnknown: true });
    }
    for (const [key, object] of after) {
      const old = before.get(key);
      if (old === undefined) tell(audience, { type: 'add', object, isInInitialList });
      else if (old !== object) tellChanged(audience, old, object);
    }
    if (isInInitialList) tell(audience, { type: 'synced' });
  };

  const process = (delta: Delta<T>): void => {
    switch (delta.type) {
      case 'Added':
      case 'Updated':
        put(delta.key, delta.object);
        storeVersion = delta.object.metadata.resourceVersion;
        break;
      case 'Deleted': {
        const known = indexer.has(delta.key);
        indexer.delete(delta.key);
        if (known) tell(processors, { type: 'delete', object: delta.object, finalStateUnknown: false });
        storeVersion = delta.object.metadata.resourceVersion;
        break;
      }
      case 'Replaced':
        replace(delta.objects);
        storeVersion = delta.resourceVersion;
        break;
      case 'Sync':
        for (const object of indexer.values()) tell(processors, { type: 'update', objectOld: object, object });
        return;
      case 'Bookmark':
        storeVersion = delta.resourceVersion;
        break;
    }
    options.onProgress?.(storeVersion);
  };

  const prepare = (object: T): DeepReadonly<T> => {
    const stored = options.transform ? options.transform(object) : object;
    // A `T` may be read where a DeepReadonly<T> is asked for; the type system cannot see that through a type parameter.
    const readable = stored as DeepReadonly<T>;
    return options.freeze === false ? readable : deepFreeze(readable);
  };

  const one = (type: 'Added' | 'Updated' | 'Deleted') => (object: T) => {
    const stored = prepare(object);
    deltas.push({ type, key: indexKeyOf(stored), object: stored });
  };

  const store: ReflectorStore<T> = {
    add: one('Added'),
    update: one('Updated'),
    delete: one('Deleted'),
    replace: (objects, resourceVersion) => {
      const content = new Map<string, DeepReadonly<T>>();
      for (const object of objects) {
        const stored = prepare(object);
        content.set(indexKeyOf(stored), stored);
      }
      deltas.push({ type: 'Replaced', objects: content, resourceVersion });
    },
    bookmark: (resourceVersion) => deltas.push({ type: 'Bookmark', resourceVersion }),
  };

  const reflector = createReflector({ name, source: options.source, store, clock, random, log });

  const processAll = async (): Promise<void> => {
    for (let batch = await deltas.pop(); batch; batch = await deltas.pop()) {
      for (const delta of batch) process(delta);
    }
  };

  const startResync = (): Cancel => {
    const period = options.resyncPeriod ?? 0;
    if (period <= 0) return () => undefined;
    let cancel: Cancel = () => undefined;
    const schedule = (): void => {
      cancel = clock.after(period * (0.9 + 0.2 * random()), () => {
        deltas.push({ type: 'Sync' });
        schedule();
      });
    };
    schedule();
    return () => cancel();
  };

  return {
    indexer,
    addEventHandler: (handler) => {
      const processor = createHandlerProcessor(handler, log.with({ resource: name }));
      for (const object of indexer.values()) processor.tell({ type: 'add', object, isInInitialList: true });
      if (synced) processor.tell({ type: 'synced' });
      processors = [...processors, processor];
      return {
        hasSynced: () => processor.hasSynced(),
        synced: processor.synced,
        remove: () => {
          processors = processors.filter((other) => other !== processor);
          processor.stop();
        },
      };
    },
    hasSynced: () => synced,
    resourceVersion: () => storeVersion,
    state: () => reflector.state(),
    run: async (signal) => {
      const stopResync = startResync();
      const processing = processAll();
      await reflector.run(signal);
      stopResync();
      deltas.close();
      await processing;
      for (const processor of processors) processor.stop();
    },
  };
}

function isSameVersion(a: DeepReadonly<KubernetesObject>, b: DeepReadonly<KubernetesObject>): boolean {
  return a.metadata.uid === b.metadata.uid && a.metadata.resourceVersion === b.metadata.resourceVersion;
}
