import { forbidden, internalError } from '@kb/apimachinery';
import type { Call } from '../../context/call.ts';
import { refuse } from '../../refuse.ts';

/**
 * Checks that a user who connects to a container may create the connection: a WebSocket starts with a GET, for which
 * the permission to read would do. Throws the StatusError of a refusal.
 */
export function authorizeConnection({ server, request, endpoint }: Call): void {
  if (request.method === 'POST') return;
  const { resource, namespace, name, subresource = '' } = endpoint;
  const { user, path } = request;
  const target = { path, group: resource.group, resource: resource.plural, subresource, namespace, name };
  const attributes = { isResource: true, verb: 'create', ...target } as const;
  const { decision, reason, error } = server.authorizer.authorize(user, attributes);
  if (decision === 'allow') return;
  refuse(error === undefined ? forbidden(resource, name, reason) : internalError(error));
}
