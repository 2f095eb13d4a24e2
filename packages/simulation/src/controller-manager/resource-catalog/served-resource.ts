import type { DeepReadonly, JsonValue, KubernetesObject, Resource } from '@kb/apimachinery';
import type { CustomResourceDefinition } from '@kb/kubernetes/apiextensions/v1';

/** A resource that a server serves, with its verbs. */
export interface ServedResource extends Resource<KubernetesObject, object, 'scale'> {
  readonly verbs: readonly string[];
  /** Whether its objects have the scale subresource. */
  readonly hasScale: boolean;
}

/** Returns the resources, without subresources, of a discovery document of one group version (APIResourceList). */
export function resourcesIn(document: JsonValue, group: string, version: string): ServedResource[] {
  const { resources = [] } = document as { readonly resources?: readonly DiscoveredResource[] };
  const scaled = new Set(resources.map(({ name }) => name).filter((name) => name.endsWith('/scale')));
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, verbs }) => {
      return { group, version, kind, plural: name, namespaced, verbs, hasScale: scaled.has(`${name}/scale`) };
    });
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
 * Returns the resources of a CustomResourceDefinition: one for each served version, the stored one first; none until
 * the server has accepted it.
 */
export function customResources({ spec, status }: DeepReadonly<CustomResourceDefinition>): ServedResource[] {
  const isEstablished = status?.conditions?.some((it) => it.type === 'Established' && it.status === 'True') ?? false;
  if (!isEstablished) return [];
  const { plural, kind } = status?.acceptedNames ?? spec.names;
  return spec.versions
    .filter(({ served }) => served)
    .sort((a, b) => Number(b.storage) - Number(a.storage))
    .map(({ name: version, subresources }) => ({
      group: spec.group,
      version,
      kind,
      plural,
      namespaced: spec.scope === 'Namespaced',
      verbs: customVerbs,
      hasScale: subresources?.scale !== undefined,
    }));
}

/**
 * Whether objects of a resource can be watched and deleted. Excludes Events, which are numerous and neither own objects
 * nor have owners.
 */
export function isCollectable({ group, plural, verbs }: ServedResource): boolean {
  if (plural === 'events' && (group === '' || group === 'events.k8s.io')) return false;
  return ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb));
}
