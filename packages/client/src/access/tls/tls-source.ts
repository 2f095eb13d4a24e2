import { holdsCertificates } from '../../adapters/system/certificates.ts';
import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import { lastGood } from '../files/last-good.ts';
import type { CertificatePair, KeyPairCheck } from '../../surroundings/key-pair-check.ts';

/** The sources of TLS material, which may change between calls. */
export interface TlsParts {
  /** PEM certificates to trust. While they are invalid, the last valid ones are used. */
  readonly ca?: () => Promise<string>;
  /** PEM certificate chain and key of the client. */
  readonly clientCertificate?:
    | (() => Promise<{
        readonly certificate?: string | undefined;
        readonly key?: string | undefined;
      }>)
    | undefined;
  readonly serverName?: string;
  readonly insecure?: boolean;
}

/** Creates a function that returns the current material: the same object until a part changes. */
export function createTlsSource(parts: TlsParts): () => Promise<TlsMaterial> {
  let latest: TlsMaterial | undefined;
  const authorities = parts.ca && lastGood(parts.ca, holdsCertificates);
  return async () => {
    const [ca, client] = await Promise.all([authorities?.(), parts.clientCertificate?.()]);
    const { certificate, key } = client ?? {};
    if (latest !== undefined && latest.ca === ca && latest.certificate === certificate && latest.key === key)
      return latest;
    latest = {
      ...(ca !== undefined && { ca }),
      ...(certificate !== undefined && { certificate }),
      ...(key !== undefined && { key }),
      ...(parts.serverName !== undefined && { serverName: parts.serverName }),
      ...(parts.insecure && { insecure: true }),
    };
    return latest;
  };
}

/**
 * Creates a function that returns the current client certificate and key. The two files are replaced one after the
 * other: while they do not match, the last matching pair is returned. The first pair is returned unchecked.
 */
export function createCertificatePair(
  certificate: () => Promise<string>,
  key: () => Promise<string>,
  check: KeyPairCheck,
): () => Promise<CertificatePair> {
  let held: CertificatePair | undefined;
  return async () => {
    const pair = { certificate: await certificate(), key: await key() };
    if (held !== undefined && held.certificate === pair.certificate && held.key === pair.key) return held;
    if (held === undefined || (await check(pair))) held = pair;
    return held;
  };
}
