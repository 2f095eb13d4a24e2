import type { JsonObject } from '@kb/apimachinery';

/** The user who makes a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** What else an authenticator knows about the user. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** True: may do everything, whatever the groups say. */
  readonly trusted?: boolean;
}

/** Members may do everything. */
export const MASTERS = 'system:masters';
/** Users with valid credentials are members. */
export const AUTHENTICATED = 'system:authenticated';
/** All other users are members. */
export const UNAUTHENTICATED = 'system:unauthenticated';

/** The user of a request without credentials, on a server with authentication. */
export const anonymousUser: User = { name: 'system:anonymous', groups: [UNAUTHENTICATED] };

/** The user of every request to a server without authentication, and of requests from the same process. */
export const localUser: User = { name: 'kubernetes-admin', groups: [MASTERS, AUTHENTICATED] };

/** Returns a user as reviews show it. */
export function userInfo({ name, uid, groups, extra }: User): JsonObject {
  return {
    username: name,
    ...(uid !== undefined && { uid }),
    groups: [...groups],
    ...(extra && { extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])) }),
  };
}
