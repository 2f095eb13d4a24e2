import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { CertificatePair } from './certificate-source.ts';

/** What {@link createSelfSignedCertificate} returns. All PEM. */
export interface SelfSignedCertificate extends CertificatePair {
  /** The authority that clients verify the certificate with. Its key is not kept. */
  readonly ca: string;
}

/** Options of {@link createSelfSignedCertificate}. */
export interface SelfSignedOptions {
  /** Host names and addresses that the certificate is valid for. Default: `localhost`, `127.0.0.1` and `::1`. */
  readonly hosts?: readonly string[];
  /** Which side presents it. Default: a server. */
  readonly usage?: 'server' | 'client';
  /** The current time in milliseconds since the epoch. The certificate is valid from an hour earlier. */
  readonly now: number;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/**
 * Makes a certificate that is valid for a year, and the authority that verifies it, for a server that has no
 * certificate: for development, for metrics, and for webhooks whose configurations get the `ca` written into them. Its
 * keys come from the system's random numbers: injected ones could be guessed.
 *
 * The embedded API server makes its certificate the same way in its own package: the packages that both depend on use
 * no library and do no cryptography.
 */
export async function createSelfSignedCertificate({
  hosts = ['localhost', '127.0.0.1', '::1'],
  usage = 'server',
  now,
}: SelfSignedOptions): Promise<SelfSignedCertificate> {
  // Loaded here, so that a process that has certificates does not pay for it. The library needs reflect-metadata to be
  // loaded first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
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
        await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  const certificate = await x509.X509CertificateGenerator.create(
    {
      ...validity,
      serialNumber: serialNumber(),
      subject: `CN=${hosts[0] ?? 'localhost'}`,
      issuer: authority.subject,
      publicKey: keys.publicKey,
      signingKey: authorityKeys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
        new x509.ExtendedKeyUsageExtension([
          usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
        ]),
        await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey, false, webcrypto),
        new x509.SubjectAlternativeNameExtension(
          hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
        ),
      ],
    },
    webcrypto,
  );
  const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { ca: `${authority.toString('pem')}\n`, cert: `${certificate.toString('pem')}\n`, key: `${key}\n` };
}

/** Returns 16 random bytes, in hexadecimal, that are a positive number. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
