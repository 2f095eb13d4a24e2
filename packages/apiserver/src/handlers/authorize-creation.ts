import { forbidden, internalError, type Status } from '@kb/apimachinery';
import type { RequestAttributes } from '../authentication/request-attributes.ts';
import type { User } from '../authentication/user.ts';
import { forbiddenTo } from '../authorization/forbidden-to.ts';
import type { Call } from '../context/call.ts';
import { refuse } from '../refuse.ts';

/**
 * Returns the check that a user who updates or applies an object that does not exist may create it too. It throws the
 * StatusError of a refusal.
 */
export function authorizeCreation(call: Call): () => void {
  return () => requireCreate(call, forbiddenTo);
}

/**
 * Checks that a user who connects to a container may create the connection: a WebSocket starts with a GET, for which
 * the permission to read would do. Throws the StatusError of a refusal.
 */
export function authorizeConnection(call: Call): void {
  const { resource, name } = call.endpoint;
  if (call.request.method === 'POST') return;
  requireCreate(call, (_user, _attributes, reason) => forbidden(resource, name, reason));
}

/** Throws the StatusError of a refusal if the user may not create what the request is about. */
function requireCreate(
  { server, request, endpoint }: Call,
  refusal: (user: User, attributes: RequestAttributes, reason: string) => Status,
): void {
  const { resource, namespace, name, subresource = '' } = endpoint;
  const { user, path } = request;
  const target = { path, group: resource.group, resource: resource.plural, subresource, namespace, name };
  const attributes = { isResource: true, verb: 'create', ...target } as const;
  const { decision, reason, error } = server.authorizer.authorize(user, attributes);
  if (decision === 'allow') return;
  refuse(error === undefined ? refusal(user, attributes, reason) : internalError(error));
}
