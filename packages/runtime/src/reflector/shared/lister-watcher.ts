import { apiVersionOf, type KubernetesList, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Client, WatchEvent } from '@kb/client';
import type { Milliseconds } from '../../durations.ts';

/** The options of a reflector's list request. */
export interface ListRequest {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly signal: AbortSignal;
}

/** The options of a reflector's watch request. */
export interface WatchRequest {
  /** Empty: from now on, after an `ADDED` for every object. */
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
  readonly allowWatchBookmarks: boolean;
  /** First every object, then a bookmark that marks the end: a list in the form of a watch. */
  readonly sendInitialEvents?: true;
  readonly resourceVersionMatch?: 'NotOlderThan';
  /**
   * The source calls it when the server has begun to respond. A source that cannot tell does not; the first event
   * counts then.
   */
  readonly onOpen: () => void;
  readonly signal: AbortSignal;
}

/** Settings of a reflector's watches. */
export interface WatchSettings {
  /** Ask for bookmarks; without them there are no streaming lists either. Default: true. */
  readonly watchBookmarks?: boolean;
  /** Ask the server to let a watch run this long at least, and at most twice as long. Default: 5 minutes. */
  readonly minWatchTimeout?: Milliseconds;
}

/** client-go's default. */
export const DEFAULT_MIN_WATCH_TIMEOUT: Milliseconds = 300_000;

/** The `apiVersion` and `kind` of objects. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Lists and watches the objects of a reflector: cache.ListerWatcher. */
export interface ListerWatcher<T extends KubernetesObject> {
  list(options: ListRequest): Promise<KubernetesList<T>>;
  /** The events, in the batches in which they arrive. The request is sent when the result is iterated. */
  watch(options: WatchRequest): AsyncIterable<readonly WatchEvent<T>[]>;
  /**
   * The type of the objects; events with an object of another type are left out. Absent: every type is taken. Read for
   * every request.
   */
  readonly expects?: ObjectType | undefined;
  /**
   * Its watches do not support `sendInitialEvents`: no streaming list is requested. client-go's fakes do the same.
   * Default: false.
   */
  readonly plainListsOnly?: boolean;
}

/** Which objects of a resource to list and watch. */
export interface ObjectSelection {
  /** Default: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Lists and watches through the client, always with the same selection. */
export function createListerWatcher<T extends KubernetesObject, A>(
  client: Client,
  resource: Resource<T, A>,
  selection: ObjectSelection,
): ListerWatcher<T> {
  const apiVersion = apiVersionOf(resource);
  const { kind } = resource;
  return {
    list: async (options) => {
      const list = await client.list(resource, { ...selection, ...options, readOnly: true });
      return { ...list, items: list.items.map((item) => withType(item, apiVersion, kind)) };
    },
    watch: (options) => client.watch(resource, { ...selection, ...options, readOnly: true }).batches(),
    expects: { apiVersion, kind },
  };
}

/**
 * The API server leaves `apiVersion` and `kind` out of the items of built-in lists; an object must be the same whether
 * it was listed or watched, down to the order of its keys: objects of one layout are read faster.
 */
function withType<T extends KubernetesObject>(item: T, apiVersion: string, kind: string): T {
  const { apiVersion: given, kind: givenKind }: Partial<KubernetesObject> = item;
  if (given !== undefined && givenKind !== undefined) return item;
  return Object.assign({ kind, apiVersion }, item);
}
