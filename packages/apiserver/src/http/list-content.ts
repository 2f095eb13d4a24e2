import type { FrozenObject } from '../resources/api-object.ts';
import { toJson } from './encode.ts';
import type { ListReply } from './reply.ts';

/** What is to be written. */
export interface Content {
  readonly value: () => unknown;
  /** The value as JSON: of a list, put together from the texts of its items, which are there already. */
  readonly json: () => string;
}

/** A list in its plain form: built-in kinds say their kind once, for all items; the items of custom resources each have their own, and every key is in order. */
export function listContent(reply: ListReply): Content {
  return reply.resource.custom ? customList(reply) : builtInList(reply);
}

function customList({ resource: { apiVersion, listKind }, items, metadata }: ListReply): Content {
  const listMetadata = { continue: '', ...metadata };
  return {
    value: () => ({ apiVersion, items, kind: listKind, metadata: listMetadata }),
    json: () => {
      const texts = items.map(toJson).join(',');
      return `{"apiVersion":${toJson(apiVersion)},"items":[${texts}],"kind":${toJson(listKind)},"metadata":${toJson(listMetadata)}}`;
    },
  };
}

function builtInList({ resource: { apiVersion, listKind, kind }, items, metadata }: ListReply): Content {
  // The text of an object of a built-in kind begins with its kind and version, always: cutting them off saves writing it anew.
  const prefix = `{"kind":${toJson(kind)},"apiVersion":${toJson(apiVersion)},`;
  const withoutPrefix = (text: string): string => (text.startsWith(prefix) ? `{${text.slice(prefix.length)}` : text);
  return {
    value: () => ({ kind: listKind, apiVersion, metadata, items: items.map(withoutKind) }),
    json: () => {
      const texts = items.map((item) => withoutPrefix(toJson(item))).join(',');
      return `{"kind":${toJson(listKind)},"apiVersion":${toJson(apiVersion)},"metadata":${toJson(metadata)},"items":[${texts}]}`;
    },
  };
}

function withoutKind(item: FrozenObject): object {
  const copy: Partial<Record<string, unknown>> = { ...item };
  delete copy.kind;
  delete copy.apiVersion;
  return copy;
}
