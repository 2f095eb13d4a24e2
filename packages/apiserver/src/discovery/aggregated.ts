import type { JsonObject } from '@kb/apimachinery';
import { toBytes, toJson } from '../http/encode.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import { parseAccept } from '../http/media-type.ts';
import type { Reply } from '../http/reply.ts';
import type { ServedGroup, ServedVersion } from '../resources/registry.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../server-context.ts';

interface CachedDocument {
  readonly generation: number;
  readonly body: Uint8Array;
  readonly etag: string;
}

const cached = new WeakMap<ServerContext, Map<string, CachedDocument>>();

/** Everything that is served in one document, when that is what the client takes; undefined otherwise. `core`: what is below `/api`. */
export function aggregatedDiscovery(
  server: ServerContext,
  part: 'core' | 'groups',
  headers: Readonly<Record<string, string>>,
): Reply | undefined {
  const contentType = aggregatedType(headers.accept);
  if (contentType === undefined) return undefined;
  const { body, etag } = documentOf(server, part);
  const common = { etag, 'cache-control': 'public', vary: 'Accept' };
  if (matchesEntityTag(headers['if-none-match'], etag)) {
    return { type: 'raw', status: 304, contentType: undefined, body: new Uint8Array(), headers: common };
  }
  return { type: 'raw', status: 200, contentType, body, headers: common };
}

/** The media type of the first clause that asks for a form of discovery that there is. Plain JSON is for the older documents. */
function aggregatedType(accept: string | undefined): string | undefined {
  for (const { type, parameters } of parseAccept(accept)) {
    if (type !== 'application/json' && type !== '*/*') continue;
    if (parameters.size === 0) return undefined;
    const wanted = parameters.get('g') === 'apidiscovery.k8s.io' && parameters.get('as') === 'APIGroupDiscoveryList';
    if (wanted && parameters.get('v') === 'v2')
      return 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  }
  return undefined;
}

function documentOf(server: ServerContext, part: 'core' | 'groups'): CachedDocument {
  const documents = cached.get(server) ?? new Map<string, CachedDocument>();
  cached.set(server, documents);
  const { generation } = server.registry;
  const present = documents.get(part);
  if (present?.generation === generation) return present;
  const groups = server.registry.groups().filter(({ name }) => (name === '') === (part === 'core'));
  const text = `${toJson({ kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2', metadata: {}, items: groups.map(groupItem) })}\n`;
  const made = { generation, body: toBytes(text), etag: entityTag(text) };
  documents.set(part, made);
  return made;
}

function groupItem({ name, versions }: ServedGroup): JsonObject {
  return { metadata: name === '' ? {} : { name }, versions: versions.map(versionItem) };
}

function versionItem({ version, resources }: ServedVersion): JsonObject {
  return { version, resources: resources.map(resourceItem), freshness: 'Current' };
}

function resourceItem(resource: ServedResource): JsonObject {
  const { group, version, kind, custom, plural, singular, namespaced, verbs, shortNames, categories } = resource;
  return {
    resource: plural,
    // Built-in kinds leave out what their parent says.
    responseKind: custom ? { group, version, kind } : { group: '', version: '', kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: [...verbs],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(resource.subresources.size > 0 && {
      subresources: [...resource.subresources.values()].map((one) => subresourceItem(resource, one)),
    }),
  };
}

function subresourceItem(
  { custom, group, version }: ServedResource,
  { name, kind, verbs }: ReturnType<ServedResource['subresources']['get']> & object,
): JsonObject {
  const own = kind.group === group && kind.version === version;
  return {
    subresource: name,
    responseKind: own && !custom ? { group: '', version: '', kind: kind.kind } : { ...kind },
    verbs: [...verbs],
  };
}
