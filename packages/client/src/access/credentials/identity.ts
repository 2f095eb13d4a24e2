/** Who a request comes from, as one source says it. A new object each time that it changed. */
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
   * The identity to use now, and for `validFor` milliseconds where it can be had. Callers at the same time share the
   * work.
   */
  current(validFor?: number): Promise<Identity>;
  /** The server refused this identity. Resolves to whether {@link current} can now give another one. */
  renew(refused: Identity): Promise<boolean>;
}

/** An identity that never changes. */
export function fixedIdentity(identity: Identity): IdentitySource {
  return { current: () => Promise.resolve(identity), renew: () => Promise.resolve(false) };
}

/** The header of a bearer token. */
export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** The header of a name and password. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}
