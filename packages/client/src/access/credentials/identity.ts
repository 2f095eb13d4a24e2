/** The identity that a request is sent with. A changed identity is a new object. */
export interface Identity {
  /** The `authorization` header. */
  readonly authorization?: string;
  /** PEM certificate chain and key of the client. */
  readonly certificate?: string;
  readonly key?: string;
}

/** A source of identities. */
export interface IdentitySource {
  /**
   * Returns the identity to use now, valid for another `validFor` milliseconds if possible. Concurrent callers share
   * one renewal.
   */
  current(validFor?: number): Promise<Identity>;
  /** Called when the server rejected this identity. Resolves to whether {@link current} now returns another one. */
  renew(refused: Identity): Promise<boolean>;
}

/** An identity that never changes. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { current: () => Promise.resolve(identity), renew: () => Promise.resolve(false) };
}

/** Returns the `authorization` header of a bearer token. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** Returns the `authorization` header of a user name and password. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
