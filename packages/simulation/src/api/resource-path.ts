import type { ResourceDefinition } from '@kb/apimachinery';

/** What a path names beside the resource. */
export interface PathParts {
  /** Absent or empty: all namespaces, or a cluster-scoped resource. */
  readonly namespace?: string | undefined;
  /** Absent: the collection. */
  readonly name?: string;
  readonly subresource?: string;
}

/** The path of a collection, an object or a subresource: `/apis/apps/v1/namespaces/default/deployments/web/status`. */
export function resourcePath(
  resource: Pick<ResourceDefinition, 'group' | 'version' | 'plural' | 'namespaced'>,
  { namespace = '', name, subresource }: PathParts = {},
): string {
  const { group, version, plural, namespaced } = resource;
  const parts = group === '' ? ['/api', version] : ['/apis', group, version];
  if (namespaced && namespace !== '') parts.push('namespaces', encodeURIComponent(namespace));
  parts.push(plural);
  if (name !== undefined) parts.push(encodeURIComponent(name));
  if (subresource !== undefined) parts.push(subresource);
  return parts.join('/');
}
