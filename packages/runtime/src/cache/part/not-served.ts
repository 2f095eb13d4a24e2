import { formatGroupResource, type ResourceDefinition } from '@kb/apimachinery';

/** Says what to do about a resource whose lists fail with 404. controller-runtime has such a hint for unknown kinds. */
export function notServedHint(resource: Pick<ResourceDefinition, 'group' | 'version' | 'plural'>): string {
  const what = `the API server does not serve ${formatGroupResource(resource)} in the version ${resource.version}`;
  return resource.group.includes('.')
    ? `${what}: install its CRD, with that version (of a kind that is built in: enable its API)`
    : `${what}: it serves another version, or its API is off`;
}
