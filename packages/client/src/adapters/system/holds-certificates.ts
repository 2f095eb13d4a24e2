/**
 * Whether a PEM text holds certificates, and all that it holds are whole. Loaded when a file of authorities has
 * changed.
 */
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
