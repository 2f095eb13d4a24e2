import { serviceAccountGroups, serviceAccountOf } from './service-account-name.ts';
import { isSame } from './same-text.ts';
import { OWN_AUDIENCE, type ServiceAccountTokens } from './service-account-tokens.ts';
import { anonymousUser, AUTHENTICATED, type User } from './user.ts';

/** The user of a token. */
export interface TokenUser {
  readonly name: string;
  readonly uid?: string;
  /** Besides `system:authenticated`. Default: none; for a ServiceAccount, its own. */
  readonly groups?: readonly string[];
}

/** A user who has authenticated. */
export interface NamedUser extends TokenUser {
  readonly extra?: User['extra'];
}

/** The user who has authenticated as this one. */
export function authenticatedUser({ name, uid, groups = groupsOfAccount(name), extra }: NamedUser): User {
  return {
    name,
    ...(uid !== undefined && { uid }),
    groups: groups.includes(AUTHENTICATED) ? groups : [...groups, AUTHENTICATED],
    ...(extra && { extra }),
    trusted: true,
  };
}

function groupsOfAccount(userName: string): string[] {
  const account = serviceAccountOf(userName);
  return account ? serviceAccountGroups(account.namespace) : [];
}

/** Options of authentication. */
export interface AuthenticationOptions {
  /** The user of each bearer token. Without RBAC, all of them have all permissions. */
  readonly tokens: Readonly<Record<string, TokenUser>>;
}

/**
 * Finds the user of a request by its `Authorization` header: the anonymous user if it has no bearer token, undefined if
 * the token is unknown.
 */
export type Authenticate = (authorization: string | undefined) => User | undefined;

/** Creates an authenticator from the known tokens, and those that this server issued to service accounts. */
export function createAuthenticator(
  { tokens }: AuthenticationOptions,
  serviceAccounts?: Pick<ServiceAccountTokens, 'find'>,
): Authenticate {
  const known = Object.entries(tokens).map(([token, user]) => ({ token, user: authenticatedUser(user) }));
  return (authorization = '') => {
    const presented = bearerToken(authorization);
    if (presented === '') return anonymousUser;
    let found: User | undefined;
    // All tokens are compared, so that the time reveals nothing.
    for (const { token, user } of known) if (isSame(token, presented)) found = user;
    if (found) return found;
    const grant = serviceAccounts?.find(presented);
    return grant?.audiences.includes(OWN_AUDIENCE) ? grant.user : undefined;
  };
}

/** The token in an `Authorization` header; empty if there is none, or another scheme. */
function bearerToken(authorization: string): string {
  const [scheme = '', token = ''] = authorization.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? token : '';
}
