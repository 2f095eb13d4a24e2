/** What is counted of certificates that are read from files: controller-runtime's `certwatcher_*` metrics. */
export interface CertificateMetrics {
  /** Before each reading: `certwatcher_read_certificate_total`. */
  read(): void;
  /** After a reading that gave no usable pair: `certwatcher_read_certificate_errors_total`. */
  readFailed(): void;
}
