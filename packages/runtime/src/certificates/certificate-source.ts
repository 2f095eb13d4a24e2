/**
 * A certificate and its key, as a server shows them: PEM. `cert` is the whole chain, the server's own certificate
 * first.
 */
export interface CertificatePair {
  readonly cert: string;
  readonly key: string;
}

/** Something that a server serves with and that may change meanwhile: what is current, and whom to tell. */
export interface ChangingSource<T> {
  /** What holds now; undefined before there was anything. Never half old and half new. */
  current(): T | undefined;
  /** Calls `changed` after each later change of {@link current}. Gives the function that ends that. */
  subscribe(changed: () => void): () => void;
}

/**
 * Where a server takes its certificate from: files that are rotated ({@link createCertWatcher}), or one made at start
 * ({@link createSelfSignedCertificate}). A server asks for the pair at each start and each change, so that connections
 * made from then on get the new one.
 */
export type CertificateSource = ChangingSource<CertificatePair>;

/** Where a server takes the authorities from that clients' certificates are checked with: PEM. */
export type AuthoritySource = ChangingSource<string>;

/** A source that never changes. */
export function fixedSource<T>(value: T): ChangingSource<T> {
  return { current: () => value, subscribe: () => () => undefined };
}
