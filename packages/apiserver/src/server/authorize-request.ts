import { unauthorized } from '@kb/apimachinery';
import { forbiddenTo, isAllowed } from '../authentication/authorize.ts';
import { impersonate } from '../authentication/impersonate.ts';
import { fairnessHeaders } from '../authentication/priority-and-fairness.ts';
import { localUser, type User } from '../authentication/user.ts';
import type { ServerContext } from '../context/server-context.ts';
import { refuse } from '../refuse.ts';
import type { RequestScope } from './request-scope.ts';

/**
 * Returns the user that a request acts as, and adds the headers that every response to this user has. Throws the
 * StatusError of a request without valid credentials, or that this user may not make. `headers`: the request's, with
 * the token that a WebSocket carries elsewhere.
 */
export function authorizeRequest(scope: RequestScope, headers: Readonly<Record<string, string>>): User {
  const { server, origin, attributes } = scope;
  const caller = callerOf(server, headers.authorization, origin.local);
  if (!caller) return refuse(unauthorized());
  try {
    const user = impersonate(caller, headers, attributes);
    scope.addHeaders(fairnessHeaders(user, attributes));
    if (!isAllowed(user, attributes)) refuse(forbiddenTo(user, attributes));
    return user;
  } catch (error) {
    scope.addHeaders({ 'x-content-type-options': 'nosniff' });
    throw error;
  }
}

/** The user whose credentials a request has; undefined when they are unknown. */
function callerOf(
  { authenticate }: ServerContext,
  authorization: string | undefined,
  local: boolean,
): User | undefined {
  if (!authenticate || (local && authorization === undefined)) return localUser;
  return authenticate(authorization);
}
