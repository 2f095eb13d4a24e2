import type { DeepReadonly, JsonValue, Resource } from '@kb/apimachinery';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';

/** A resource as a server serves it. */
export interface ServedResource extends Resource {
  readonly verbs: readonly string[];
}

/** The resources, without subresources, that a discovery document of one group version (APIResourceList) names. */
export function resourcesIn(document: JsonValue, group: string, version: string): ServedResource[] {
  const { resources = [] } = document as { readonly resources?: readonly DiscoveredResource[] };
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs }) => ({ group, version, kind, plural: name, namespaced, verbs }));
}

/** One entry of an APIResourceList. */
interface DiscoveredResource {
  readonly name: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
}

const customVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/**
 * The resources that a CustomResourceDefinition makes, one for each served version, the stored one first; none as long
 * as the server has not accepted it.
 */
export function customResources({ spec, status }: DeepReadonly<CustomResourceDefinition>): ServedResource[] {
  const isEstablished = status?.conditions?.some((it) => it.type === 'Established' && it.status === 'True') ?? false;
  if (!isEstablished) return [];
  const { plural, kind } = status?.acceptedNames ?? spec.names;
  return spec.versions
    .filter(({ served }) => served)
    .sort((a, b) => Number(b.storage) - Number(a.storage))
    .map(({ name: version }) => ({
      group: spec.group,
      version,
      kind,
      plural,
      namespaced: spec.scope === 'Namespaced',
      verbs: customVerbs,
    }));
}

/**
 * Whether objects of a resource can be watched and deleted. Not Events, which own nothing, have no owner, and
 * come in numbers.
 */
export function isCollectable({ group, plural, verbs }: ServedResource): boolean {
  if (plural === 'events' && (group === '' || group === 'events.k8s.io')) return false;
  return ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb));
}
