import type { JsonObject } from '@kb/apimachinery';

/** The user who makes a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Other facts that an authenticator knows about the user. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** True if the user has all permissions where RBAC is off, whatever the groups are. */
  readonly trusted?: boolean;
}

/** The group of users with all permissions. */
export const MASTERS = 'system:masters';
/** The group of users with valid credentials. */
export const AUTHENTICATED = 'system:authenticated';
/** The group of all other users. */
export const UNAUTHENTICATED = 'system:unauthenticated';

/** The user of a request without credentials, on a server with authentication. */
export const anonymousUser: User = { name: 'system:anonymous', groups: [UNAUTHENTICATED] };

/** The user of every request to a server without authentication, and of requests from the same process. */
export const localUser: User = { name: 'kubernetes-admin', groups: [MASTERS, AUTHENTICATED] };

/** A user in the form of reviews. */
export function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups: [...groups],
    ...(extra && { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
  };
}
