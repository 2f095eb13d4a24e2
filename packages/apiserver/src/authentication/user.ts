/** Who makes a request. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  /** Whatever else an authenticator knows of the user. */
  readonly extra?: Readonly<Record<string, readonly string[]>>;
  /** True: may do everything, whatever the groups say. */
  readonly trusted?: boolean;
}

/** Members may do everything. */
export const MASTERS = 'system:masters';
/** Everybody with valid credentials is a member. */
export const AUTHENTICATED = 'system:authenticated';
/** Everybody else is. */
export const UNAUTHENTICATED = 'system:unauthenticated';

/** The user of a request without credentials, on a server that knows some. */
export const ANONYMOUS: User = { name: 'system:anonymous', groups: [UNAUTHENTICATED] };

/** The user of every request to a server without authentication, and of requests from the same process. */
export const EVERYBODY: User = { name: 'kubernetes-admin', groups: [MASTERS, AUTHENTICATED] };
