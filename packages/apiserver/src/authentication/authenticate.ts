import { isSame } from './same-text.ts';
import { OWN_AUDIENCE, type ServiceAccountTokens } from './service-account-tokens.ts';
import { anonymousUser, AUTHENTICATED, type User } from './user.ts';

/** Whom a token belongs to. */
export interface TokenUser {
  readonly name: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
}

/** How clients show who they are. */
export interface AuthenticationOptions {
  /** The user of each bearer token. All of them may do everything: roles are stored and not enforced. */
  readonly tokens: Readonly<Record<string, TokenUser>>;
}

/**
 * Finds the user of a request by its `Authorization` header: the anonymous user when it holds no bearer token, and
 * undefined when the token is unknown.
 */
export type Authenticate = (authorization: string | undefined) => User | undefined;

/**
 * Makes an authenticator of the tokens that are known, and of those that service accounts were given for the server
 * itself.
 */
export function createAuthenticator(
  { tokens }: AuthenticationOptions,
  serviceAccounts?: Pick<ServiceAccountTokens, 'find'>,
): Authenticate {
  const known = Object.entries(tokens).map(([token, { name, uid, groups = [] }]) => {
    const user: User = {
      name,
      ...(uid !== undefined && { uid }),
      groups: groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED],
      trusted: true,
    };
    return { token, user };
  });
  return (authorization = '') => {
    const presented = bearerToken(authorization);
    if (presented === '') return anonymousUser;
    let found: User | undefined;
    // All are looked at, whichever it is: how long it takes says nothing.
    for (const { token, user } of known) if (isSame(token, presented)) found = user;
    if (found) return found;
    const grant = serviceAccounts?.find(presented);
    return grant?.audiences.includes(OWN_AUDIENCE) ? grant.user : undefined;
  };
}

/** The token of an `Authorization` header; empty when it has none, as that of another scheme. */
function bearerToken(authorization: string): string {
  const [scheme = '', token = ''] = authorization.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? token : '';
}
