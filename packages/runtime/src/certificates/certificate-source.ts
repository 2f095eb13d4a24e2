/**
 * A certificate and its key, as a server presents them: PEM. `cert` is the whole chain, the server's own certificate
 * first.
 */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** A value that a server uses and that may change while it serves: the current value, and its subscribers. */
export interface ChangingSource<T> {
  /** The current value; undefined before there is one. Never half old and half new. */
  current(): T | undefined;
  /** Calls `changed` after each later change of {@link current}. Returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
}

/**
 * Where a server takes its certificate from: files that are rotated ({@link createCertWatcher}), or one made at start
 * ({@link createSelfSignedCertificate}). A server reads the pair when it starts and at each change, so that later
 * connections get the new one.
 */
export type CertificateSource = ChangingSource<CertificatePair>;

/** Where a server gets the authorities that verify clients' certificates: PEM. */
export type AuthoritySource = ChangingSource<string>;

/** A source that never changes. */
export function fixedSource<T>(value: T): ChangingSource<T> {
  return { current: () => value, subscribe: () => () => undefined };
}
