import { createCertificateAuthority } from '@kb/serving/certificates';
import { ownAddresses } from './own-addresses.ts';

/** A server's certificate and key, and the authority that clients check it with. All PEM. */
export interface ServingCertificate {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

/** The names by which Pods reach the API server, and those of this machine. */
const localNames = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];
const loopbackAddresses = ['127.0.0.1', '::1', '10.96.0.1'];

/** The subject of a certificate. */
export interface CertificateSubject {
  /** The address that the server listens on. */
  readonly host: string;
  /** Other names and addresses of the server. Default: none. */
  readonly others?: readonly string[];
}

/**
 * Creates a certificate authority, and a certificate signed by it for a server on `host`: valid for the loopback names
 * and addresses, for `host`, for all addresses of this machine if `host` is a wildcard, and for the `others`. Valid for
 * a year from an hour before `now`. The key of the authority is discarded.
 */
export async function createServingCertificate(
  subject: CertificateSubject,
  now: number = Date.now(),
): Promise<ServingCertificate> {
  const authority = await createCertificateAuthority({ now });
  const issued = await authority.issue({ commonName: 'kube-apiserver', names: certificateNames(subject) });
  return { ca: authority.ca, ...issued };
}

/** The names and addresses in the certificate of a server on `host`. */
export function certificateNames({ host, others = [] }: CertificateSubject): string[] {
  // Clients never connect to the wildcard address.
  const own = ownAddresses(host).filter((address) => address !== '0.0.0.0' && address !== '::');
  return [...new Set([...localNames, ...loopbackAddresses, ...own, ...others])];
}
