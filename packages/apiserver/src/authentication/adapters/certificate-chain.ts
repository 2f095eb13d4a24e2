import type { X509Certificate } from 'node:crypto';
import { ANY_USAGE, CLIENT_USAGE, type CertificateFacts, readCertificateFacts } from './certificate-facts.ts';

/** A certificate that has been read. */
export interface ReadCertificate {
  readonly certificate: X509Certificate;
  readonly facts: CertificateFacts;
}

/** When a chain of certificates is valid, in milliseconds since the epoch; both ends are included. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** The most signatures that are checked for one chain, as in Go: certificates that sign each other have many ways. */
const MOST_SIGNATURES = 100;

/** Reads a certificate in DER or PEM. Throws for other bytes. */
export function readCertificate(bytes: Uint8Array | string): ReadCertificate {
  const certificate = new (process.getBuiltinModule('node:crypto').X509Certificate)(bytes);
  return { certificate, facts: readCertificateFacts(certificate.raw) };
}

/**
 * Finds the ways from the certificate of a client, over other presented ones, to a root, and returns when each is
 * valid. Empty: no root vouches for the client.
 */
export function periodsOf(
  client: ReadCertificate,
  presented: readonly ReadCertificate[],
  roots: readonly ReadCertificate[],
): Period[] {
  const periods: Period[] = [];
  let signatures = 0;
  const isSigned = (child: ReadCertificate, parent: ReadCertificate): boolean => {
    signatures += 1;
    return signatures <= MOST_SIGNATURES && !child.facts.hasBrokenSignature && verifies(child, parent);
  };
  const follow = (chain: readonly ReadCertificate[]): void => {
    const last = chain.at(-1) ?? client;
    for (const [candidates, areRoots] of [
      [roots, true],
      [presented, false],
    ] as const) {
      for (const candidate of candidates) {
        const { subject, isAuthority, maxPathLength, hasUnknownExtension } = candidate.facts;
        if (subject !== last.facts.issuer || !isAuthority || hasUnknownExtension) continue;
        // The authorities between the client's certificate and this one.
        if (chain.length - 1 > maxPathLength) continue;
        if (chain.some((one) => isSame(one, candidate)) || !isSigned(last, candidate)) continue;
        if (areRoots) periods.push(...periodOf([...chain, candidate]));
        else follow([...chain, candidate]);
      }
    }
  };
  if (client.facts.hasUnknownExtension) return [];
  if (roots.some((root) => isSame(root, client))) return periodOf([client]);
  follow([client]);
  return periods;
}

function isSame(one: ReadCertificate, other: ReadCertificate): boolean {
  return one.certificate.fingerprint256 === other.certificate.fingerprint256;
}

function verifies(child: ReadCertificate, parent: ReadCertificate): boolean {
  try {
    return child.certificate.verify(parent.certificate.publicKey);
  } catch {
    // The key has an unknown type.
    return false;
  }
}

/** The period in which all certificates of a chain are valid; none if one of them is not for clients. */
function periodOf(chain: readonly ReadCertificate[]): Period[] {
  const isForClients = chain.every(
    ({ facts: { usages } }) => usages.length === 0 || usages.includes(CLIENT_USAGE) || usages.includes(ANY_USAGE),
  );
  if (!isForClients) return [];
  return [
    {
      from: Math.max(...chain.map(({ certificate }) => Date.parse(certificate.validFrom))),
      until: Math.min(...chain.map(({ certificate }) => Date.parse(certificate.validTo))),
    },
  ];
}
