import { checkAuthorities, checkCertificatePair } from './check-certificates-adapter.ts';
import type { AuthoritySource, CertificatePair, CertificateSource } from '../certificate-source.ts';
import { createFileWatch, type FileWatch, type FileWatchOptions } from './file-watch.ts';

/** Options of {@link createCertWatcher}. */
export interface CertWatcherOptions extends FileWatchOptions {
  /** The certificate's file: PEM, with the intermediate ones after it. */
  readonly certPath: string;
  /** The private key's file: PEM, not encrypted. */
  readonly keyPath: string;
}

/** A certificate and its key in files that are rotated: by cert-manager through a mounted Secret, or by hand. */
export interface CertWatcher extends CertificateSource, FileWatch<CertificatePair> {
  current(): CertificatePair;
}

/**
 * Reads a certificate and its key, and follows them from {@link CertWatcher.start} on: controller-runtime's
 * certwatcher. The pair changes as a whole, and only to a pair that belongs together: while only one of the files has
 * been written, or when one is invalid or missing, the old pair stays. Any change counts, even of an intermediate
 * certificate alone, which controller-runtime does not notice. Rejects with a CertificateError when the first reading
 * fails.
 */
export function createCertWatcher({ certPath, keyPath, ...options }: CertWatcherOptions): Promise<CertWatcher> {
  return createFileWatch(
    [certPath, keyPath],
    ([cert = '', key = '']) => {
      const pair = { cert, key };
      checkCertificatePair(pair, { cert: certPath, key: keyPath });
      return pair;
    },
    options,
  );
}

/** Options of {@link createAuthorityWatcher}. */
export interface AuthorityWatcherOptions extends FileWatchOptions {
  /** The authorities' file: PEM, one or more certificates. */
  readonly path: string;
}

/** The authorities that clients' certificates are verified with, in a file that is rotated. */
export interface AuthorityWatcher extends AuthoritySource, FileWatch<string> {
  current(): string;
}

/**
 * Reads a file of authorities and follows it from {@link AuthorityWatcher.start} on. (controller-runtime reads its
 * client CA once.) Rejects with a CertificateError when the first reading fails.
 */
export function createAuthorityWatcher({ path, ...options }: AuthorityWatcherOptions): Promise<AuthorityWatcher> {
  return createFileWatch(
    [path],
    ([pem = '']) => {
      checkAuthorities(pem, path);
      return pem;
    },
    options,
  );
}
