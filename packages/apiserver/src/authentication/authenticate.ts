import { ANONYMOUS, AUTHENTICATED, type User } from './user.ts';

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

/** Finds the user of a request by its `Authorization` header: whoever is anonymous when it holds no bearer token, undefined when the token is unknown. */
export type Authenticate = (authorization: string | undefined) => User | undefined;

/** Makes an authenticator of the tokens that are known. */
export function createAuthenticator({ tokens }: AuthenticationOptions): Authenticate {
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
    if (presented === '') return ANONYMOUS;
    let found: User | undefined;
    // All are looked at, whichever it is: how long it takes says nothing.
    for (const { token, user } of known) if (isSame(token, presented)) found = user;
    return found;
  };
}

/** The token of an `Authorization` header; empty when it has none, as that of another scheme. */
function bearerToken(authorization: string): string {
  const [scheme = '', token = ''] = authorization.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' ? token : '';
}

/** Compares in a time that depends on the length of what was presented only. */
function isSame(secret: string, presented: string): boolean {
  let difference = secret.length ^ presented.length;
  for (let index = 0; index < presented.length; index += 1) {
    difference |= presented.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  }
  return difference === 0;
}
