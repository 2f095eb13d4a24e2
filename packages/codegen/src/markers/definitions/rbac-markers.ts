import { isDns1123Label } from '@kb/apimachinery/server';
import { about, namedMarker, optional, string, strings } from '../define/define-marker.ts';
import type { RbacRule } from '../../facts/facts.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { MarkerDefinition, ValueProblem } from '../define/marker-definition.ts';

/** Markers that grant permissions to the operator. */
export const rbacMarkers: readonly MarkerDefinition[] = [
  namedMarker(
    {
      name: 'kubebuilder:rbac',
      targets: ['folder'],
      repeatable: true,
      summary: 'A permission of the operator. All of them together make its role.',
      example: '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete',
    },
    {
      groups: about('API groups. "" and core are the core group.', optional(strings)),
      resources: about('Plurals, with or without a subresource. Either these or urls.', optional(strings)),
      resourceNames: about('Only objects with these names.', optional(strings)),
      verbs: about('get, list, watch, create, update, patch, delete, deletecollection; * for all.', strings),
      urls: about('Paths of the API server other than resources, such as /metrics.', optional(strings)),
      namespace: about(
        'Grants the permission in this namespace only, with a Role. Without it everywhere, with a ClusterRole.',
        optional(string),
      ),
      roleName: about("The name of a role other than the project's.", optional(string)),
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

/** The problem of a permission that the API server would refuse, or that would have no effect. */
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

/** The verbs of requests to the API server. */
const requestVerbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** The verbs of requests for paths other than resources, and the verbs that Kubernetes checks besides requests. */
const otherVerbs = new Set(
  '* post put head options connect proxy redirect use bind escalate impersonate approve sign attest'.split(' '),
);

/**
 * The verb that an author probably meant, or undefined for a verb that is not misspelt. Custom verbs are allowed, so
 * that a short word such as `set` or `match` only counts as misspelt when letters are swapped, doubled or left out.
 */
export function misspeltVerb(verb: string): string | undefined {
  if (otherVerbs.has(verb) || requestVerbs.includes(verb)) return undefined;
  const near = nearestName(verb, requestVerbs);
  const isOtherWord = near !== undefined && near.length <= 5 && near.length === verb.length && !sameLetters(verb, near);
  return isOtherWord ? undefined : near;
}

function sameLetters(a: string, b: string): boolean {
  return a.split('').sort().join('') === b.split('').sort().join('');
}
