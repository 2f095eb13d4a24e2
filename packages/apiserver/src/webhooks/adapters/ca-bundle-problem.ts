import { X509Certificate } from 'node:crypto';
import type { JsonValue } from '@kb/apimachinery';
import { at, stringOf } from '../../objects/api-object.ts';

/** A PEM block: its type and its content. */
const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----\s[\s\S]*?-----END \1-----/g;

/**
 * The problem with the CA bundle of a conversion webhook, in Go's words; undefined if there is none. One valid
 * certificate is enough.
 */
export function caBundleProblem(conversion: JsonValue | undefined): string | undefined {
  const encoded = stringOf(at(conversion, 'webhook', 'clientConfig', 'caBundle'));
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  if (text === '') return undefined;
  const blocks = [...text.matchAll(BLOCK)];
  const certificates = blocks.filter(([, type]) => type === 'CERTIFICATE').map(([block]) => block);
  if (certificates.some(canParseCertificate)) return undefined;
  if (blocks.length === 0) return 'unable to load root certificates: unable to parse bytes as PEM block';
  return certificates.length === 0
    ? 'unable to load root certificates: no valid certificate authority data seen'
    : 'unable to load root certificates: failed to parse certificate: x509: malformed certificate';
}

/** Whether a PEM block is a certificate. */
function canParseCertificate(block: string): boolean {
  try {
    return new X509Certificate(block).raw.length > 0;
  } catch {
    return false;
  }
}
