import type { JsonObject, JsonValue } from '@kb/apimachinery';
import type { FrozenObject } from '../objects/api-object.ts';
import { metadataAlone } from '../kinds/metadata-alone.ts';
import { toMessage, toPartialMetadata } from '../serializer/protobuf/encode-protobuf.ts';
import { typeOfKind } from '../serializer/protobuf/type-of-kind.ts';
import { partialMetadataOf, rowOf, type TableOptions, tableOf } from './table.ts';
import { toJson } from '../http/encode.ts';
import type { Representation } from '../http/negotiation.ts';
import type { ListReply } from './reply.ts';

/** A list that is to be written, item by item: no client of it needs to hold all of it. */
export interface ListContent {
  /** The list as it is without its items. */
  readonly empty: JsonObject;
  /** The member of the list that holds the items. */
  readonly member: 'items' | 'rows';
  readonly items: readonly FrozenObject[];
  /** An item as the list shows it. */
  readonly shown: (item: FrozenObject) => JsonValue;
  /** The same as JSON. */
  readonly json: (item: FrozenObject) => string;
  /** The list in protobuf. Undefined: it has no such form. */
  readonly protobuf?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly metadata: ListReply['metadata'];
    readonly messageOf: (item: FrozenObject) => Uint8Array;
  };
}

/**
 * A list in its plain form: built-in kinds state their kind once, for all items, and so do metrics, which a server in
 * Go makes; items of custom resources state it each, and all keys are sorted.
 */
export function listContent(reply: ListReply): ListContent {
  const { custom, computed } = reply.resource;
  return custom && computed === undefined ? customList(reply) : builtInList(reply);
}

function customList({ resource: { apiVersion, listKind }, items, metadata }: ListReply): ListContent {
  const { remainingItemCount, resourceVersion } = metadata;
  const listMetadata = {
    continue: metadata.continue ?? '',
    ...(remainingItemCount !== undefined && { remainingItemCount }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    empty: { apiVersion, items: [], kind: listKind, metadata: listMetadata },
    member: 'items',
    items,
    shown: (item) => item as JsonValue,
    json: toJson,
  };
}

function builtInList({ resource: { apiVersion, listKind, kind }, items, metadata }: ListReply): ListContent {
  // The text of an object of a built-in kind always begins with its kind and version. Cutting them off is cheaper than
  // encoding the object again.
  const prefix = `{"kind":${toJson(kind)},"apiVersion":${toJson(apiVersion)},`;
  const withoutPrefix = (text: string): string => (text.startsWith(prefix) ? `{${text.slice(prefix.length)}` : text);
  const type = typeOfKind(apiVersion, kind);
  return {
    empty: { kind: listKind, apiVersion, metadata: { ...metadata }, items: [] },
    member: 'items',
    items,
    shown: withoutKind,
    json: (item) => withoutPrefix(toJson(item)),
    ...(type !== undefined && {
      protobuf: { apiVersion, kind: listKind, metadata, messageOf: (item) => toMessage(type, item) },
    }),
  };
}

/** A list of the metadata of objects alone. */
export function partialMetadataList(
  { items, metadata }: Pick<ListReply, 'items' | 'metadata'>,
  metaVersion: Representation['metaVersion'],
): ListContent {
  const kind = { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}` };
  const shown = (item: FrozenObject): JsonObject => partialMetadataOf(item, metaVersion);
  return {
    // No items are a nil slice in Go.
    empty: { ...kind, metadata: { ...metadata }, items: items.length === 0 ? null : [] },
    member: 'items',
    items,
    shown,
    json: (item) => toJson(shown(item)),
    protobuf: { ...kind, metadata, messageOf: (item) => toPartialMetadata({ metadata: metadataAlone(item) }) },
  };
}

/** A list as a table. */
export function tableList(
  { items, metadata }: Pick<ListReply, 'items' | 'metadata'>,
  options: TableOptions,
): ListContent {
  const none = tableOf([], { ...metadata }, options);
  return {
    empty: items.length === 0 ? none : { ...none, rows: [] },
    member: 'rows',
    items,
    shown: (item) => rowOf(item, options),
    json: (item) => toJson(rowOf(item, options)),
  };
}

function withoutKind(item: FrozenObject): JsonValue {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = item;
  return rest as JsonValue;
}
