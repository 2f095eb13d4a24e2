import type { CertificatePair } from '../certificate-source.ts';

/** What the Secret of a certificate holds: PEM. */
export interface SecretContent {
  /** What is served. */
  readonly pair: CertificatePair;
  /** What callers have to trust: the authority of each pair that is or was served, until it expires. */
  readonly authorities: string;
  /** What will be served once callers trust its authority. */
  readonly next?: CertificatePair;
}

/** The data of a Secret, as base64. */
type SecretData = Readonly<Record<string, string>>;

/** The fields of the Secret; the first three are those of every TLS Secret. */
const fields = {
  cert: 'tls.crt',
  key: 'tls.key',
  authorities: 'ca.crt',
  nextCert: 'next.crt',
  nextKey: 'next.key',
} as const;

/** Reads a Secret. What is missing is empty. */
export function readSecretContent(data: SecretData = {}): SecretContent {
  const text = (field: string): string => Buffer.from(data[field] ?? '', 'base64').toString('utf8');
  const next = { cert: text(fields.nextCert), key: text(fields.nextKey) };
  return {
    pair: { cert: text(fields.cert), key: text(fields.key) },
    authorities: text(fields.authorities),
    ...(next.cert + next.key !== '' && { next }),
  };
}

/** The data of a Secret with this content; other fields of `data` stay. */
export function secretDataOf({ pair, authorities, next }: SecretContent, data: SecretData = {}): SecretData {
  const { [fields.nextCert]: _cert, [fields.nextKey]: _key, ...rest } = data;
  const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
  return {
    ...rest,
    [fields.cert]: base64(pair.cert),
    [fields.key]: base64(pair.key),
    [fields.authorities]: base64(authorities),
    ...(next && { [fields.nextCert]: base64(next.cert), [fields.nextKey]: base64(next.key) }),
  };
}
