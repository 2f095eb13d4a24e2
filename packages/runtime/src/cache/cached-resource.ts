import {
  type DeepReadonly,
  formatObjectKey,
  type KubernetesObject,
  matchesLabels,
  type ObjectKeyLike,
  parseLabelSelector,
  parseObjectKey,
} from '@kb/apimachinery';
import { deepFreeze } from './deep-freeze.ts';
import type { CacheReader } from './cache-reader.ts';
import { type IndexFunction, namespaceIndex } from './indexer.ts';
import { createPendingWrites, type PendingWrites } from './pending-writes.ts';
import type { ReflectorState } from './reflector.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';
import type { HandlerRegistration, SharedInformer } from './shared-informer.ts';

/** One resource in the cache: its informers (one for each namespace that the cache is restricted to, else one for all) read as one. */
export interface CachedResource<T extends KubernetesObject> extends CacheReader<T> {
  addEventHandler(handler: ResourceEventHandler<T>): HandlerRegistration;
  addIndex(name: string, values: IndexFunction<T>): void;
  /** Remembers the answer to a write, so that reads are at least as new. */
  recordWrite(object: T): void;
  hasSynced(): boolean;
  states(): ReflectorState[];
  /** Runs its informers until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>;
}

/** Makes the informer of one namespace; `undefined` stands for all. `onProgress` must be told how far its store has come. */
export type MakeInformer<T extends KubernetesObject> = (
  namespace: string | undefined,
  onProgress: (resourceVersion: string) => void,
) => SharedInformer<T>;

/** Options of {@link createCachedResource}. */
export interface CachedResourceOptions<T extends KubernetesObject> {
  /** The namespaces to hold; undefined: all, or the resource is cluster-scoped. */
  readonly namespaces: readonly string[] | undefined;
  readonly makeInformer: MakeInformer<T>;
  readonly freeze: boolean;
}

/** Makes the cache of one resource. */
export function createCachedResource<T extends KubernetesObject>(options: CachedResourceOptions<T>): CachedResource<T> {
  const parts = new Map<string | undefined, Part<T>>();
  for (const namespace of options.namespaces ?? [undefined]) {
    const pending = createPendingWrites<T>();
    parts.set(namespace, { pending, informer: options.makeInformer(namespace, (version) => pending.catchUp(version)) });
  }
  const all = [...parts.values()];
  const indexes = new Map<string, IndexFunction<T>>();
  const partOf = (key: ObjectKeyLike): Part<T> | undefined =>
    parts.get(options.namespaces ? parseObjectKey(key).namespace : undefined);

  const newestOf = ({ pending, informer }: Part<T>, key: string): DeepReadonly<T> | undefined =>
    pending.newest(key, informer.indexer.get(key), informer.resourceVersion());

  /** What the stores hold, with what was written since in its place. */
  const read = (
    part: Part<T>,
    stored: Iterable<DeepReadonly<T>>,
    wanted: (object: DeepReadonly<T>) => boolean,
  ): DeepReadonly<T>[] => {
    const found: DeepReadonly<T>[] = [];
    if (part.pending.size === 0) {
      for (const object of stored) if (wanted(object)) found.push(object);
      return found;
    }
    const overlaid = new Map<string, DeepReadonly<T>>();
    for (const object of stored) overlaid.set(formatObjectKey(object.metadata), object);
    for (const key of part.pending.keys()) {
      const newest = newestOf(part, key);
      if (newest) overlaid.set(key, newest);
    }
    for (const object of overlaid.values()) if (wanted(object)) found.push(object);
    return found;
  };

  return {
    get: (key) => {
      const part = partOf(key);
      return part && newestOf(part, formatObjectKey(key));
    },
    list: ({ namespace, labelSelector } = {}) => {
      const selector = labelSelector === undefined ? undefined : parseLabelSelector(labelSelector);
      const wanted = (object: DeepReadonly<T>): boolean =>
        (namespace === undefined || object.metadata.namespace === namespace) &&
        (selector === undefined || matchesLabels(selector, object.metadata.labels));
      return all.flatMap((part) => {
        const { indexer } = part.informer;
        return read(
          part,
          namespace === undefined ? indexer.values() : indexer.byIndex(namespaceIndex, namespace),
          wanted,
        );
      });
    },
    byIndex: (name, value) => {
      const values = indexes.get(name);
      return all.flatMap((part) =>
        read(part, part.informer.indexer.byIndex(name, value), (object) => values?.(object).includes(value) ?? true),
      );
    },
    addEventHandler: (handler) => {
      const registrations = all.map((part) => part.informer.addEventHandler(handler));
      return {
        hasSynced: () => registrations.every((registration) => registration.hasSynced()),
        synced: Promise.all(registrations.map((registration) => registration.synced)).then(() => undefined),
        remove: () => registrations.forEach((registration) => registration.remove()),
      };
    },
    addIndex: (name, values) => {
      for (const part of all) part.informer.indexer.addIndex(name, values);
      indexes.set(name, values);
    },
    recordWrite: (object) => {
      const part = partOf(object.metadata);
      if (!part) return;
      const readable = object as DeepReadonly<T>;
      part.pending.record(options.freeze ? deepFreeze(readable) : readable, part.informer.resourceVersion());
    },
    hasSynced: () => all.every((part) => part.informer.hasSynced()),
    states: () => all.map((part) => part.informer.state()),
    run: async (signal) => {
      await Promise.all(all.map((part) => part.informer.run(signal)));
    },
  };
}

interface Part<T extends KubernetesObject> {
  readonly informer: SharedInformer<T>;
  readonly pending: PendingWrites<T>;
}
