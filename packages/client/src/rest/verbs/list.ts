import {
  apiVersionOf,
  type JsonValue,
  type KubernetesList,
  type KubernetesObject,
  type ResourceDefinition,
} from '@kb/apimachinery';
import { isJsonObject, parseJson } from '@kb/apimachinery/codec';
import { UnexpectedResponseError } from '../../errors/unexpected-response-error.ts';
import type { ListOptions } from '../../call-options.ts';
import { listParameters } from '../request/query.ts';
import { createItemSplitter } from '../../response/item-splitter.ts';
import { asObject, parseBody } from '../request/request-json.ts';
import { withResourceKind } from '../request/resource-kind.ts';
import { acceptOf, includeOf, shapeObject } from './metadata-only.ts';
import { collectionTarget } from '../request/request-target.ts';
import type { RestConfig } from '../request/rest-config.ts';
import { requestPieces } from '../request/send-request.ts';

/**
 * Lists all objects, or one page of them. Parses each object as it arrives, so that the bytes of a long list are never
 * all in memory.
 */
export async function listObjects<T extends KubernetesObject>(
  config: RestConfig,
  resource: ResourceDefinition,
  options: ListOptions = {},
): Promise<KubernetesList<T>> {
  const target = collectionTarget(resource, options.namespace);
  const query = { ...listParameters(options), ...includeOf(resource) };
  const request = { method: 'GET', ...target, query, ...acceptOf(resource, 'list') } as const;
  const splitter = createItemSplitter();
  const parse = options.readOnly ? config.sharedReader.read : parseJson;
  const items: JsonValue[] = [];
  const response = await requestPieces(config, request, options, (piece, answer) => {
    for (const item of splitter.push(piece)) items.push(parseBody(item, request, answer, parse));
  });
  const list = asObject(parseBody(splitter.rest(), request, response), request);
  const all = resource.tables ? [list] : items.length > 0 ? items : (list['items'] ?? []);
  if (!Array.isArray(all) || !all.every((item) => isJsonObject(item))) {
    const what = `${request.method} ${request.path}: the server did not respond with a list of objects`;
    throw new UnexpectedResponseError(what);
  }
  // The objects are not checked, as with single objects.
  const read = { ...list, items: all } as object as KubernetesList<T>;
  return completeList(resource, read);
}

/**
 * Completes a list to match its type: Go sometimes writes an empty list as null, and items of built-in lists have no
 * `apiVersion` and `kind`.
 */
export function completeList<T extends KubernetesObject>(
  resource: ResourceDefinition,
  list: Omit<KubernetesList<T>, 'items'> & { readonly items?: T[] | null },
): KubernetesList<T> {
  const items = list.items ?? [];
  if (!resource.metadataOnly) return { ...list, items: withKind(items, resource) };
  const type = { apiVersion: apiVersionOf(resource), kind: `${resource.kind}List` };
  return { ...list, ...type, items: items.map((item) => shapeObject(resource, item)) };
}

/** Fills in `apiVersion` and `kind` of items, which objects that are read individually have. */
function withKind<T extends KubernetesObject>(items: T[], resource: ResourceDefinition): T[] {
  for (const [index, item] of items.entries()) {
    if (!item.kind || !item.apiVersion) items[index] = withResourceKind(resource, item);
  }
  return items;
}
