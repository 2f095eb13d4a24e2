import { apiVersionOf, type KubernetesList, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Client, WatchEvent } from '@kb/client';
import type { Milliseconds } from '../durations.ts';

/** What a reflector asks of a list. */
export interface ListRequest {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly signal: AbortSignal;
}

/** What a reflector asks of a watch. */
export interface WatchRequest {
  /** Empty: from now on, after an `ADDED` for everything that is there. */
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
  readonly allowWatchBookmarks: boolean;
  /** First everything that is there, then a bookmark that says so: a list in the form of a watch. */
  readonly sendInitialEvents?: true;
  readonly resourceVersionMatch?: 'NotOlderThan';
  /**
   * To be called when the server has begun to answer. A source that cannot tell does not: the first event says so then.
   */
  readonly onOpen: () => void;
  readonly signal: AbortSignal;
}

/** What a reflector asks of its watches. */
export interface WatchSettings {
  /** Ask for bookmarks; without them there are no streaming lists either. Default: true. */
  readonly watchBookmarks?: boolean;
  /** Ask the server to let a watch run this long at least, and at most twice as long. Default: 5 minutes. */
  readonly minWatchTimeout?: Milliseconds;
}

/** The type that objects say they have. */
export interface ObjectType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What a reflector lists and watches with: cache.ListerWatcher. */
export interface ListerWatcher<T extends KubernetesObject> {
  list(options: ListRequest): Promise<KubernetesList<T>>;
  /** The events in the pieces that they come in. Sent when it is iterated. */
  watch(options: WatchRequest): AsyncIterable<readonly WatchEvent<T>[]>;
  /**
   * The type of the objects; events that bring another one are left out. Absent: every type is taken. Read for every
   * request.
   */
  readonly expects?: ObjectType;
  /**
   * Its watches know nothing of `sendInitialEvents`: it is never asked for a streaming list. client-go's fakes say so
   * too. Default: false.
   */
  readonly plainListsOnly?: boolean;
}

/** Which objects of a resource to look at. */
export interface ObjectSelection {
  /** Default: all namespaces. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** Lists and watches through the client; list and watch always ask for the same selection. */
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
