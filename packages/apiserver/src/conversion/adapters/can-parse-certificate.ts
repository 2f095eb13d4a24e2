import { X509Certificate } from 'node:crypto';

/** Whether a PEM block is a certificate. */
export function canParseCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
