import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { CertificatePair } from '../certificate-source.ts';

/** What a pair has to be good for. */
export interface PairUse {
  /** The host names that the certificate has to be for. */
  readonly hosts: readonly string[];
  /** The authorities, one of which has to have signed it: PEM. */
  readonly authorities: string;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** When a certificate is valid, in milliseconds since the epoch. */
export interface Validity {
  readonly from: number;
  readonly to: number;
}

/** Either the time for which a pair is valid, or why it cannot be served. */
export type PairExamination = { readonly validity: Validity } | { readonly problem: string };

/** Examines a pair as its server and its callers would. Never throws. */
export function examinePair({ cert, key }: CertificatePair, { hosts, authorities, now }: PairUse): PairExamination {
  const [block] = blocksOf(cert);
  const leaf = block === undefined ? undefined : parsed(block);
  if (leaf === undefined) return { problem: 'it has no certificate that can be read' };
  if (!belongsTo(leaf, key)) return { problem: 'its private key is not that of the certificate' };
  const other = hosts.find((host) => leaf.checkHost(host) === undefined);
  if (other !== undefined) return { problem: `its certificate is not for ${other}` };
  const authority = blocksOf(authorities)
    .flatMap((one) => parsed(one) ?? [])
    .find((one) => leaf.checkIssued(one) && leaf.verify(one.publicKey));
  if (authority === undefined) return { problem: 'none of its authorities has signed the certificate' };
  const [own, above] = [validityOf(leaf), validityOf(authority)];
  const validity = { from: Math.max(own.from, above.from), to: Math.min(own.to, above.to) };
  if (now >= validity.to) return { problem: 'its certificate has expired' };
  if (now < validity.from) return { problem: 'its certificate is not valid yet: a clock was or is wrong' };
  return { validity };
}

/** The certificates of several texts that have not expired, each once: PEM. Leaves out what cannot be read. */
export function liveAuthorities(texts: readonly string[], now: number): string {
  const live = texts.flatMap(blocksOf).filter((block) => {
    const certificate = parsed(block);
    return certificate !== undefined && validityOf(certificate).to > now;
  });
  return [...new Set(live)].map((block) => `${block}\n`).join('');
}

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

function blocksOf(pem: string): readonly string[] {
  return pem.match(BLOCK) ?? [];
}

function parsed(block: string): X509Certificate | undefined {
  try {
    return new X509Certificate(block);
  } catch {
    return undefined;
  }
}

function belongsTo(certificate: X509Certificate, key: string): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function validityOf({ validFrom, validTo }: X509Certificate): Validity {
  return { from: Date.parse(validFrom), to: Date.parse(validTo) };
}
