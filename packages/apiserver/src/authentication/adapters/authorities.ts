import { type ReadCertificate, readCertificate } from './certificate-chain.ts';

/** The error of authorities that cannot be read. */
export class ClientCaError extends Error {
  override readonly name = 'ClientCaError';
}

const BLOCK = /-----BEGIN CERTIFICATE-----\r?\n([A-Za-z0-9+/=\s]*)-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of a PEM text, which may have other parts. Throws a {@link ClientCaError} if there is none, or
 * an invalid one.
 */
export function readAuthorities(pem: string): ReadCertificate[] {
  const blocks = Array.from(pem.matchAll(BLOCK), ([block]) => block);
  if (blocks.length === 0) throw new ClientCaError('there is no certificate in PEM');
  return blocks.map((block, index) => {
    try {
      return readCertificate(block);
    } catch (cause) {
      throw new ClientCaError(`certificate ${index + 1} is invalid`, { cause });
    }
  });
}

/**
 * Joins lists of authorities in PEM: each certificate once, without those that expired before `validAt` (milliseconds
 * since the epoch), as Go writes them. Throws a {@link ClientCaError} for a list that cannot be read.
 */
export function joinAuthorities(lists: readonly string[], validAt: number): string {
  const byHash = new Map<string, string>();
  for (const { certificate } of lists.flatMap(readAuthorities))
    if (Date.parse(certificate.validTo) > validAt) byHash.set(certificate.fingerprint256, pemOf(certificate.raw));
  return [...byHash.values()].join('');
}

function pemOf(raw: Buffer): string {
  const lines = raw.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
