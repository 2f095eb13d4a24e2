import {
  apiVersionOf,
  type Clock,
  type DeepReadonly,
  formatObjectKey,
  keyOf,
  type KubernetesObject,
  matchesLabels,
  parseLabelSelector,
  type Random,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { deepFreeze } from '../deep-freeze.ts';
import { type Indexer, namespaceIndex } from '../informer/indexer.ts';
import { createSharedInformer, type SharedInformer } from '../informer/shared-informer.ts';
import type { Logger } from '../log/logger.ts';
import { monotonicNow } from '../monotonic-now.ts';
import type { ListerWatcher } from '../reflector/lister-watcher.ts';
import type { ReflectorMetrics } from '../reflector/reflector-metrics.ts';
import type { StreamingSupport } from '../reflector/streaming-support.ts';
import type { CacheListOptions } from './cache-reader.ts';
import { copyJson } from './copy-json.ts';
import { estimateTotalSize } from './estimate-size.ts';
import { createMutationDetector } from './mutation-detector.ts';
import { notServedHint } from './not-served.ts';
import { createPendingWrites } from './pending-writes.ts';
import type { ResolvedSelection } from './resolve-selections.ts';
import { selectionFilter } from './selection-filter.ts';

/** Options of {@link createCachePart}. */
export interface CachePartOptions<T extends KubernetesObject> {
  readonly resource: ResourceDefinition;
  readonly selection: ResolvedSelection;
  readonly source: ListerWatcher<T>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics?: ReflectorMetrics;
  /** Shared by the parts of a resource: one finds out for all whether the server lists by streams. */
  readonly streamingSupport?: StreamingSupport;
  /** Whether only metadata is held at present. */
  readonly metadataOnly: () => boolean;
  readonly onWatchError?: (error: unknown) => void;
  /** Called when the store has come to hold another history of the server, before {@link CachePartOptions.onChange}. */
  readonly onAnotherHistory: () => void;
  /** Called after every change of the store, and of how far it has come. */
  readonly onChange: () => void;
}

/** What one watch of a resource holds: its informer, and what this process wrote that the watch has not brought yet. */
export interface CachePart<T extends KubernetesObject> {
  readonly selection: ResolvedSelection;
  readonly informer: SharedInformer<T>;
  get(key: string): DeepReadonly<T> | undefined;
  /** Appends what is asked for to `found`, until that has `limit` objects. */
  collect(options: CacheListOptions, found: DeepReadonly<T>[]): void;
  /** Remembers the answer to a write. `metadataOnly`: it is no more than metadata. */
  recordWrite(object: DeepReadonly<T>, metadataOnly: boolean): void;
  recordDelete(key: string, uid: string): void;
  /** The store has seen what this process wrote under the key, or everything that it wrote. */
  hasSeenWrites(key: string | undefined): boolean;
  /** The version of the last write that is not seen yet. */
  unseenVersion(key: string | undefined): string | undefined;
  size(): PartSize;
  run(signal: AbortSignal): Promise<void>;
}

/** What a part holds. */
export interface PartSize {
  readonly objects: number;
  /** About how much memory the objects take, from a sample of them. */
  readonly bytes: number;
  /** Writes of this process that the watch has not brought yet. */
  readonly pendingWrites: number;
  /** How many objects were found changed by the program; only where that is looked for. */
  readonly mutations: number;
}

/** Makes a part; nothing is requested before {@link CachePart.run}. */
export function createCachePart<T extends KubernetesObject>(options: CachePartOptions<T>): CachePart<T> {
  const { resource, selection, source, clock, random, log, metadataOnly, onAnotherHistory, onChange } = options;
  const { mutation, namespace } = selection;
  const isSelected = selectionFilter(selection);
  const pending = createPendingWrites<T>(() => monotonicNow(clock));
  const name = namespace === '' ? resource.plural : `${resource.plural} in ${namespace}`;
  const detector = mutation === 'detect' ? createMutationDetector<T>(clock, log.with({ resource: name })) : undefined;
  const freezes = mutation === 'freeze' || mutation === 'copy';

  /**
   * The form in which an object is held. A transform is given by resource: it gets objects of that resource only, and
   * answers such.
   */
  const toHeld = (object: T): T => {
    const form = selection.transform ? (selection.transform(object) as T) : object;
    return detector ? detector.remember(form) : form;
  };
  const metadataOf = (object: T): T =>
    // Whoever asked for metadata reads no more of it.
    ({ apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: object.metadata }) as T;
  const changes = selection.transform !== undefined || detector !== undefined;

  const informer = createSharedInformer<T>({
    name,
    source,
    clock,
    random,
    log,
    freeze: freezes,
    // Drawn once for each informer, so that those of one process do not all come together.
    resyncPeriod: selection.syncPeriod * (0.9 + 0.2 * random()),
    watchBookmarks: selection.watchBookmarks,
    minWatchTimeout: selection.minWatchTimeout,
    ...(changes && { transform: toHeld }),
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
  const { indexer } = informer;
  const uidOf = (key: string): string | undefined => indexer.get(key)?.metadata.uid;
  const handOut = mutation === 'copy' ? (object: DeepReadonly<T>) => copyJson<T>(object) as DeepReadonly<T> : undefined;

  const newestOf = (key: string): DeepReadonly<T> | undefined => {
    const stored = indexer.get(key);
    return pending.isEmpty ? stored : pending.newest(key, stored, informer.resourceVersion());
  };

  /** What each index that is asked knows: what is asked for is in every one of these sets. */
  const setsOf = ({ namespace: wanted, matchingFields }: CacheListOptions): DeepReadonly<T>[][] => {
    const sets = Object.entries(matchingFields ?? {}).map(([index, value]) => indexer.byIndex(index, value));
    if (wanted && namespace === '') sets.push(indexer.byIndex(namespaceIndex, wanted));
    return sets;
  };

  return {
    selection,
    informer,
    get: (key) => {
      const found = newestOf(key);
      return found !== undefined && handOut ? handOut(found) : found;
    },
    collect: (list, found) => {
      const { limit = Infinity } = list;
      const sets = setsOf(list);
      const candidates = sets.length === 0 ? indexer.values() : sets.reduce((a, b) => (b.length < a.length ? b : a));
      // One set of the store is what is asked for, without looking at each object.
      const isExact = pending.isEmpty && sets.length <= 1 && list.labelSelector === undefined;
      const wanted = isExact ? undefined : filterOf(list, indexer);
      const take = (object: DeepReadonly<T>): void => {
        if (wanted === undefined || wanted(object)) found.push(handOut ? handOut(object) : object);
      };
      if (pending.isEmpty) {
        for (const object of candidates) {
          if (found.length >= limit) return;
          take(object);
        }
        return;
      }
      const overlaid = new Map<string, DeepReadonly<T> | undefined>();
      for (const object of candidates) overlaid.set(formatObjectKey(keyOf(object)), object);
      for (const key of pending.keys()) overlaid.set(key, newestOf(key));
      for (const object of overlaid.values()) {
        if (found.length >= limit) return;
        if (object !== undefined) take(object);
      }
    },
    recordWrite: (object, onlyMetadata) => {
      const { metadata } = object;
      const version = informer.resourceVersion();
      if (onlyMetadata && !metadataOnly()) {
        pending.record(metadata, 'unknown', version);
      } else if (!isSelected(object)) {
        pending.record(metadata, undefined, version);
      } else {
        const full = object as T;
        const held = toHeld(metadataOnly() ? metadataOf(full) : full) as DeepReadonly<T>;
        pending.record(metadata, freezes ? deepFreeze(held) : held, version);
      }
    },
    recordDelete: (key, uid) => pending.recordDelete(key, uid, indexer.get(key)),
    hasSeenWrites: (key) => pending.isEmpty || pending.hasSeen(key, informer.resourceVersion(), uidOf),
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

/** Whether an object is what a list asks for. */
function filterOf<T extends KubernetesObject>(
  { namespace, labelSelector, matchingFields }: CacheListOptions,
  indexer: Pick<Indexer<T>, 'belongsUnder'>,
): (object: DeepReadonly<T>) => boolean {
  const selector = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
  const fields = Object.entries(matchingFields ?? {}).map(([name, value]) => indexer.belongsUnder(name, value));
  return (object) =>
    (!namespace || object.metadata.namespace === namespace) &&
    (selector === undefined || matchesLabels(selector, object.metadata.labels)) &&
    fields.every((belongs) => belongs(object));
}
