import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

/** What clients present, by the names that sequences use. */
const subjects: Readonly<Record<string, Wanted>> = {
  ann: { names: 'CN=ann,O=makers,O=testers' },
  master: { names: 'CN=root,O=system:masters' },
  account: { names: 'CN=system:serviceaccount:default:sa' },
  node: { names: 'CN=system:node:n1,O=system:nodes' },
  'two-names': { names: 'CN=first,O=a,CN=second' },
  'no-name': { names: 'O=makers' },
  'no-subject': { names: '' },
  uid: { names: 'CN=ann,1.3.6.1.4.1.57683.2=u1' },
  'two-uids': { names: 'CN=ann,1.3.6.1.4.1.57683.2=u1,1.3.6.1.4.1.57683.2=u2' },
  expired: { names: 'CN=ann', days: [-2, -1] },
  'not-yet-valid': { names: 'CN=ann', days: [1, 2] },
  'server-usage': { names: 'CN=ann', usages: ['1.3.6.1.5.5.7.3.1'] },
  'both-usages': { names: 'CN=ann', usages: ['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2'] },
  'any-usage': { names: 'CN=ann', usages: ['2.5.29.37.0'] },
  'no-usage': { names: 'CN=ann', usages: [] },
  'unknown-usage': { names: 'CN=ann', usages: ['1.2.3.4'] },
  'unknown-extension': { names: 'CN=ann', critical: true },
  stranger: { names: 'CN=ann', by: ['foreign'] },
  impostor: { names: 'CN=ann', by: ['impostor'] },
  second: { names: 'CN=bob', by: ['second'] },
  'by-intermediate': { names: 'CN=ann', by: ['intermediate'] },
  'without-intermediate': { names: 'CN=ann', by: ['intermediate'], presents: [] },
  'by-two-intermediates': { names: 'CN=ann', by: ['lower', 'intermediate'] },
  'in-another-order': {
    names: 'CN=ann',
    by: ['lower', 'intermediate'],
    presents: ['intermediate', 'foreign', 'lower'],
  },
  'by-short-path': { names: 'CN=ann', by: ['short'] },
  'path-too-long': { names: 'CN=ann', by: ['below-short', 'short'] },
  'by-leaf': { names: 'CN=bob', by: ['leaf'] },
  'by-unsigning': { names: 'CN=ann', by: ['unsigning'] },
  'by-expired-intermediate': { names: 'CN=ann', by: ['expired-intermediate'] },
  'by-server-intermediate': { names: 'CN=ann', by: ['server-intermediate'] },
  'expired-and-with-foreign': { names: 'CN=ann', days: [-2, -1], presents: ['foreign'] },
};

/** A certificate and its properties, where they are not the usual ones. */
interface Wanted {
  /** The subject. */
  readonly names: string;
  /** When it is valid, in days from now. */
  readonly days?: readonly [number, number];
  readonly usages?: readonly string[];
  /** With a critical extension that nobody knows. */
  readonly critical?: boolean;
  /** Who signs it, and whose certificates are presented with it. Default: the authority, which is not presented. */
  readonly by?: readonly AuthorityName[];
  /** Whose certificates are presented with it instead. */
  readonly presents?: readonly AuthorityName[];
}

type AuthorityName =
  | 'root'
  | 'second'
  | 'foreign'
  | 'impostor'
  | 'intermediate'
  | 'lower'
  | 'short'
  | 'below-short'
  | 'leaf'
  | 'unsigning'
  | 'expired-intermediate'
  | 'server-intermediate';

interface Authority extends Pick<Wanted, 'days' | 'usages'> {
  /** Default: itself. */
  readonly by?: AuthorityName;
  /** The common name. Default: its own name. */
  readonly named?: string;
  readonly pathLength?: number;
  readonly isAuthority?: false;
  readonly maySign?: false;
}

/** In the order in which they are made; `root` and `second` are the ones that the servers trust. */
const authorities: Readonly<Record<AuthorityName, Authority>> = {
  root: {},
  second: {},
  foreign: {},
  impostor: { named: 'root' },
  intermediate: { by: 'root' },
  lower: { by: 'intermediate' },
  short: { by: 'root', pathLength: 0 },
  'below-short': { by: 'short' },
  leaf: { by: 'root', isAuthority: false },
  unsigning: { by: 'root', maySign: false },
  'expired-intermediate': { by: 'root', days: [-2, -1] },
  'server-intermediate': { by: 'root', usages: ['1.3.6.1.5.5.7.3.1'] },
};

/** What a client presents. */
interface Presented {
  /** DER: its own certificate first. */
  readonly chain: readonly Uint8Array[];
  /** The same in PEM. */
  readonly certificates: string;
  /** The private key of the first, in PEM. */
  readonly key: string;
}

/** Certificates that are made for a run. */
export interface LabCertificates {
  /** The authorities that the servers trust, in PEM. */
  readonly ca: string;
  /** Throws for an unknown name. */
  readonly presented: (name: string) => Presented;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
/** From an hour ago, like certificates of a cluster, to tomorrow. */
const usualDays = [-1 / 24, 1] as const;
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';

/** Makes the certificates of the sequences. `now`: milliseconds since the epoch, by the clock of the server. */
export async function createLabCertificates(now: number): Promise<LabCertificates> {
  const issued = new Map<string, { certificate: x509.X509Certificate; keys: webcrypto.CryptoKeyPair }>();
  let serial = 0;
  const issue = async (
    subject: string,
    by: { certificate: x509.X509Certificate; keys: webcrypto.CryptoKeyPair } | undefined,
    [from, until]: readonly [number, number],
    extensions: x509.Extension[],
  ): Promise<{ certificate: x509.X509Certificate; keys: webcrypto.CryptoKeyPair }> => {
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    serial += 1;
    const certificate = await x509.X509CertificateGenerator.create(
      {
        serialNumber: serial.toString(16).padStart(2, '0'),
        subject,
        issuer: by?.certificate.subject ?? subject,
        notBefore: new Date(now + from * DAY_MS),
        notAfter: new Date(now + until * DAY_MS),
        publicKey: keys.publicKey,
        signingKey: (by?.keys ?? keys).privateKey,
        signingAlgorithm: algorithm,
        extensions,
      },
      webcrypto,
    );
    return { certificate, keys };
  };
  for (const [name, authority] of Object.entries(authorities)) {
    const { by, named = name, pathLength, isAuthority = true, maySign = true, usages, days = usualDays } = authority;
    const extensions = [
      new x509.BasicConstraintsExtension(isAuthority, pathLength, true),
      new x509.KeyUsagesExtension(maySign ? x509.KeyUsageFlags.keyCertSign : x509.KeyUsageFlags.digitalSignature, true),
      ...(usages ? [new x509.ExtendedKeyUsageExtension([...usages])] : []),
    ];
    issued.set(name, await issue(`CN=${named}`, by && issued.get(by), days, extensions));
  }
  const pem = (names: readonly AuthorityName[]): string =>
    names.map((name) => `${issued.get(name)?.certificate.toString('pem') ?? ''}\n`).join('');
  const made = new Map<string, Presented>();
  for (const [name, wanted] of Object.entries(subjects)) {
    const { names, days = usualDays, usages = [CLIENT_AUTH], critical = false, by = [] } = wanted;
    const extensions = [
      ...(usages.length > 0 ? [new x509.ExtendedKeyUsageExtension([...usages])] : []),
      ...(critical ? [new x509.Extension('1.2.3.4', true, new Uint8Array([5, 0]))] : []),
    ];
    const { certificate, keys } = await issue(names, issued.get(by[0] ?? 'root'), days, extensions);
    const others = wanted.presents ?? by;
    const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
    made.set(name, {
      chain: [certificate, ...others.flatMap((one) => issued.get(one)?.certificate ?? [])].map(
        ({ rawData }) => new Uint8Array(rawData),
      ),
      certificates: `${certificate.toString('pem')}\n${pem(others)}`,
      key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
    });
  }
  return {
    ca: `# Two authorities\n${pem(['root', 'second'])}`,
    presented: (name) => {
      const presented = made.get(name);
      if (!presented) throw new Error(`there is no certificate ${name}`);
      return presented;
    },
  };
}
