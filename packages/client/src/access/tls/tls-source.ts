import { holdsCertificates } from '../../adapters/system/certificates.ts';
import type { TlsMaterial } from '../../surroundings/cluster-access.ts';
import { lastGood } from '../files/last-good.ts';
import type { CertificatePair, KeyPairCheck } from '../../surroundings/key-pair-check.ts';

/** Where the parts of TLS come from: each may change from one call to the next. */
export interface TlsParts {
  /** PEM certificates to trust. While they are no such text the last good one stays. */
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

/** A function that returns the material as it is now: the same object as before while no part changed. */
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
 * Makes a function that gives a client's certificate and key as they are now. The two are files that something replaces
 * one after the other: while they do not belong together the last pair that did is given. The first is given as it is.
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
