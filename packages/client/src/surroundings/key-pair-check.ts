/** A PEM certificate chain and its key. */
export interface CertificatePair {
  readonly certificate: string;
  readonly key: string;
}

/** Says whether a key is that of a certificate. */
export type KeyPairCheck = (pair: CertificatePair) => Promise<boolean>;
