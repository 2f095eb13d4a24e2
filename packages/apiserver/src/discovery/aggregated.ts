import type { JsonObject } from '@kb/apimachinery';
import type { ApiRequest } from '../context/api-request.ts';
import { toBytes, toJson } from '../http/encode.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import { parseAccept, takes } from '../http/media-type.ts';
import { type Encoding, mediaTypes, type Representation } from '../http/negotiation.ts';
import { documentReply, type Reply } from '../answers/reply.ts';
import type { ServedGroup, ServedVersion } from '../resources/registry.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { ServerContext } from '../context/server-context.ts';
import { groupsByService } from './groups-by-service.ts';
import { remoteItem } from './remote-item.ts';
import { aggregatedProtobuf } from './aggregated-protobuf.ts';

interface CachedDocument {
  readonly generation: string;
  readonly document: JsonObject;
  readonly etag: string;
}

/** Aggregated discovery, and its encoding. */
export interface AggregatedReply {
  readonly reply: Reply;
  readonly representation: Representation;
}

const cached = new WeakMap<ServerContext, Map<string, CachedDocument>>();

/**
 * Returns everything that is served in one document, if the client accepts it; undefined otherwise. `core`: the part
 * below `/api`.
 */
export function aggregatedDiscovery(
  server: ServerContext,
  part: 'core' | 'groups',
  { headers, query }: ApiRequest,
): AggregatedReply | undefined {
  const wanted = wantedEncoding(headers.accept);
  if (!wanted) return undefined;
  const { encoding } = wanted;
  const asked = query.get('pretty') || wanted.pretty;
  const pretty = encoding === 'json' && asked !== undefined && asked !== 'false' && asked !== '0';
  const representation: Representation = { encoding, pretty, transform: 'none', metaVersion: 'v1' };
  const { document, etag } = documentOf(server, part);
  const common = { etag, 'cache-control': 'public', vary: 'Accept' };
  if (matchesEntityTag(headers['if-none-match'], etag)) {
    const body = new Uint8Array();
    return { reply: { type: 'raw', status: 304, contentType: undefined, body, headers: common }, representation };
  }
  const contentType = `${mediaTypes[encoding]};${FORM}`;
  if (encoding === 'protobuf') {
    const body = aggregatedProtobuf(document);
    return { reply: { type: 'raw', status: 200, contentType, body, headers: common }, representation };
  }
  return { reply: documentReply(200, document, { ...common, 'content-type': contentType }), representation };
}

const FORM = 'g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const encodings: readonly Encoding[] = ['json', 'yaml', 'protobuf'];

/**
 * The encoding of the first clause that accepts this form. An earlier clause without a form requests the older
 * documents.
 */
function wantedEncoding(accept: string | undefined): { encoding: Encoding; pretty: string | undefined } | undefined {
  for (const clause of parseAccept(accept)) {
    const encoding = encodings.find((candidate) => takes(clause, mediaTypes[candidate]));
    if (!encoding) continue;
    const { parameters } = clause;
    const [group, version, as] = [parameters.get('g'), parameters.get('v'), parameters.get('as')];
    if (group === undefined && version === undefined && as === undefined) return undefined;
    if (group === 'apidiscovery.k8s.io' && version === 'v2' && as === 'APIGroupDiscoveryList')
      return { encoding, pretty: parameters.get('pretty') };
  }
  return undefined;
}

function documentOf(server: ServerContext, part: 'core' | 'groups'): CachedDocument {
  const documents = cached.get(server) ?? new Map<string, CachedDocument>();
  cached.set(server, documents);
  const generation = `${server.registry.generation} ${server.aggregation.generation()}`;
  const present = documents.get(part);
  if (present?.generation === generation) return present;
  const groups = server.registry.groups().filter(({ name }) => (name === '') === (part === 'core'));
  const items = part === 'core' ? groups.map(groupItem) : withRemoteGroups(server, groups);
  const document: JsonObject = {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items,
  };
  const made = { generation, document, etag: entityTag(toBytes(toJson(document))) };
  documents.set(part, made);
  return made;
}

/** Adds what other servers serve: groups are in the order of their priorities, then of their names. */
function withRemoteGroups(server: ServerContext, served: readonly ServedGroup[]): JsonObject[] {
  const own = new Map(served.map((group) => [group.name, group]));
  const registered = groupsByService(server.store);
  if (!registered.some(({ versions }) => versions.some(({ remote }) => remote))) return served.map(groupItem);
  return registered
    .sort(
      (a, b) =>
        b.priority - a.priority ||
        served.findIndex(({ name }) => name === a.name) - served.findIndex(({ name }) => name === b.name),
    )
    .map(({ name, versions }) => ({
      metadata: { name },
      versions: versions.flatMap(({ version, remote }) => {
        if (remote) return [remoteItem(remote, server.aggregation.resourcesOf(remote.name))];
        const present = own.get(name)?.versions.find((one) => one.version === version);
        return present ? [versionItem(present)] : [];
      }),
    }))
    .filter(({ versions }) => versions.length > 0);
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
    // Built-in kinds omit what their parent states.
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
