import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { CertificateError } from '../certificate-error.ts';
import type { CertificatePair } from '../certificate-source.ts';

/** Which files a text came from, for messages. */
export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/**
 * Throws a CertificateError unless every certificate of the chain can be parsed and the key is the first one's: what
 * Go's tls.X509KeyPair checks, and the rest of the chain too.
 */
export function checkCertificatePair({ cert, key }: CertificatePair, files: CertificateFiles): void {
  const [leaf] = parseCertificates(cert, files.cert);
  let parsed: KeyObject;
  try {
    parsed = createPrivateKey(key);
  } catch (error) {
    throw new CertificateError(
      'KB_CERTIFICATE_KEY_MISSING',
      `${files.key} holds no private key that can be read (PEM, not encrypted)`,
      {
        cause: error,
      },
    );
  }
  if (!leaf.checkPrivateKey(parsed))
    throw new CertificateError(
      'KB_CERTIFICATE_KEY_MISMATCH',
      `the private key in ${files.key} does not match the certificate in ${files.cert}`,
    );
}

/** Throws a CertificateError unless a text has at least one certificate and every certificate in it can be parsed. */
export function checkAuthorities(pem: string, file: string): void {
  parseCertificates(pem, file);
}

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

function parseCertificates(pem: string, file: string): [X509Certificate, ...X509Certificate[]] {
  try {
    const [first, ...rest] = (pem.match(BLOCK) ?? []).map((block) => new X509Certificate(block));
    if (first) return [first, ...rest];
  } catch (error) {
    throw new CertificateError('KB_CERTIFICATE_MISSING', `${file} holds a certificate that cannot be read`, {
      cause: error,
    });
  }
  throw new CertificateError('KB_CERTIFICATE_MISSING', `${file} holds no certificate (PEM)`);
}
