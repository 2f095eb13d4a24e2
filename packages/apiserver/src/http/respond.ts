import { failureStatus, type HttpResponse, type Status } from '@kb/apimachinery';
import type { FrozenObject } from '../resources/api-object.ts';
import { partialMetadataOf, readIncludeObject, tableOf } from '../tables/table.ts';
import { refuse } from './api-error.ts';
import { toBytes, toJson, toPrettyJson } from './encode.ts';
import { type Content, listContent } from './list-content.ts';
import type { Representation } from './negotiation.ts';
import type { ListReply, ObjectReply, Reply } from './reply.ts';

/** What answers need beside themselves. */
export interface RespondContext {
  readonly representation: Representation;
  readonly query: URLSearchParams;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const NO_CACHE = 'no-cache, private';

/** Writes an answer in the form that was negotiated. Throws the StatusError of what cannot have that form. */
export async function respond(reply: Reply, context: RespondContext): Promise<HttpResponse> {
  switch (reply.type) {
    case 'object':
      return text(reply.status, plain(shownObject(reply, context)), context.representation);
    case 'list':
      return text(200, shownList(reply, context), context.representation);
    case 'document':
      return text(reply.status, plain(reply.body), context.representation, reply.headers);
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
        status: 200,
        headers: { 'cache-control': NO_CACHE, 'content-type': reply.contentType },
        body: reply.body,
      };
  }
}

/** Writes a Status. */
export async function respondStatus(status: Status, representation: Representation): Promise<HttpResponse> {
  const retry = status.details?.retryAfterSeconds;
  const headers = retry ? { 'retry-after': String(retry) } : undefined;
  return text(status.code ?? 500, plain(status), representation, headers);
}

const plain = (value: unknown): Content => ({ value: () => value, json: () => toJson(value) });

async function text(
  status: number,
  { value, json }: Content,
  { encoding, pretty }: Representation,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const written = encoding === 'yaml' ? await toYaml(value()) : `${pretty ? toPrettyJson(value()) : json()}\n`;
  return {
    status,
    headers: { 'cache-control': NO_CACHE, 'content-type': `application/${encoding}`, ...headers },
    body: toBytes(written),
  };
}

async function toYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 80, singleQuote: true, sortMapEntries: true, aliasDuplicateObjects: false });
}

function shownObject({ object, columns }: ObjectReply, { representation, query, now }: RespondContext): unknown {
  const { transform, metaVersion } = representation;
  switch (transform) {
    case 'none':
      return object;
    case 'PartialObjectMetadata':
      return partialMetadataOf(object, metaVersion);
    case 'PartialObjectMetadataList':
      return refuse(
        wrongShape(
          `you requested PartialObjectMetadataList, but the requested object is not a list (${goName(object)})`,
        ),
      );
    case 'Table': {
      const metadata = { resourceVersion: object.metadata.resourceVersion ?? '' };
      return tableOf([object], metadata, { columns, includeObject: readIncludeObject(query), metaVersion, now });
    }
  }
}

function shownList(reply: ListReply, { representation, query, now }: RespondContext): Content {
  const { resource, items, metadata } = reply;
  const { transform, metaVersion } = representation;
  switch (transform) {
    case 'none':
      return listContent(reply);
    case 'PartialObjectMetadata': {
      const found = `*${internalGroup(resource.group)}.${resource.listKind}`;
      return refuse(wrongShape(`you requested PartialObjectMetadata, but the requested object is a list (${found})`));
    }
    case 'PartialObjectMetadataList':
      return plain({
        kind: 'PartialObjectMetadataList',
        apiVersion: `meta.k8s.io/${metaVersion}`,
        metadata,
        items: items.map((item) => partialMetadataOf(item, metaVersion)),
      });
    case 'Table': {
      const options = { columns: resource.columns, includeObject: readIncludeObject(query), metaVersion, now };
      return plain(tableOf(items, { ...metadata }, options));
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
