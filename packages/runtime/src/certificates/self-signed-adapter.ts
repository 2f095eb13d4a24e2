import { createCertificateAuthority } from '@kb/serving/certificates';
import type { CertificatePair } from './certificate-source.ts';

/** What {@link createSelfSignedCertificate} returns. All PEM. */
export interface SelfSignedCertificate extends CertificatePair {
  /** The authority that clients verify the certificate with. Its key is not kept. */
  readonly ca: string;
}

/** Options of {@link createSelfSignedCertificate}. */
export interface SelfSignedOptions {
  /** Host names and addresses that the certificate is valid for. Default: `localhost`, `127.0.0.1` and `::1`. */
  readonly hosts?: readonly string[];
  /** Which side presents it. Default: a server. */
  readonly usage?: 'server' | 'client';
  /** The current time in milliseconds since the epoch. The certificate is valid from an hour earlier. */
  readonly now: number;
}

/**
 * Makes a certificate that is valid for a year, and the authority that verifies it, for a server that has no
 * certificate: for development, for metrics, and for webhooks whose configurations get the `ca` written into them. Its
 * keys come from the system's random numbers: injected ones could be guessed.
 */
export async function createSelfSignedCertificate({
  hosts = ['localhost', '127.0.0.1', '::1'],
  usage = 'server',
  now,
}: SelfSignedOptions): Promise<SelfSignedCertificate> {
  const authority = await createCertificateAuthority({ now });
  const { certificate, key } = await authority.issue({ commonName: hosts[0] ?? 'localhost', names: hosts, usage });
  return { ca: authority.ca, cert: certificate, key };
}
