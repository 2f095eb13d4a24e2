import { createCertificateAuthority as createAuthority, type IssuedCertificate } from '@kb/serving/certificates';

export type { IssuedCertificate } from '@kb/serving/certificates';

/** An authority that lives as long as its test. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  /** A certificate for a server of these names. Default: of 127.0.0.1. */
  issue(commonName: string, names?: readonly string[]): Promise<IssuedCertificate>;
  /** A certificate for a client. */
  issueToClient(commonName: string): Promise<IssuedCertificate>;
}

/** Makes an authority of this name. */
export async function createCertificateAuthority(name: string): Promise<CertificateAuthority> {
  const authority = await createAuthority({ name, now: Date.now() });
  return {
    ca: authority.ca,
    issue: (commonName, names = ['127.0.0.1']) => authority.issue({ commonName, names }),
    issueToClient: (commonName) => authority.issue({ commonName, names: ['127.0.0.1'], usage: 'client' }),
  };
}
