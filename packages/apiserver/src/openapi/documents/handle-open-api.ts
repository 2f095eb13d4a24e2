import type { JsonObject } from '@kb/apimachinery';
import type { ApiRequest } from '../../context/api-request.ts';
import { inTurns } from '../../loop-turns.ts';
import { compress } from '../../http/adapters/compress.ts';
import { toBytes, toJson } from '../../http/encode.ts';
import { matchesEntityTag } from '../../http/entity-tag.ts';
import { httpDate } from '../../http/http-date.ts';
import { parseAccept, takes } from '../../http/media-type.ts';
import type { RawReply, Reply } from '../../answers/reply.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { documentsOf, type WrittenDocument } from './document-cache.ts';
import { readDocument } from './document-text.ts';
import { version2Protobuf } from '../protobuf/version-2-protobuf.ts';
import { version3Protobuf } from '../protobuf/version-3-protobuf.ts';

const JSON_TYPE = 'application/json';
const protobufType = (version: 2 | 3): string => `application/com.github.proto-openapi.spec.v${version}.v1.0+protobuf`;
/** The media type in the form that clients send, which is invalid by RFC 2045. */
const withAt = (type: string): string => type.replace('.v1.0+', '@v1.0+');
const YEAR_MS = 365 * 24 * 3600 * 1000;

type Headers = NonNullable<RawReply['headers']>;

/** Handles `/openapi/v2`, `/openapi/v3` and the documents below it, for any method; undefined for other paths. */
export async function handleOpenApi(
  server: ServerContext,
  request: ApiRequest,
  [, version, ...rest]: readonly string[],
): Promise<Reply | undefined> {
  const slash = request.path.endsWith('/');
  if (version === 'v2') return rest.length === 0 && !slash ? version2Reply(server, request) : undefined;
  if (version !== 'v3') return undefined;
  if (rest.length === 0 && !slash) return indexReply(server);
  const name = rest.join('/');
  const document = slash ? undefined : documentsOf(server).version3.get(name);
  if (!document) return empty(404);
  return version3Reply(server, request, name, await document());
}

/** `/openapi/v3`: where each document is. */
async function indexReply(server: ServerContext): Promise<Reply> {
  const { version3, since } = documentsOf(server);
  const paths: Record<string, object> = {};
  for (const [name, document] of version3) paths[name] = { serverRelativeURL: urlOf(name, await document()) };
  return {
    type: 'raw',
    status: 200,
    contentType: 'text/plain; charset=utf-8',
    body: toBytes(toJson({ paths })),
    headers: { 'accept-ranges': 'bytes', 'last-modified': httpDate(since) },
  };
}

function urlOf(name: string, { hash }: WrittenDocument): string {
  return `/openapi/v3/${name}?hash=${hash}`;
}

async function version3Reply(
  server: ServerContext,
  { query, headers }: ApiRequest,
  name: string,
  document: WrittenDocument,
): Promise<Reply> {
  const asked = query.get('hash') ?? '';
  const asJson = accepts(headers.accept, JSON_TYPE);
  if (!asJson && !accepts(headers.accept, protobufType(3))) return empty(406, { vary: 'Accept' });
  const { hash } = document;
  const etag = `"${hash}"`;
  if (asked !== '' && asked !== hash) {
    const redirect = { etag, location: urlOf(name, document), vary: 'Accept' };
    return { ...empty(301, redirect), contentType: JSON_TYPE };
  }
  // A response to a request with the hash of the content may be cached for a year.
  const lasting = asked !== '' && {
    'cache-control': 'public, immutable',
    expires: httpDate(server.clock.now() + YEAR_MS).replace('GMT', 'UTC'),
  };
  const caching = { etag, vary: 'Accept', ...lasting };
  if (matchesEntityTag(headers['if-none-match'], etag)) return empty(304, caching);
  return asJson
    ? content(document.json, JSON_TYPE, document, caching)
    : content(await protobufOf(server, document, version3Protobuf), protobufType(3), document, caching);
}

async function version2Reply(server: ServerContext, { method, headers }: ApiRequest): Promise<Reply> {
  const vary = ['Accept-Encoding', 'Accept'];
  const asJson = accepts(headers.accept, JSON_TYPE);
  if (!asJson && !accepts(headers.accept, protobufType(2))) return empty(406, { vary });
  const document = await documentsOf(server).version2();
  const etag = `"${document.hash}"`;
  const caching = { etag, vary };
  if (matchesEntityTag(headers['if-none-match'], etag)) return empty(304, caching);
  const body = asJson ? document.json : await protobufOf(server, document, version2Protobuf);
  const type = asJson ? JSON_TYPE : protobufType(2);
  if (method === 'HEAD' || !acceptsGzip(headers['accept-encoding'])) return content(body, type, document, caching);
  return content(await gzipOf(body), type, document, { ...caching, 'content-encoding': 'gzip' });
}

/** Only this document is compressed, by a separate handler, which reads weights and does not support `*`. */
function acceptsGzip(acceptEncoding = ''): boolean {
  return acceptEncoding.split(',').some((clause) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(clause));
}

function accepts(accept: string | undefined, type: string): boolean {
  return parseAccept(accept).some((clause) => takes(clause, type) || clause.type === withAt(type));
}

function content(body: Uint8Array, contentType: string, { madeAt }: WrittenDocument, headers: Headers): Reply {
  const common = { 'accept-ranges': 'bytes', 'last-modified': httpDate(madeAt) };
  return { type: 'raw', status: 200, contentType, body, headers: { ...common, ...headers } };
}

function empty(status: number, headers: Headers = {}): RawReply {
  return { type: 'raw', status, contentType: undefined, body: new Uint8Array(), headers };
}

/** What was made of the JSON text of a document: all servers and requests that share the text share this too. */
const made = new WeakMap<Uint8Array, Promise<Uint8Array>>();

/** A document in protobuf. Made once. */
function protobufOf(
  { turns }: ServerContext,
  document: WrittenDocument,
  encode: (document: JsonObject) => Generator<void, Uint8Array>,
): Promise<Uint8Array> {
  let bytes = made.get(document.json);
  if (!bytes) {
    function* write(): Generator<void, Uint8Array> {
      return yield* encode(yield* readDocument(document));
    }
    bytes = inTurns(write(), turns);
    made.set(document.json, bytes);
  }
  return bytes;
}

const compressed = new WeakMap<Uint8Array, Promise<Uint8Array>>();

/** A document's bytes, compressed. Cached. */
function gzipOf(bytes: Uint8Array): Promise<Uint8Array> {
  let result = compressed.get(bytes);
  if (!result) {
    result = compress(bytes);
    compressed.set(bytes, result);
  }
  return result;
}
