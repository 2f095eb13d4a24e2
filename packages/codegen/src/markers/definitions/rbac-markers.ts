import { namedMarker, optional, string, strings } from '../define-marker.ts';
import type { MarkerDefinition } from '../marker-definition.ts';

/** Markers that grant permissions to the operator. */
export const rbacMarkers: readonly MarkerDefinition[] = [
  namedMarker(
    {
      name: 'kubebuilder:rbac',
      targets: ['folder'],
      repeatable: true,
      summary: 'A permission of the operator. They are put together into its role.',
      example: '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete',
    },
    {
      groups: optional(strings),
      resources: optional(strings),
      resourceNames: optional(strings),
      verbs: strings,
      urls: optional(strings),
      namespace: optional(string),
      roleName: optional(string),
    },
    ({ groups = [], resources = [], resourceNames = [], verbs, urls = [], namespace = '', roleName }) => {
      if (urls.length > 0 && resources.length > 0) return 'a permission is for resources or for urls, not for both';
      if (urls.length > 0 && namespace !== '') return 'a permission for urls cannot be in a namespace';
      if (urls.length === 0 && resources.length === 0) return 'a permission needs resources or urls';
      return {
        on: 'rbac',
        rule: { groups, resources, resourceNames, verbs, urls, namespace, ...(roleName !== undefined && { roleName }) },
      };
    },
  ),
];
