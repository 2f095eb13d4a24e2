import {
  apiVersionOf,
  type Clock,
  type DeepReadonly,
  isExpired,
  type KubernetesObject,
  type ObjectKey,
  type Random,
  type Resource,
} from '@kb/apimachinery';
import type { ApiClient } from './api-client.ts';
import { backoffDelay } from './backoff.ts';
import { type Change, createObjectCache, type Lookup } from './object-cache.ts';
import { isLater } from './resource-version.ts';

/** A cache of one resource that a list fills and a watch keeps up to date, in all namespaces. */
export interface Informer<T extends KubernetesObject> {
  readonly resource: Resource<T>;
  /** Resolves when the first list is in the cache. Never rejects. */
  readonly synced: Promise<void>;
  get(key: ObjectKey): DeepReadonly<T> | undefined;
  list(namespace?: string): Iterable<DeepReadonly<T>>;
  index(valuesOf: (object: DeepReadonly<T>) => readonly string[]): Lookup<T>;
  /** Calls `handler` for all that is known already, and for every change from then on, at once. */
  subscribe(handler: (change: Change<T>) => void): void;
  /**
   * Puts the server's answer to a write of ours into the cache, so that the next look does not see less than we did
   * ourselves. Answers it.
   */
  observe(object: T): DeepReadonly<T>;
  /** The same for an object that a delete of ours removed at once. */
  observeDeletion(object: DeepReadonly<T>): void;
  /** Ends the watch and forgets every object without a word to the subscribers: the resource is no longer served. */
  stop(): void;
}

/** What an {@link Informer} is made from. */
export interface InformerOptions<T extends KubernetesObject> {
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Makes the waits before another attempt differ, by up to a tenth. */
  readonly random: Random;
  readonly resource: Resource<T>;
  /** Watch the objects' metadata alone. */
  readonly metadataOnly?: boolean;
  readonly signal: AbortSignal;
  /** Hears why a list or watch failed; it is tried again. */
  readonly onError: (error: unknown) => void;
  /** Runs the watch; what it rejects with is a bug. */
  readonly spawn: (work: () => Promise<void>) => void;
}

/**
 * A watch that ended well is opened again after this time; one that failed waits as long as {@link backoffDelay} says.
 */
const REOPEN_MS = 100;
const RETRY_MS = { first: 200, longest: 30_000 };

/** Starts an {@link Informer}. */
export function startInformer<T extends KubernetesObject>(options: InformerOptions<T>): Informer<T> {
  const { client, clock, random, resource, metadataOnly = false, onError, spawn } = options;
  const cache = createObjectCache<T>();
  const handlers: ((change: Change<T>) => void)[] = [];
  const ended = new AbortController();
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const kind = { apiVersion: apiVersionOf(resource), kind: resource.kind };
  let markSynced = (): void => undefined;
  const synced = new Promise<void>((resolve) => {
    markSynced = resolve;
  });
  /** The latest resource version that the list or the watch has told. */
  let seen = '';
  /** Objects that a delete of ours removed and of which the watch has not told the end. */
  const buried = new Set<string>();

  function notify(before: DeepReadonly<T> | undefined, after: DeepReadonly<T> | undefined): void {
    if (before !== undefined && after !== undefined && before.metadata.uid !== after.metadata.uid) {
      notify(before, undefined);
      notify(undefined, after);
      return;
    }
    for (const handler of handlers) handler({ before, after });
  }

  function store(object: DeepReadonly<T>): void {
    if (buried.has(object.metadata.uid)) return;
    const before = cache.get(object.metadata);
    if (before !== undefined && !isNews(before, object)) return;
    cache.set(object);
    notify(before, object);
  }

  function remove(object: DeepReadonly<T>): void {
    const before = cache.get(object.metadata);
    if (before === undefined || before.metadata.uid !== object.metadata.uid) return;
    cache.delete(before);
    notify(before, undefined);
  }

  function isNews(before: DeepReadonly<T>, after: DeepReadonly<T>): boolean {
    const { uid, resourceVersion } = before.metadata;
    if (uid === after.metadata.uid && resourceVersion === after.metadata.resourceVersion) return false;
    return !isLater(resourceVersion, after.metadata.resourceVersion);
  }

  /** Items of lists come without, and metadata alone comes with another, `apiVersion` and `kind`. */
  const named = (object: KubernetesObject): DeepReadonly<T> => Object.assign(object, kind) as DeepReadonly<T>;

  async function list(): Promise<void> {
    const answer = await client.list(resource, { metadataOnly, signal });
    const gone = new Map([...cache.list()].map((object) => [object.metadata.uid, object]));
    seen = answer.metadata.resourceVersion;
    buried.clear();
    for (const item of answer.items) {
      const object = named(item);
      gone.delete(object.metadata.uid);
      store(object);
    }
    for (const object of gone.values()) if (!isLater(object.metadata.resourceVersion, seen)) remove(object);
    markSynced();
  }

  async function watch(): Promise<void> {
    for await (const { type, object } of client.watch(resource, { metadataOnly, resourceVersion: seen, signal })) {
      if (signal.aborted) return;
      seen = object.metadata.resourceVersion;
      if (type === 'DELETED') {
        buried.delete(object.metadata.uid);
        remove(named(object));
      } else if (type !== 'BOOKMARK') store(named(object));
    }
  }

  async function run(): Promise<void> {
    let failures = 0;
    let mustList = true;
    while (!signal.aborted) {
      try {
        if (mustList) await list();
        mustList = false;
        await watch();
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        // Whatever the server said, and whatever happened to the connection: it is tried again. What the server no
        // longer remembers is listed.
        if (isExpired(error)) mustList = true;
        else {
          failures += 1;
          onError(error);
        }
      }
      const wait = failures === 0 ? REOPEN_MS : backoffDelay(failures, RETRY_MS);
      await clock.sleep(wait * (1 + random() / 10), signal).catch(() => undefined);
    }
  }

  spawn(run);
  return {
    resource,
    synced,
    get: (key) => cache.get(key),
    list: (namespace) => cache.list(namespace),
    index: (valuesOf) => cache.index(valuesOf),
    subscribe: (handler) => {
      handlers.push(handler);
      for (const after of cache.list()) handler({ before: undefined, after });
    },
    observe: (answer) => {
      const object = answer as DeepReadonly<T>;
      if (signal.aborted) return object;
      // The watch is already past this version: then it has told of it, and, if the object is not here, of its
      // deletion.
      const known = cache.get(object.metadata)?.metadata.uid === object.metadata.uid;
      if (known || isLater(object.metadata.resourceVersion, seen)) store(object);
      return object;
    },
    observeDeletion: (object) => {
      if (cache.get(object.metadata)?.metadata.uid === object.metadata.uid) buried.add(object.metadata.uid);
      remove(object);
    },
    stop: () => {
      ended.abort();
      for (const object of cache.list()) cache.delete(object);
    },
  };
}
