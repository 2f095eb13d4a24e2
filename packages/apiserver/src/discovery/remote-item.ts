import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { RemoteVersion } from '../aggregation/api-services.ts';
import { objectsIn, stringOf } from '../objects/api-object.ts';

/**
 * Returns a version that another server serves, as aggregated discovery shows it. `resources`: those that the server
 * has listed; undefined if it has not yet, or no longer does.
 */
export function remoteItem(
  { group, version }: Pick<RemoteVersion, 'group' | 'version'>,
  resources: readonly JsonObject[] | undefined,
): JsonObject {
  if (!resources) return { version, freshness: 'Stale' };
  const main = resources.filter(({ name }) => !stringOf(name).includes('/'));
  const items = main.map((resource): JsonObject => {
    const subresources = resources.filter(({ name }) => stringOf(name).startsWith(`${stringOf(resource.name)}/`));
    return {
      resource: stringOf(resource.name),
      responseKind: kindOf(resource, group, version),
      scope: resource.namespaced === true ? 'Namespaced' : 'Cluster',
      singularResource: stringOf(resource.singularName),
      verbs: textsIn(resource.verbs),
      ...listed('shortNames', resource.shortNames),
      ...listed('categories', resource.categories),
      ...(subresources.length > 0 && {
        subresources: subresources.map((subresource) => ({
          subresource: stringOf(subresource.name).slice(stringOf(resource.name).length + 1),
          responseKind: kindOf(subresource, group, version),
          verbs: textsIn(subresource.verbs),
        })),
      }),
    };
  });
  return { version, ...(items.length > 0 && { resources: items }), freshness: 'Current' };
}

/** Reads the resources in an APIResourceList; undefined for anything else. */
export function readResourceList(value: JsonValue): readonly JsonObject[] | undefined {
  return isJsonObject(value) && value.kind === 'APIResourceList' ? objectsIn(value.resources) : undefined;
}

/** The kind of a resource; group and version are those of the list unless it says otherwise. */
function kindOf(resource: JsonObject, group: string, version: string): JsonObject {
  return {
    group: stringOf(resource.group) || group,
    version: stringOf(resource.version) || version,
    kind: stringOf(resource.kind),
  };
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(stringOf) : [];
}

function listed(field: string, value: JsonValue | undefined): JsonObject {
  const texts = textsIn(value);
  return texts.length > 0 ? { [field]: texts } : {};
}
