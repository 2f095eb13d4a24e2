import { failureStatus, forbidden, type Status } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import type { RequestAttributes } from './request-attributes.ts';
import { AUTHENTICATED, MASTERS, type User } from './user.ts';

/** The paths that the role `system:public-info-viewer` allows every client to read. */
const publicPaths = new Set(['/healthz', '/livez', '/readyz', '/version', '/version/']);
/** The paths that the role `system:discovery` adds for authenticated clients. */
const DISCOVERY = /^\/(?:api|apis|openapi)(?:\/|$)/;
/** The reviews that the role `system:basic-user` allows authenticated clients to create: about themselves. */
const ownReviews = new Set(['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews']);

/** Whether a user has all permissions: users with a token, and members of `system:masters`. */
export function mayDoEverything({ groups, trusted = false }: User): boolean {
  return trusted || groups.includes(MASTERS);
}

/** Returns the role of every cluster that allows a request; undefined if none does. Stored roles are ignored. */
export function allowingRole({ groups }: User, attributes: RequestAttributes): string | undefined {
  const authenticated = groups.includes(AUTHENTICATED);
  if (attributes.isResource) {
    const own = attributes.verb === 'create' && ownReviews.has(attributes.resource);
    return authenticated && own ? 'system:basic-user' : undefined;
  }
  if (attributes.verb !== 'get') return undefined;
  if (authenticated && DISCOVERY.test(attributes.path)) return 'system:discovery';
  return publicPaths.has(attributes.path) ? 'system:public-info-viewer' : undefined;
}

/** Whether a user is allowed a request. */
export function isAllowed(user: User, attributes: RequestAttributes): boolean {
  return mayDoEverything(user) || allowingRole(user, attributes) !== undefined;
}

/** 403 for a forbidden request, with kube-apiserver's message. */
export function forbiddenTo({ name: userName }: User, attributes: RequestAttributes): Status {
  const user = quoteString(userName);
  if (!attributes.isResource) {
    const why = escapeHtml(`User ${user} cannot ${attributes.verb} path ${quoteString(attributes.path)}`);
    return failureStatus({ code: 403, reason: 'Forbidden', message: `forbidden: ${why}`, details: {} });
  }
  const { verb, group, resource: plural, subresource, namespace, name } = attributes;
  const resource = quoteString(subresource === '' ? plural : `${plural}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quoteString(namespace)}`;
  const why = `User ${user} cannot ${verb} resource ${resource} in API group ${quoteString(group)} ${where}`;
  return forbidden({ group, plural }, name, escapeHtml(why));
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
