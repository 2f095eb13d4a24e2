import type { X509Certificate } from 'node:crypto';
import { createCertificateAuthority, type CertificateAuthority } from '@kb/serving/certificates';

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
  /** The hash of the certificate, as kube-apiserver names it. */
  readonly extra: Readonly<Record<string, readonly string[]>>;
}

/** Issues the certificates of clients, and checks them. The authority is only in memory. */
export interface ClientCertificates {
  /** Issues a certificate, which is valid for a year at most. */
  readonly issue: (user: CertificateUser) => Promise<ClientCertificate>;
  /**
   * Returns the user of a certificate (DER). Undefined if it is not one of the authority's, if it is not for clients,
   * or if it is not valid now.
   */
  readonly check: (certificate: Uint8Array) => CheckedUser | undefined;
}

/** A certificate that the authority has signed. */
interface Signed {
  readonly user: CheckedUser;
  readonly from: number;
  readonly until: number;
}

const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Creates the authority when the first certificate is issued. `now`: milliseconds since the epoch. */
export function createClientCertificates(now: () => number): ClientCertificates {
  const crypto = process.getBuiltinModule('node:crypto');
  let creating: Promise<CertificateAuthority> | undefined;
  let own: X509Certificate | undefined;
  /** One for each connection, whose requests all have the same bytes. */
  const seen = new WeakMap<Uint8Array, Signed | undefined>();

  const create = async (): Promise<CertificateAuthority> => {
    const authority = await createCertificateAuthority({ now: now(), name: 'kubernetes-client-ca' });
    own = new crypto.X509Certificate(authority.ca);
    return authority;
  };

  /** Returns what a certificate says if the authority has signed it for a client. */
  const read = (der: Uint8Array): Signed | undefined => {
    if (!own) return undefined;
    try {
      const certificate = new crypto.X509Certificate(der);
      if (certificate.ca || !certificate.checkIssued(own) || !certificate.verify(own.publicKey)) return undefined;
      if (!certificate.keyUsage.includes(CLIENT_AUTH)) return undefined;
      const { CN, O } = certificate.toLegacyObject().subject as Readonly<Record<string, string | string[] | undefined>>;
      const [name = ''] = listOf(CN);
      if (name === '') return undefined;
      const extra = { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${hashOf(der)}`] };
      return {
        user: { name, groups: listOf(O), extra },
        from: Date.parse(certificate.validFrom),
        until: Date.parse(certificate.validTo),
      };
    } catch {
      return undefined;
    }
  };
  const hashOf = (der: Uint8Array): string => crypto.createHash('sha256').update(der).digest('hex');

  return {
    issue: async ({ name, groups = [] }) => {
      const authority = await (creating ??= create());
      return authority.issue({ commonName: name, organizations: groups, names: [], usage: 'client' });
    },
    check: (der) => {
      if (!seen.has(der)) seen.set(der, read(der));
      const signed = seen.get(der);
      return signed && signed.from <= now() && now() <= signed.until ? signed.user : undefined;
    },
  };
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}
