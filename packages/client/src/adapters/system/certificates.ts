import type { KeyPairCheck } from '../../surroundings/key-pair-check.ts';

/** Whether a PEM text contains certificates, all of them complete. Called when a CA file has changed. */
export async function holdsCertificates(pem: string): Promise<boolean> {
  const certificates = pem
    .split(/(?=-----BEGIN )/)
    .filter((block) => /^-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(block));
  const { X509Certificate } = await import('node:crypto');
  try {
    return certificates.map((block) => new X509Certificate(block)).length > 0;
  } catch {
    return false;
  }
}

/** Whether a PEM key belongs to a PEM certificate. Called when there is a client certificate to check. */
export const isKeyOf: KeyPairCheck = async ({ certificate, key }) => {
  const { createPrivateKey, X509Certificate } = await import('node:crypto');
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    // Half written, or not PEM: the connection that uses it reports the error.
    return false;
  }
};
