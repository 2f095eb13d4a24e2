import { createCertificateAuthority, type CertificateAuthority } from '@kb/serving/certificates';
import { readAuthorities } from './authorities.ts';
import { type Period, periodsOf, type ReadCertificate, readCertificate } from './certificate-chain.ts';

/** A certificate of a client and its private key, both in PEM. */
export interface ClientCertificate {
  readonly certificate: string;
  /** A secret. */
  readonly key: string;
}

/** The user of a certificate. */
export interface CertificateUser {
  /** The common name of the certificate. */
  readonly name: string;
  /** Its organizations. Default: none. */
  readonly groups?: readonly string[];
}

/** The user of a certificate that was checked. */
export interface CheckedUser extends CertificateUser {
  readonly uid?: string;
  /** The hash of the certificate, as kube-apiserver names it. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** A chain of certificates that an authority vouches for. */
export interface CheckedChain {
  /** Undefined: the certificate names nobody, and the request is as one without it. */
  readonly user: CheckedUser | undefined;
}

/** Issues the certificates of clients, and checks them. Its own authority is only in memory. */
export interface ClientCertificates {
  /** Issues a certificate, which is valid for a year at most. */
  readonly issue: (user: CertificateUser) => Promise<ClientCertificate>;
  /**
   * Checks certificates (DER) that a client presents, its own first. Undefined if no authority vouches for it, if it is
   * not for clients, if it is not valid now, or if it names a user wrongly.
   */
  readonly check: (presented: readonly Uint8Array[]) => CheckedChain | undefined;
  /** The authorities whose certificates are accepted, in PEM: its own too, once it has issued a certificate. */
  readonly authorities: () => readonly string[];
}

/** Options of {@link createClientCertificates}. */
export interface ClientCertificatesOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Authorities in PEM that clients may also have their certificates from. Default: none. */
  readonly authorities?: string | undefined;
  /** Told at each check how long the certificate of the client is valid, in seconds. */
  readonly onUse?: (secondsLeft: number) => void;
  /** Told when {@link ClientCertificates.authorities} has one more. */
  readonly onAuthority?: () => void;
}

/** A chain that an authority has signed. */
interface Signed extends CheckedChain {
  readonly periods: readonly Period[];
  /** When the certificate of the client expires, in milliseconds since the epoch. */
  readonly expires: number;
}

/**
 * Creates its own authority when the first certificate is issued. Throws a ClientCaError for authorities that are not
 * certificates.
 */
export function createClientCertificates({
  now,
  authorities,
  onUse,
  onAuthority,
}: ClientCertificatesOptions): ClientCertificates {
  let creating: Promise<CertificateAuthority> | undefined;
  const roots = authorities === undefined ? [] : readAuthorities(authorities);
  const accepted = authorities === undefined ? [] : [authorities];
  /** One for each connection, whose requests all have the same certificates. */
  const seen = new WeakMap<readonly Uint8Array[], Signed | undefined>();

  const create = async (): Promise<CertificateAuthority> => {
    const authority = await createCertificateAuthority({ now: now(), name: 'kubernetes-client-ca' });
    roots.push(readCertificate(authority.ca));
    accepted.push(authority.ca);
    onAuthority?.();
    return authority;
  };

  return {
    issue: async ({ name, groups = [] }) => {
      const authority = await (creating ??= create());
      return authority.issue({ commonName: name, organizations: groups, names: [], usage: 'client' });
    },
    check: (presented) => {
      if (!seen.has(presented)) seen.set(presented, read(presented, roots));
      const signed = seen.get(presented);
      if (signed) onUse?.((signed.expires - now()) / 1000);
      return signed?.periods.some(({ from, until }) => from <= now() && now() <= until) ? signed : undefined;
    },
    authorities: () => accepted,
  };
}

/** Returns what certificates say if one of the roots vouches for the first. */
function read(presented: readonly Uint8Array[], roots: readonly ReadCertificate[]): Signed | undefined {
  try {
    const [client, ...others] = presented.map(readCertificate);
    if (!client) return undefined;
    const periods = periodsOf(client, others, roots);
    const expires = Date.parse(client.certificate.validTo);
    const { commonName: name, organizations: groups, uids } = client.facts;
    if (name === '') return { periods, expires, user: undefined };
    const [uid] = uids;
    if (uids.length > 1 || (uids.length === 1 && !uid)) return undefined;
    const hash = client.certificate.fingerprint256.replaceAll(':', '').toLowerCase();
    const extra = { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${hash}`] };
    return { periods, expires, user: { name, groups, extra, ...(uid !== undefined && { uid }) } };
  } catch {
    // The client has sent something that is not a certificate.
    return undefined;
  }
}
