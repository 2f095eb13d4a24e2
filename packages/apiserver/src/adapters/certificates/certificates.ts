import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import { ownAddresses } from './own-addresses.ts';

/** A server's certificate and key, and the authority that clients check it with. All PEM. */
export interface ServingCertificate {
  readonly ca: string;
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** The names under which Pods know the API server, and those of this machine. */
const localNames = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];
const loopbackAddresses = ['127.0.0.1', '::1', '10.96.0.1'];

/** What a certificate is for. */
export interface CertificateSubject {
  /** The address that the server listens on. */
  readonly host: string;
  /** Other names and addresses that it is reached by. Default: none. */
  readonly others?: readonly string[];
}

/**
 * Makes a certificate authority of its own, and a certificate of it for a server on `host`: valid for the
 * loopback names and addresses, for `host`, for all addresses of this machine when `host` stands for all of them, and
 * for the `others`. Valid for a year from an hour before `now`. The key of the authority is forgotten.
 */
export async function createServingCertificate(
  subject: CertificateSubject,
  now: number = Date.now(),
): Promise<ServingCertificate> {
  // Loaded here: a server without TLS does not pay for it. The certificates' library needs reflection to be there
  // first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const crypto = webcrypto;
  const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
    crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [authorityKeys, keys] = await Promise.all([newKeys(), newKeys()]);
  const validity = { notBefore: new Date(now - HOUR_MS), notAfter: new Date(now + YEAR_MS) };
  const { KeyUsageFlags } = x509;
  const authority = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...validity,
      serialNumber: serialNumber(),
      name: `CN=kb-ca@${Math.floor(now / 1000)}`,
      keys: authorityKeys,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
        await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  const certificate = await x509.X509CertificateGenerator.create(
    {
      ...validity,
      serialNumber: serialNumber(),
      subject: 'CN=kube-apiserver',
      issuer: authority.subject,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey, false, crypto),
        new x509.SubjectAlternativeNameExtension(alternativeNames(certificateNames(subject))),
      ],
    },
    crypto,
  );
  const key = x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return {
    ca: `${authority.toString('pem')}\n`,
    certificate: `${certificate.toString('pem')}\n`,
    key: `${key}\n`,
  };
}

/** What the certificate of a server on `host` is valid for. */
export function certificateNames({ host, others = [] }: CertificateSubject): string[] {
  // Clients never check the address that stands for all.
  const own = ownAddresses(host).filter((address) => address !== '0.0.0.0' && address !== '::');
  return [...new Set([...localNames, ...loopbackAddresses, ...own, ...others])];
}

function alternativeNames(names: readonly string[]): { type: 'dns' | 'ip'; value: string }[] {
  return names.map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }));
}

/** 16 random bytes that are a positive number. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
