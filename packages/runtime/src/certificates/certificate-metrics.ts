/** Counts the reading of certificates, from files or from a Secret: controller-runtime's `certwatcher_*` metrics. */
export interface CertificateMetrics {
  /** Called before each read: `certwatcher_read_certificate_total`. */
  read(): void;
  /** Called after a read without a usable pair: `certwatcher_read_certificate_errors_total`. */
  readFailed(): void;
}
