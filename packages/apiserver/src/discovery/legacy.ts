import type { JsonObject } from '@kb/apimachinery';
import { sha256 } from '@kb/apimachinery/codec';
import { toBytes } from '../http/encode.ts';
import type { Registry } from '../resources/registry.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import type { Store } from '../storage/store.ts';
import { toBase64 } from '../serializer/base64.ts';
import { type GroupByService, groupsByService } from './groups-by-service.ts';

/** `/api`. */
export function apiVersions(host: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
  };
}

/** `/apis`. */
export function apiGroupList(store: Store): JsonObject {
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groupsByService(store).map(groupEntry) };
}

/** `/apis/GROUP`; undefined for a group that is not served. */
export function apiGroup(store: Store, name: string): JsonObject | undefined {
  const group = groupsByService(store).find((candidate) => candidate.name === name);
  return group && { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(group) };
}

function groupEntry({ name, versions }: GroupByService): JsonObject {
  const all = versions.map(({ version }) => ({ groupVersion: `${name}/${version}`, version }));
  return {
    name,
    versions: all,
    preferredVersion: { groupVersion: all[0]?.groupVersion ?? '', version: all[0]?.version ?? '' },
  };
}

/** `/api/v1` and `/apis/GROUP/VERSION`; undefined for one that is not served. */
export function apiResourceList(registry: Registry, groupName: string, wanted: string): JsonObject | undefined {
  const served = registry
    .groups()
    .find(({ name }) => name === groupName)
    ?.versions.find(({ version }) => version === wanted);
  if (!served) return undefined;
  const groupVersion = groupName === '' ? wanted : `${groupName}/${wanted}`;
  return {
    kind: 'APIResourceList',
    ...(groupName !== '' && { apiVersion: 'v1' }),
    groupVersion,
    resources: served.resources.flatMap(resourceEntries),
  };
}

function resourceEntries(resource: ServedResource): JsonObject[] {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories, group, version } = resource;
  const main: JsonObject = {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: [...verbs],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(!resource.virtual &&
      resource.discoveredStorageVersion !== '' && { storageVersionHash: storageVersionHash(resource) }),
  };
  const subresources = [...resource.subresources.values()].map((subresource): JsonObject => {
    const foreign = subresource.kind.group !== group || subresource.kind.version !== version;
    return {
      name: `${plural}/${subresource.name}`,
      singularName: '',
      namespaced,
      ...(foreign && { group: subresource.kind.group, version: subresource.kind.version }),
      kind: subresource.kind.kind,
      verbs: [...subresource.verbs],
    };
  });
  return [main, ...subresources];
}

const hashes = new Map<string, string>();

/** The hash of a resource's storage version in discovery: the beginning of a hash of its name. */
function storageVersionHash({ storage, discoveredStorageVersion }: ServedResource): string {
  const name = `${storage.group}/${discoveredStorageVersion}/${storage.kind}`;
  let hash = hashes.get(name);
  if (hash === undefined) {
    hash = toBase64(sha256(toBytes(name)).subarray(0, 8));
    hashes.set(name, hash);
  }
  return hash;
}
