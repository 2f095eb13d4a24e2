import { type KubernetesList, type KubernetesObject, type ResourceDefinition } from '@kb/apimachinery';
import type { ListOptions } from '../client.ts';
import { listParameters } from './query.ts';
import { requestAnyObject } from './request-json.ts';
import { withResourceKind } from './resource-kind.ts';
import { collectionPath } from './resource-path.ts';
import type { RestConfig } from './rest-config.ts';

/** Reads all objects, or one page of them. */
export async function listObjects<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: ListOptions = {},
): Promise<KubernetesList<T>> {
  const path = collectionPath(resource, options.namespace);
  const query = listParameters(options);
  const request = { method: 'GET', path, query, subject: { resource } } as const;
  // The server's promise, as with single objects.
  return completeList(resource, (await requestAnyObject(config, request, options)) as object as KubernetesList<T>);
}

/** A list as its type says that it is: Go writes an empty one as null in places, and lists of built-in kinds leave out what their items are. */
export function completeList<T extends KubernetesObject>(
  resource: ResourceDefinition,
  list: Omit<KubernetesList<T>, 'items'> & { readonly items?: T[] | null },
): KubernetesList<T> {
  return { ...list, items: withKind(list.items ?? [], resource) };
}

/** Fills in `apiVersion` and `kind`, as every object has them that was read alone. */
function withKind<T extends KubernetesObject>(items: T[], resource: ResourceDefinition): T[] {
  for (const [index, item] of items.entries()) {
    if (!item.kind || !item.apiVersion) items[index] = withResourceKind(resource, item);
  }
  return items;
}
