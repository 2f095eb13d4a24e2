import { isDns1123Label } from '@kb/apimachinery';
import { about, namedMarker, optional, string, strings } from '../define-marker.ts';
import type { RbacRule } from '../../model/facts.ts';
import type { MarkerDefinition, ValueProblem } from '../marker-definition.ts';
import { misspeltVerb } from '../misspelt-verb.ts';

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
      groups: about('API groups. "" and core are the core group.', optional(strings)),
      resources: about('Plurals, with or without a subresource. These or urls.', optional(strings)),
      resourceNames: about('Only objects of these names.', optional(strings)),
      verbs: about('get, list, watch, create, update, patch, delete, deletecollection; * for all.', strings),
      urls: about('Paths of the API server that are not resources, such as /metrics.', optional(strings)),
      namespace: about('Only in this namespace: a Role. Without it everywhere: a ClusterRole.', optional(string)),
      roleName: about('Another role than that of the project.', optional(string)),
    },
    ({ groups = [], resources = [], resourceNames = [], verbs, urls = [], namespace = '', roleName = '' }) => {
      const problem = checkPermission({ groups, resources, resourceNames, verbs, urls, namespace });
      if (problem !== undefined) return problem;
      if (/^\.\.?$|[/%]/.test(roleName))
        return { argument: 'roleName', message: `"${roleName}" is not a valid name of a role` };
      return {
        on: 'rbac',
        rule: { groups, resources, resourceNames, verbs, urls, namespace, ...(roleName !== '' && { roleName }) },
      };
    },
  ),
];

/** What the API server would refuse of a permission, or what would grant nothing. */
function checkPermission({
  groups,
  resources,
  resourceNames,
  verbs,
  urls,
  namespace,
}: Omit<RbacRule, 'roleName'>): ValueProblem | undefined {
  if (verbs.length === 0 || verbs.includes(''))
    return { argument: 'verbs', message: 'a permission needs verbs, such as get;list;watch' };
  const upperCase = verbs.find((verb) => /[A-Z]/.test(verb));
  if (upperCase !== undefined)
    return {
      argument: 'verbs',
      message: `verbs are written in lower case: ${upperCase.toLowerCase()}, not ${upperCase}`,
    };
  for (const verb of verbs) {
    const near = misspeltVerb(verb);
    if (near !== undefined) return { argument: 'verbs', message: `"${verb}" is not a verb; did you mean ${near}?` };
  }
  if (urls.length > 0) {
    if (resources.length > 0) return 'a permission is for resources or for urls, not for both';
    if (groups.length > 0) return { argument: 'groups', message: 'groups have no meaning with urls' };
    if (resourceNames.length > 0)
      return { argument: 'resourceNames', message: 'resourceNames have no meaning with urls' };
    return namespace === ''
      ? undefined
      : { argument: 'namespace', message: 'a permission for urls cannot be in a namespace' };
  }
  if (resources.length === 0 || resources.includes('')) return 'a permission needs resources or urls';
  if (groups.length === 0) return 'a permission for resources needs groups: groups="" is the core group';
  return namespace === '' || isDns1123Label(namespace).length === 0
    ? undefined
    : { argument: 'namespace', message: `"${namespace}" is not a valid name of a namespace` };
}
