import type { CertificatePair, KeyPairCheck } from '../../surroundings/key-pair-check.ts';

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
