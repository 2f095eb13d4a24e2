import type { RequestAttributes } from '../authentication/request-attributes.ts';
import { AUTHENTICATED, MASTERS, UNAUTHENTICATED, type User } from '../authentication/user.ts';
import { type Authorization, type Authorizer, noOpinion } from './authorizer.ts';

/** The paths that the role `system:public-info-viewer` allows every client to read. */
const publicPaths = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);
/** The paths that the role `system:discovery` adds for authenticated clients. */
const DISCOVERY = /^\/(?:api|apis|openapi)(?:\/|$)/;
/** The reviews that the role `system:basic-user` allows authenticated clients to create: about themselves. */
const ownReviews = new Set(['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews']);

const REASON = 'the embedded API server allows everything: RBAC is stored and not enforced';

/**
 * Allows trusted users everything, and all other users what the default roles of every cluster allow them. Stored roles
 * are ignored.
 */
export const alwaysAllow: Authorizer = {
  mode: 'AlwaysAllow',
  authorize,
  rulesFor: () => ({
    resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }],
    nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
    incomplete: false,
    error: '',
  }),
};

const master: Authorization = { decision: 'allow', reason: '' };
const trusted: Authorization = { decision: 'allow', reason: REASON };

function authorize(user: User, attributes: RequestAttributes): Authorization {
  if (user.groups.includes(MASTERS)) return master;
  if (user.trusted) return trusted;
  const role = allowingRole(user, attributes);
  if (role === undefined) return noOpinion;
  const group = user.groups.includes(AUTHENTICATED) ? AUTHENTICATED : UNAUTHENTICATED;
  const reason = `RBAC: allowed by ClusterRoleBinding "${role}" of ClusterRole "${role}" to Group "${group}"`;
  return { decision: 'allow', reason };
}

/** Returns the role of every cluster that allows a request; undefined if none does. */
function allowingRole({ groups }: User, attributes: RequestAttributes): string | undefined {
  const authenticated = groups.includes(AUTHENTICATED);
  if (attributes.isResource) {
    const own = attributes.verb === 'create' && ownReviews.has(attributes.resource);
    return authenticated && own ? 'system:basic-user' : undefined;
  }
  if (attributes.verb !== 'get') return undefined;
  if (authenticated && DISCOVERY.test(attributes.path)) return 'system:discovery';
  return publicPaths.has(attributes.path) ? 'system:public-info-viewer' : undefined;
}
