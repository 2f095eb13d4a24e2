import { isNotFound, type JsonObject, type JsonValue, type ResourceDefinition } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { Client } from '../client.ts';
import type { CallOptions } from '../call-options.ts';

/** A resource from the server's discovery. */
export interface DiscoveredResource extends ResourceDefinition {
  /** The supported verbs, such as `get`, `list`, `watch`. */
  readonly verbs: readonly string[];
  /** Short names, such as `po` for pods. */
  readonly shortNames: readonly string[];
  /** The singular name, such as `pod`; empty if the server has none. */
  readonly singular: string;
  readonly subresources: readonly string[];
  /** The groups of kinds that it belongs to, such as `all`. */
  readonly categories: readonly string[];
}

/** Fetches the versions of a group, the preferred one first; undefined if the server does not have the group. */
export async function fetchVersions(
  client: Client,
  group: string,
  options: CallOptions,
): Promise<string[] | undefined> {
  if (group === '') return ['v1'];
  const answer = await orUndefined(client.getJson(`/apis/${encodeURIComponent(group)}`, options));
  return answer === undefined ? undefined : versionsOf(answer);
}

/** Fetches the resources of a group version; undefined if the server does not have it. */
export async function fetchResources(
  client: Client,
  group: string,
  version: string,
  options: CallOptions,
): Promise<DiscoveredResource[] | undefined> {
  const root = group === '' ? '/api' : `/apis/${encodeURIComponent(group)}`;
  const answer = await orUndefined(client.getJson(`${root}/${encodeURIComponent(version)}`, options));
  return answer === undefined ? undefined : resourcesOf(answer, group, version);
}

/**
 * Returns the groups of an APIGroupList (all except the core group), each with its versions, the preferred one first.
 */
export function groupsOf(answer: JsonValue): { readonly group: string; readonly versions: string[] }[] {
  return objects(answer, 'groups').map((group) => ({ group: text(group, 'name'), versions: versionsOf(group) }));
}

function versionsOf(group: JsonValue): string[] {
  const names = objects(group, 'versions').map((version) => text(version, 'version'));
  const preferred =
    isJsonObject(group) && isJsonObject(group['preferredVersion']) ? text(group['preferredVersion'], 'version') : '';
  return [...new Set([preferred, ...names])].filter((name) => name !== '');
}

function resourcesOf(answer: JsonValue, group: string, version: string): DiscoveredResource[] {
  const entries = objects(answer, 'resources');
  const subresources = new Map<string, string[]>();
  for (const entry of entries) {
    const [plural = '', ...rest] = text(entry, 'name').split('/');
    if (rest.length > 0) subresources.set(plural, [...(subresources.get(plural) ?? []), rest.join('/')]);
  }
  return entries
    .filter((entry) => !text(entry, 'name').includes('/'))
    .map((entry) => ({
      group,
      version,
      kind: text(entry, 'kind'),
      plural: text(entry, 'name'),
      namespaced: entry['namespaced'] === true,
      subresources: subresources.get(text(entry, 'name')) ?? [],
      verbs: texts(entry, 'verbs'),
      shortNames: texts(entry, 'shortNames'),
      singular: text(entry, 'singularName'),
      categories: texts(entry, 'categories'),
    }));
}

/** Returns the resources of an APIGroupDiscoveryList, which has all groups of one root in one response. */
export function aggregatedResourcesOf(answer: JsonValue): DiscoveredResource[][] {
  return objects(answer, 'items').map((group) => {
    const name = isJsonObject(group['metadata']) ? text(group['metadata'], 'name') : '';
    return objects(group, 'versions').flatMap((version) =>
      objects(version, 'resources').map((entry) => ({
        group: name,
        version: text(version, 'version'),
        kind: isJsonObject(entry['responseKind']) ? text(entry['responseKind'], 'kind') : '',
        plural: text(entry, 'resource'),
        namespaced: entry['scope'] === 'Namespaced',
        subresources: objects(entry, 'subresources').map((subresource) => text(subresource, 'subresource')),
        verbs: texts(entry, 'verbs'),
        shortNames: texts(entry, 'shortNames'),
        singular: text(entry, 'singularResource'),
        categories: texts(entry, 'categories'),
      })),
    );
  });
}

async function orUndefined(answer: Promise<JsonValue>): Promise<JsonValue | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

function objects(value: JsonValue, name: string): JsonObject[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function texts(value: JsonObject, name: string): string[] {
  const list = value[name];
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function text(value: JsonObject, name: string): string {
  const field = value[name];
  return typeof field === 'string' ? field : '';
}
