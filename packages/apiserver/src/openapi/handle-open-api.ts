import { methodNotSupportedHere } from '@kb/apimachinery';
import { refuse } from '../http/api-error.ts';
import type { ApiRequest } from '../http/api-request.ts';
import { toBytes, toJson } from '../http/encode.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import type { Reply } from '../http/reply.ts';
import type { ServedVersion } from '../resources/registry.ts';
import type { ServerContext } from '../server-context.ts';
import { VERSION_INFO } from '../version.ts';
import { openApiDocument } from './document.ts';

/** A group version that has a document. */
interface Documented {
  readonly group: string;
  readonly served: ServedVersion;
}

/** Answers `/openapi/v3` and the documents below it; undefined for other paths. There is no `/openapi/v2`: clients that know version 3 do not ask for it. */
export function handleOpenApi(
  server: ServerContext,
  request: ApiRequest,
  [, version, ...rest]: readonly string[],
): Reply | undefined {
  if (version !== 'v3') return undefined;
  if (request.method !== 'GET') return refuse(methodNotSupportedHere());
  const documents = documentedVersions(server);
  if (rest.length === 0) return index(server, documents);
  const path = rest.join('/');
  const found = documents.get(path);
  if (!found) return { type: 'raw', status: 404, contentType: undefined, body: new Uint8Array() };
  return documentReply(server, request, path, found);
}

function documentedVersions({ registry }: ServerContext): Map<string, Documented> {
  const documents = new Map<string, Documented>();
  for (const { name: group, versions } of registry.groups()) {
    for (const served of versions)
      documents.set(group === '' ? `api/${served.version}` : `apis/${group}/${served.version}`, { group, served });
  }
  return documents;
}

function index(server: ServerContext, documents: ReadonlyMap<string, Documented>): Reply {
  const paths = Object.fromEntries(
    [...documents].map(([path, documented]) => [
      path,
      { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf(server, path, documented)}` },
    ]),
  );
  return { type: 'raw', status: 200, contentType: 'application/json', body: toBytes(toJson({ paths })) };
}

/** Names a document without writing it: built-in documents never change, those of custom resources only when what is served does. */
function hashOf({ registry }: ServerContext, path: string, { served }: Documented): string {
  const custom = served.resources.some((resource) => resource.custom);
  return entityTag(`${VERSION_INFO.gitVersion} ${path} ${custom ? registry.generation : ''}`).slice(1, -1);
}

function documentReply(
  server: ServerContext,
  { query, headers }: ApiRequest,
  path: string,
  documented: Documented,
): Reply {
  const hash = hashOf(server, path, documented);
  const asked = query.get('hash');
  if (asked !== null && asked !== '' && asked !== hash) {
    const location = `/openapi/v3/${path}?hash=${hash}`;
    return { type: 'raw', status: 301, contentType: undefined, body: new Uint8Array(), headers: { location } };
  }
  const etag = `"${hash}"`;
  const caching = { etag, vary: 'Accept', ...(asked === hash && { 'cache-control': 'public, immutable' }) };
  if (matchesEntityTag(headers['if-none-match'], etag)) {
    return { type: 'raw', status: 304, contentType: undefined, body: new Uint8Array(), headers: caching };
  }
  const body = toBytes(toJson(openApiDocument(documented.served)));
  return { type: 'raw', status: 200, contentType: 'application/json', body, headers: caching };
}
