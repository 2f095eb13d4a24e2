import { generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Secrets of one control plane, and the files in which its components read them. */
export interface Credentials {
  /** Bearer token of user `admin` in group `system:masters`, which may do everything. */
  adminToken: string;
  /** Bearer token of user `system:kube-controller-manager`. */
  controllerManagerToken: string;
  tokenFile: string;
  /** Private key that signs ServiceAccount tokens, and the public key that checks them. */
  serviceAccountKeyFile: string;
  serviceAccountPrivateKey: KeyObject;
  serviceAccountPublicKeyFile: string;
}

/** Makes new secrets and writes them to files in `directory` that only their owner can read. */
export async function writeCredentials(directory: string): Promise<Credentials> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentials: Credentials = {
    adminToken: randomBytes(24).toString('hex'),
    controllerManagerToken: randomBytes(24).toString('hex'),
    tokenFile: join(directory, 'tokens.csv'),
    serviceAccountKeyFile: join(directory, 'service-account.key'),
    serviceAccountPrivateKey: privateKey,
    serviceAccountPublicKeyFile: join(directory, 'service-account.pub'),
  };
  const tokens = [
    `${credentials.adminToken},admin,admin,"system:masters"`,
    `${credentials.controllerManagerToken},system:kube-controller-manager,system:kube-controller-manager`,
  ];
  const secret = { mode: 0o600 };
  await writeFile(credentials.tokenFile, `${tokens.join('\n')}\n`, secret);
  await writeFile(credentials.serviceAccountKeyFile, privateKey.export({ type: 'sec1', format: 'pem' }), secret);
  await writeFile(credentials.serviceAccountPublicKeyFile, publicKey.export({ type: 'spki', format: 'pem' }), secret);
  return credentials;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;

/**
 * The authority in the certificate file that kube-apiserver makes for itself: it holds the serving certificate, then
 * the authority that signed it. Undefined as long as the file is missing or not completely written.
 */
export async function readAuthority(certificateFile: string): Promise<string | undefined> {
  const text = await readFile(certificateFile, 'utf8').catch(() => '');
  const certificates = text.match(CERTIFICATE) ?? [];
  return certificates.find((pem) => new X509Certificate(pem).ca);
}
