import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@kb/apimachinery';
import type { CertificateMetrics } from '../certificates/certificate-metrics.ts';
import type { AuthoritySource, CertificateSource } from '../certificates/certificate-source.ts';
import { createAuthorityWatcher, createCertWatcher } from '../certificates/files/cert-watcher.ts';
import type { OwnCertificate } from '../certificates/own/own-certificate.ts';
import type { Milliseconds } from '../durations.ts';
import type { Logger } from '../log/logger.ts';

/** Where the certificates of a webhook server come from. */
export interface ServingCertificatesOptions {
  readonly clock: Clock;
  /**
   * The directory of the certificate and its key. Default: `k8s-webhook-server/serving-certs` in the system's temporary
   * directory.
   */
  readonly certDir?: string;
  /** Default: `tls.crt`. */
  readonly certName?: string;
  /** Default: `tls.key`. */
  readonly keyName?: string;
  /**
   * The file in {@link certDir} with the authorities that clients' certificates must be signed by. It is read again
   * when it changes. Default: clients need no certificate.
   */
  readonly clientCaName?: string;
  /** How often the files are read in addition to the system's notifications. Default: 10 seconds. */
  readonly certPollInterval?: Milliseconds;
  /** A certificate that is not in a file, such as a self-signed one. Default: the files above. */
  readonly certificates?: CertificateSource;
  /**
   * A certificate that the operator makes and renews itself: `createOwnCertificate` of `@kb/runtime/serving`. Overrides
   * {@link certificates} and the files. Default: none.
   */
  readonly ownCertificate?: OwnCertificate;
  /** Clients' authorities that are not in a file. Default: the file of {@link clientCaName}. */
  readonly clientCa?: AuthoritySource;
  /** Default: not counted. */
  readonly certificateMetrics?: CertificateMetrics;
}

/** The certificates of a webhook server. */
export interface ServingCertificates {
  readonly certificates: CertificateSource;
  readonly clientCa: AuthoritySource | undefined;
  /** Follow the files until their signal is aborted. */
  readonly follow: readonly ((signal: AbortSignal) => Promise<void>)[];
}

/**
 * Reads the certificates of a webhook server. Rejects with a CertificateError when a file cannot be used. Waits for a
 * certificate that the operator makes itself, until `signal` is aborted.
 */
export async function readServingCertificates(
  options: ServingCertificatesOptions,
  log: Logger,
  signal: AbortSignal,
): Promise<ServingCertificates> {
  const { certDir = defaultCertDir(), certName = 'tls.crt', keyName = 'tls.key', clientCaName } = options;
  const { clock, certificateMetrics, certPollInterval } = options;
  const watched = {
    clock,
    log,
    ...(certificateMetrics && { metrics: certificateMetrics }),
    ...(certPollInterval !== undefined && { interval: certPollInterval }),
  };
  const follow: ServingCertificates['follow'][number][] = [];
  let { certificates, clientCa } = options;
  const { ownCertificate } = options;
  if (ownCertificate) {
    await ownCertificate.prepare(signal);
    follow.push((following) => ownCertificate.start(following));
    certificates = ownCertificate;
  }
  if (!certificates) {
    const watcher = await createCertWatcher({
      certPath: join(certDir, certName),
      keyPath: join(certDir, keyName),
      ...watched,
    });
    follow.push((following) => watcher.start(following));
    certificates = watcher;
  }
  if (!clientCa && clientCaName) {
    const watcher = await createAuthorityWatcher({ path: join(certDir, clientCaName), ...watched });
    follow.push((following) => watcher.start(following));
    clientCa = watcher;
  }
  return { certificates, clientCa, follow };
}

function defaultCertDir(): string {
  return join(tmpdir(), 'k8s-webhook-server', 'serving-certs');
}
