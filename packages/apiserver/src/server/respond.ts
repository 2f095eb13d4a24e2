import {
  failureStatus,
  genericError,
  type HttpResponse,
  type JsonObject,
  type JsonValue,
  notAcceptable,
  type Status,
} from '@kb/apimachinery';
import { printYaml } from '@kb/apimachinery/yaml';
import type { FrozenObject } from '../objects/api-object.ts';
import { readIncludeObject, tableOf } from '../answers/table.ts';
import { refuse } from '../refuse.ts';
import { type Content, partialMetadata, plainContent, textContent } from '../answers/content.ts';
import { withOwnCacheControl } from '../handlers/proxy/forwarded-headers.ts';
import { toBytes, toPrettyJson } from '../http/encode.ts';
import { bodyOfPieces } from '../http/body-of-pieces.ts';
import { type ListContent, listContent, partialMetadataList, tableList } from '../answers/list-content.ts';
import { jsonPieces, prettyPieces, protobufPieces, refuseUnreadable, yamlPieces } from '../answers/list-pieces.ts';
import { mediaTypes, type Representation, writtenMediaTypes } from '../http/negotiation.ts';
import type { PieceTurns } from '../loop-turns.ts';
import type { ListReply, ObjectReply, Reply } from '../answers/reply.ts';

/** What writing a reply needs besides the reply. */
export interface RespondContext {
  readonly representation: Representation;
  readonly query: URLSearchParams;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Lets other work run while a long list is written. Default: the list is written as fast as it is read. */
  readonly turns?: PieceTurns;
}

const NO_CACHE = 'no-cache, private';

/** Writes a reply in the negotiated media type. Throws the StatusError of a reply that cannot have it. */
export async function respond(reply: Reply, context: RespondContext): Promise<HttpResponse> {
  switch (reply.type) {
    case 'object':
      return written(reply.status, shownObject(reply, context), context.representation);
    case 'list':
      return writtenList(shownList(reply, context), context);
    case 'document':
      return written(reply.status, plainContent(reply.body), context.representation, reply.headers);
    case 'raw':
      return {
        status: reply.status,
        headers: {
          'cache-control': NO_CACHE,
          ...(reply.contentType !== undefined && { 'content-type': reply.contentType }),
          ...reply.headers,
        },
        body: reply.body,
      };
    case 'stream':
      return {
        status: reply.webSocket ? 101 : 200,
        headers: { 'cache-control': NO_CACHE, 'content-type': reply.contentType, ...reply.webSocket },
        body: reply.body,
      };
    case 'proxied':
      return { ...reply.response, headers: withOwnCacheControl(reply.response.headers) };
    case 'connection':
      return { status: 101, headers: reply.headers, body: new Uint8Array(), connection: reply.connection };
  }
}

/** Writes a Status. */
export async function respondStatus(status: Status, representation: Representation): Promise<HttpResponse> {
  const retry = status.details?.retryAfterSeconds;
  const headers = retry ? { 'retry-after': String(retry) } : undefined;
  return written(status.code ?? 500, plainContent(status), representation, headers);
}

function written(
  status: number,
  content: Content,
  representation: Representation,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'cache-control': NO_CACHE, 'content-type': mediaTypes[representation.encoding], ...headers },
    body: bytesOf(content, representation),
  };
}

async function writtenList(content: ListContent, { representation, turns }: RespondContext): Promise<HttpResponse> {
  return {
    status: 200,
    headers: { 'cache-control': NO_CACHE, 'content-type': mediaTypes[representation.encoding] },
    body: await bodyOfPieces(await piecesOf(content, representation, turns), turns),
  };
}

async function piecesOf(
  content: ListContent,
  { encoding, pretty }: Representation,
  turns: PieceTurns | undefined,
): Promise<Iterable<string> | Iterable<Uint8Array>> {
  switch (encoding) {
    case 'json':
      return pretty ? prettyPieces(content) : jsonPieces(content);
    case 'yaml':
      return yamlPieces(content, turns);
    case 'protobuf':
      return (await protobufPieces(content, turns)) ?? refuse(notAcceptable(writtenMediaTypes));
  }
}

function bytesOf(content: Content, { encoding, pretty }: Representation): Uint8Array {
  const { value, json, protobuf } = content;
  switch (encoding) {
    case 'json':
      return toBytes(pretty ? toPrettyJson(value()) : `${json()}\n`);
    case 'yaml':
      return toBytes(toYaml(content));
    case 'protobuf':
      return protobuf() ?? refuse(notAcceptable(writtenMediaTypes));
  }
}

function toYaml({ value, json }: Content): string {
  refuseUnreadable(json());
  return printYaml(value() as JsonValue);
}

function shownObject(
  { object, columns, custom }: ObjectReply,
  { representation, query, now }: RespondContext,
): Content {
  const { transform, metaVersion } = representation;
  switch (transform) {
    case 'none':
      return plainContent(object);
    case 'PartialObjectMetadata':
      return partialMetadata(object, metaVersion);
    case 'PartialObjectMetadataList': {
      if (custom) return refuse(genericError('content is not a list'));
      const found = `but the requested object is not a list (${goName(object)})`;
      return refuse(wrongShape(`you requested PartialObjectMetadataList, ${found}`));
    }
    case 'Table': {
      const { resourceVersion } = object.metadata;
      const metadata: JsonObject = resourceVersion ? { resourceVersion } : {};
      return textContent(
        tableOf([object], metadata, { columns, includeObject: readIncludeObject(query), metaVersion, now }),
      );
    }
  }
}

function shownList(reply: ListReply, { representation, query, now }: RespondContext): ListContent {
  const { resource } = reply;
  const { transform, metaVersion } = representation;
  switch (transform) {
    case 'none':
      return listContent(reply);
    case 'PartialObjectMetadata': {
      const found = resource.custom
        ? '*unstructured.UnstructuredList'
        : `*${internalGroup(resource.group)}.${resource.listKind}`;
      return refuse(wrongShape(`you requested PartialObjectMetadata, but the requested object is a list (${found})`));
    }
    case 'PartialObjectMetadataList':
      return partialMetadataList(reply, metaVersion);
    case 'Table': {
      const options = { columns: resource.columns, includeObject: readIncludeObject(query), metaVersion, now };
      return tableList(reply, options);
    }
  }
}

function wrongShape(message: string): Status {
  return failureStatus({ code: 406, reason: 'NotAcceptable', message });
}

function internalGroup(group: string): string {
  return group === '' ? 'core' : (group.split('.')[0] ?? '');
}

function goName({ apiVersion, kind }: FrozenObject): string {
  return `*${internalGroup(apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '')}.${kind}`;
}
