import { webcrypto } from 'node:crypto';

/** A certificate and its key, PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** A name or address of a server. */
export interface SubjectName {
  readonly type: 'ip' | 'dns';
  readonly value: string;
}

/** An authority that lives as long as its test. */
export interface CertificateAuthority {
  /** Its own certificate, PEM. */
  readonly ca: string;
  /** A certificate in this name, for clients and for a server of these names. Default: of 127.0.0.1. */
  issue(commonName: string, names?: readonly SubjectName[]): Promise<IssuedCertificate>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hour = 3_600_000;

/** Makes an authority. */
export async function createCertificateAuthority(name: string): Promise<CertificateAuthority> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  const newKeys = (): Promise<webcrypto.CryptoKeyPair> =>
    webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const now = Date.now();
  const validity = {
    notBefore: new Date(now - hour),
    notAfter: new Date(now + 24 * hour),
    signingAlgorithm: algorithm,
  };
  const keys = await newKeys();
  const extensions = [new x509.BasicConstraintsExtension(true, undefined, true)];
  const root = await x509.X509CertificateGenerator.createSelfSigned(
    { ...validity, name: `CN=${name}`, keys, extensions, serialNumber: '01' },
    webcrypto,
  );
  let issued = 1;
  return {
    ca: `${root.toString('pem')}\n`,
    issue: async (commonName, names = [{ type: 'ip', value: '127.0.0.1' }]) => {
      const own = await newKeys();
      issued += 1;
      const certificate = await x509.X509CertificateGenerator.create(
        {
          ...validity,
          subject: `CN=${commonName}`,
          issuer: root.subject,
          publicKey: own.publicKey,
          signingKey: keys.privateKey,
          serialNumber: issued.toString(16).padStart(2, '0'),
          extensions: [new x509.SubjectAlternativeNameExtension([...names])],
        },
        webcrypto,
      );
      const key = x509.PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', own.privateKey), 'PRIVATE KEY');
      return { certificate: `${certificate.toString('pem')}\n`, key: `${key}\n` };
    },
  };
}
