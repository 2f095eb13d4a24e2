import { internalError } from '@kb/apimachinery';
import { forbiddenTo } from '../authorization/forbidden-to.ts';
import type { Call } from '../context/call.ts';
import { refuse } from '../refuse.ts';

/**
 * Returns the check that a user who updates or applies an object that does not exist may create it too. It throws the
 * StatusError of a refusal.
 */
export function authorizeCreation({ server, request, endpoint }: Call): () => void {
  return () => {
    const { resource, namespace, name, subresource = '' } = endpoint;
    const { user, path } = request;
    const target = { path, group: resource.group, resource: resource.plural, subresource, namespace, name };
    const attributes = { isResource: true, verb: 'create', ...target } as const;
    const { decision, reason, error } = server.authorizer.authorize(user, attributes);
    if (decision === 'allow') return;
    refuse(error === undefined ? forbiddenTo(user, attributes, reason) : internalError(error));
  };
}
