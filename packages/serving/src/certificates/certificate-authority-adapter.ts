import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its private key, both in PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  /** The private key in PKCS #8. */
  readonly key: string;
}

/** A request for a certificate. */
export interface CertificateRequest {
  /** The common name of its subject. */
  readonly commonName: string;
  /** The organizations of its subject: the groups of a user. Default: none. */
  readonly organizations?: readonly string[];
  /** The host names and IP addresses that it is valid for. */
  readonly names: readonly string[];
  /** Which side of a connection presents it. Default: the server. */
  readonly usage?: 'server' | 'client';
}

/** An authority that issues certificates. Its own key is only in memory. */
export interface CertificateAuthority {
  /** Its own certificate in PEM, with which the issued certificates are verified. */
  readonly ca: string;
  /** Issues a certificate with a new key, which is valid as long as the authority is. */
  issue(request: CertificateRequest): Promise<IssuedCertificate>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/**
 * Creates a certificate authority. It is valid for a year, starting an hour before `now` (milliseconds since the
 * epoch), because clocks of clients differ. `name` is the common name of its subject. Default: `kb-ca@` and the time in
 * seconds, as in client-go. Keys are ECDSA (P-256), from the system's random numbers: injected ones could be guessed.
 */
export async function createCertificateAuthority({
  now,
  name = `kb-ca@${Math.floor(now / 1000)}`,
}: {
  readonly now: number;
  readonly name?: string;
}): Promise<CertificateAuthority> {
  // Loaded lazily, so that a process without certificates does not pay for it. The library requires reflect-metadata to
  // be loaded first.
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const { KeyUsageFlags } = x509;
  const validity = {
    notBefore: new Date(now - HOUR_MS),
    notAfter: new Date(now + YEAR_MS),
    signingAlgorithm: algorithm,
  };
  const keys = await newKeys();
  const authority = await x509.X509CertificateGenerator.createSelfSigned(
    {
      ...validity,
      serialNumber: serialNumber(),
      name: [{ CN: [name] }],
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, undefined, true),
        new x509.KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return {
    ca: `${authority.toString('pem')}\n`,
    issue: async ({ commonName, organizations = [], names, usage = 'server' }) => {
      const own = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create(
        {
          ...validity,
          serialNumber: serialNumber(),
          // Plain texts would be parsed: `#` begins bytes, and quotes are removed.
          subject: new x509.Name([
            ...organizations.map((name) => ({ O: [{ utf8String: name }] })),
            { CN: [{ utf8String: commonName }] },
          ]),
          issuer: authority.subject,
          publicKey: own.publicKey,
          signingKey: keys.privateKey,
          extensions: [
            new x509.BasicConstraintsExtension(false, undefined, true),
            new x509.KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyEncipherment, true),
            new x509.ExtendedKeyUsageExtension([
              usage === 'server' ? x509.ExtendedKeyUsage.serverAuth : x509.ExtendedKeyUsage.clientAuth,
            ]),
            await x509.AuthorityKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
            ...(names.length === 0
              ? []
              : [
                  new x509.SubjectAlternativeNameExtension(
                    names.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
                  ),
                ]),
          ],
        },
        webcrypto,
      );
      const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', own.privateKey), 'PRIVATE KEY');
      return { certificate: `${certificate.toString('pem')}\n`, key: `${key}\n` };
    },
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

/** Returns 16 random bytes in hexadecimal, as a positive number. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}
