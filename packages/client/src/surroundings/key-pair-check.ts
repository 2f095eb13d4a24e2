/** A PEM certificate chain and its key. */
export interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
}

/** Checks whether a key belongs to a certificate. */
export type KeyPairCheck = (pair: CertificatePair) => Promise<boolean>;
