import { apiVersionOf, type KubernetesList, type KubernetesObject, type Resource } from '@kb/apimachinery';
import type { Client, WatchEvent } from '@kb/client';

/** What a reflector asks of a list. */
export interface ListRequest {
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly signal: AbortSignal;
}

/** What a reflector asks of a watch. */
export interface WatchRequest {
  readonly resourceVersion: string;
  readonly timeoutSeconds: number;
  readonly allowWatchBookmarks: true;
  readonly signal: AbortSignal;
}

/** What a reflector lists and watches with: cache.ListerWatcher. */
export interface ListerWatcher<T extends KubernetesObject> {
  list(options: ListRequest): Promise<KubernetesList<T>>;
  watch(options: WatchRequest): AsyncIterable<WatchEvent<T>>;
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
  return {
    list: async (options) => {
      const list = await client.list(resource, { ...selection, ...options });
      return { ...list, items: list.items.map((item) => withType(item, apiVersion, resource.kind)) };
    },
    watch: (options) => client.watch(resource, { ...selection, ...options }),
  };
}

/** The API server leaves `apiVersion` and `kind` out of the items of built-in lists; an object must be the same whether it was listed or watched. */
function withType<T extends KubernetesObject>(item: T, apiVersion: string, kind: string): T {
  const { apiVersion: given, kind: givenKind }: Partial<KubernetesObject> = item;
  return given !== undefined && givenKind !== undefined ? item : { ...item, apiVersion, kind };
}
