import type { FrozenObject } from '../objects/api-object.ts';
import { metadataAlone } from '../kinds/metadata-alone.ts';
import { toMessage, toPartialMetadata, toProtobufList } from '../serializer/protobuf/encode-protobuf.ts';
import { typeOfKind } from '../serializer/protobuf/type-of-kind.ts';
import { partialMetadataOf, rowOf, type TableOptions, tableOf } from './table.ts';
import { type Content, plainContent, textContent } from './content.ts';
import { toJson } from '../http/encode.ts';
import type { Representation } from '../http/negotiation.ts';
import type { ListReply } from './reply.ts';

/**
 * A list in its plain form: built-in kinds say their kind once, for all items; the items of custom resources each have
 * their own, and every key is in order.
 */
export function listContent(reply: ListReply): Content {
  return reply.resource.custom ? customList(reply) : builtInList(reply);
}

function customList({ resource: { apiVersion, listKind }, items, metadata }: ListReply): Content {
  const { remainingItemCount, resourceVersion } = metadata;
  const listMetadata = {
    continue: metadata.continue ?? '',
    ...(remainingItemCount !== undefined && { remainingItemCount }),
    resourceVersion,
  };
  const head = `{"apiVersion":${toJson(apiVersion)},"items":[`;
  const tail = `],"kind":${toJson(listKind)},"metadata":${toJson(listMetadata)}}`;
  return {
    value: () => ({ apiVersion, items, kind: listKind, metadata: listMetadata }),
    ...inPieces(head, items, toJson, tail),
    protobuf: () => undefined,
  };
}

function builtInList({ resource: { apiVersion, listKind, kind }, items, metadata }: ListReply): Content {
  // The text of an object of a built-in kind always begins with its kind and version. Cutting them off is cheaper than
  // encoding the object again.
  const prefix = `{"kind":${toJson(kind)},"apiVersion":${toJson(apiVersion)},`;
  const withoutPrefix = (text: string): string => (text.startsWith(prefix) ? `{${text.slice(prefix.length)}` : text);
  const head = `{"kind":${toJson(listKind)},"apiVersion":${toJson(apiVersion)},"metadata":${toJson(metadata)},"items":[`;
  return {
    value: () => ({ kind: listKind, apiVersion, metadata, items: items.map(withoutKind) }),
    ...inPieces(head, items, (item) => withoutPrefix(toJson(item)), ']}'),
    protobuf: () => {
      const type = typeOfKind(apiVersion, kind);
      if (type === undefined) return undefined;
      return toProtobufList(
        { apiVersion, kind: listKind },
        metadata,
        items.map((item) => toMessage(type, item)),
      );
    },
  };
}

/** A list as JSON, from the texts of its items: each is made when it is read. */
function inPieces(
  head: string,
  items: readonly FrozenObject[],
  textOfItem: (item: FrozenObject) => string,
  tail: string,
): Required<Pick<Content, 'json' | 'jsonPieces'>> {
  function* pieces(): Generator<string> {
    yield head;
    for (const [index, item] of items.entries()) yield index === 0 ? textOfItem(item) : `,${textOfItem(item)}`;
    yield tail;
  }
  return { json: () => [...pieces()].join(''), jsonPieces: pieces };
}

/** A list of the metadata of objects alone. */
export function partialMetadataList(
  { items, metadata }: Pick<ListReply, 'items' | 'metadata'>,
  metaVersion: Representation['metaVersion'],
): Content {
  const kind = { kind: 'PartialObjectMetadataList', apiVersion: `meta.k8s.io/${metaVersion}` };
  const shown = (item: FrozenObject): object => partialMetadataOf(item, metaVersion);
  const protobuf = (): Uint8Array => {
    const messages = items.map((item) => toPartialMetadata({ metadata: metadataAlone(item) }));
    return toProtobufList(kind, metadata, messages);
  };
  // No items are a nil slice in Go.
  if (items.length === 0) return { ...plainContent({ ...kind, metadata, items: null }), protobuf };
  return {
    value: () => ({ ...kind, metadata, items: items.map(shown) }),
    ...inPieces(openList({ ...kind, metadata, items: [] }), items, (item) => toJson(shown(item)), ']}'),
    protobuf,
  };
}

/** A list as a table. */
export function tableList({ items, metadata }: Pick<ListReply, 'items' | 'metadata'>, options: TableOptions): Content {
  const none = tableOf([], { ...metadata }, options);
  if (items.length === 0) return textContent(none);
  return {
    value: () => tableOf(items, { ...metadata }, options),
    ...inPieces(openList({ ...none, rows: [] }), items, (item) => toJson(rowOf(item, options)), ']}'),
    protobuf: () => undefined,
  };
}

/** The text of an object whose last field is an empty list, up to where the items of the list go. */
function openList(object: object): string {
  return toJson(object).slice(0, -']}'.length);
}

function withoutKind(item: FrozenObject): object {
  const copy: Partial<Record<string, unknown>> = { ...item };
  delete copy.kind;
  delete copy.apiVersion;
  return copy;
}
