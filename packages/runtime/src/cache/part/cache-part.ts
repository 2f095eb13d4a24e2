import {
  apiVersionOf,
  type Clock,
  type DeepReadonly,
  type KubernetesObject,
  monotonicNow,
  type Random,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { deepFreeze } from '@kb/apimachinery/codec';
import type { IndexFunction } from '../../informer/indexer.ts';
import { createSharedInformer, type SharedInformer } from '../../informer/shared-informer.ts';
import type { Logger } from '../../log/logger.ts';
import type { StreamingSupport } from '../../reflector/list/streaming-support.ts';
import type { ListerWatcher } from '../../reflector/shared/lister-watcher.ts';
import type { ReflectorMetrics } from '../../reflector/shared/reflector-metrics.ts';
import type { CacheListOptions } from '../read/cache-reader.ts';
import type { PartSize } from '../read/cached-resource.ts';
import type { ResolvedSelection } from '../selection/resolve-selections.ts';
import { selectionFilter } from '../selection/selection-filter.ts';
import { collectObjects, type PartContent, readObject } from './collect-objects.ts';
import { estimateTotalSize } from './estimate-size.ts';
import { createMutationDetector } from './mutation-detector.ts';
import { notServedHint } from './not-served.ts';
import { createPendingWrites, type PendingWrites } from './pending-writes.ts';

/** Options of {@link createCachePart}. */
export interface CachePartOptions<T extends KubernetesObject> {
  readonly resource: ResourceDefinition;
  readonly selection: ResolvedSelection;
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: ReflectorMetrics;
  /** Shared by the parts of a resource: one finds out for all whether the server supports streaming lists. */
  readonly streamingSupport?: StreamingSupport;
  /** Returns whether only metadata is held at present. */
  readonly metadataOnly: () => boolean;
  readonly onWatchError?: (error: unknown) => void;
  /**
   * Called when the store has the content of another history of the server, before {@link CachePartOptions.onChange}.
   */
  readonly onAnotherHistory: () => void;
  /** Called after every list, and after every change of the version up to which the store is complete. */
  readonly onChange: () => void;
}

/** One watch of a resource: its informer, and the writes of this process that the watch has not delivered yet. */
export interface CachePart<T extends KubernetesObject> {
  readonly selection: ResolvedSelection;
  readonly informer: SharedInformer<T>;
  /** Adds an index, like `addIndex` of an indexer. */
  addIndex(name: string, values: IndexFunction<T>): void;
  removeIndex(name: string): void;
  get(key: string): DeepReadonly<T> | undefined;
  /** Appends the selected objects to `found`, up to the list's `limit`. */
  collect(options: CacheListOptions, found: DeepReadonly<T>[]): void;
  /** Records the response to a write. `metadataOnly`: it has only metadata. */
  recordWrite(object: DeepReadonly<T>, metadataOnly: boolean): void;
  /** Records that the server has removed an object. */
  recordDelete(key: string, uid: string): void;
  /** Whether the store has seen the last write of this process to a key; undefined: all its writes. */
  hasSeenWrites(key: string | undefined): boolean;
  /** Returns the version of the last write that the store has not seen yet. */
  unseenVersion(key: string | undefined): string | undefined;
  size(): PartSize;
  run(signal: AbortSignal): Promise<void>;
}

/** Creates a part; nothing is requested before {@link CachePart.run}. */
export function createCachePart<T extends KubernetesObject>(options: CachePartOptions<T>): CachePart<T> {
  const { resource, selection, clock, log, metadataOnly } = options;
  const { mutation, namespace } = selection;
  const isSelected = selectionFilter(selection);
  const pending = createPendingWrites<T>(() => monotonicNow(clock));
  const name = namespace === '' ? resource.plural : `${resource.plural} in ${namespace}`;
  const detector = mutation === 'detect' ? createMutationDetector<T>(clock, log.with({ resource: name })) : undefined;
  const freeze = mutation === 'freeze' || mutation === 'copy';

  /**
   * Returns the form in which an object is held. A transform belongs to a resource: it gets objects of that resource,
   * and must return such objects.
   */
  const toHeld = (object: T): T => {
    const form = selection.transform ? (selection.transform(object) as T) : object;
    return detector ? detector.remember(form) : form;
  };
  const transform = selection.transform !== undefined || detector !== undefined ? toHeld : undefined;
  const informer = createPartInformer(options, { name, freeze, transform, pending });
  const { indexer } = informer;
  const storeVersion = (): string => informer.resourceVersion();
  const uidOf = (key: string): string | undefined => indexer.get(key)?.metadata.uid;
  const content: PartContent<T> = { namespace, indexer, pending, storeVersion, copies: mutation === 'copy' };

  const recordWrite = (object: DeepReadonly<T>, onlyMetadata: boolean): void => {
    const { metadata } = object;
    if (onlyMetadata && !metadataOnly()) {
      pending.record(metadata, 'unknown', storeVersion());
    } else if (!isSelected(object)) {
      pending.record(metadata, undefined, storeVersion());
    } else {
      const full = object as T;
      const held = toHeld(metadataOnly() ? metadataOf(resource, full) : full) as DeepReadonly<T>;
      pending.record(metadata, freeze ? deepFreeze(held) : held, storeVersion());
    }
  };

  return {
    selection,
    informer,
    addIndex: (index, values) => {
      indexer.addIndex(index, values);
      pending.addIndex(index, (object) => indexer.valuesOf(index, object));
    },
    removeIndex: (index) => {
      indexer.removeIndex(index);
      pending.removeIndex(index);
    },
    get: (key) => readObject(content, key),
    collect: (list, found) => collectObjects(content, list, found),
    recordWrite,
    recordDelete: (key, uid) => pending.recordDelete(key, uid, indexer.get(key)),
    hasSeenWrites: (key) => pending.isEmpty || pending.hasSeen(key, storeVersion(), uidOf),
    unseenVersion: (key) => pending.versionOf(key),
    size: () => ({
      objects: indexer.size,
      bytes: estimateTotalSize(indexer.values(), indexer.size),
      pendingWrites: pending.size,
      mutations: detector?.found() ?? 0,
    }),
    run: async (signal) => {
      const stopDetector = detector?.start(() => indexer.values());
      try {
        await informer.run(signal);
      } finally {
        stopDetector?.();
      }
    },
  };
}

/** Options of {@link createPartInformer} in addition to those of the part. */
interface PartInformerOptions<T extends KubernetesObject> {
  readonly name: string;
  readonly freeze: boolean;
  readonly transform: ((object: T) => T) | undefined;
  readonly pending: PendingWrites<T>;
}

function createPartInformer<T extends KubernetesObject>(
  options: CachePartOptions<T>,
  { name, freeze, transform, pending }: PartInformerOptions<T>,
): SharedInformer<T> {
  const { resource, selection, source, clock, random, log, onAnotherHistory, onChange } = options;
  return createSharedInformer<T>({
    name,
    source,
    clock,
    random,
    log,
    freeze,
    // Drawn once for each informer, so that the resyncs of one process do not all happen at the same time.
    resyncPeriod: selection.syncPeriod * (0.9 + 0.2 * random()),
    watchBookmarks: selection.watchBookmarks,
    minWatchTimeout: selection.minWatchTimeout,
    ...(transform && { transform }),
    ...(options.metrics && { metrics: options.metrics }),
    ...(options.streamingSupport && { streamingSupport: options.streamingSupport }),
    ...(options.onWatchError && { onWatchError: options.onWatchError }),
    notServed: notServedHint(resource),
    onListed: (origin) => {
      pending.listed(origin);
      if (origin.anotherHistory) onAnotherHistory();
      onChange();
    },
    onProgress: (version) => {
      pending.catchUp(version);
      onChange();
    },
  });
}

/** Returns the metadata of an object, in its type: a caller that asked for metadata reads nothing else of it. */
function metadataOf<T extends KubernetesObject>(resource: ResourceDefinition, { metadata }: T): T {
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata } as T;
}
