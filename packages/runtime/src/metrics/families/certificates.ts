import type { CertificateMetrics } from '../../certificates/certificate-metrics.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

/** Creates the metrics of certificate files, under controller-runtime's names. */
export function certificateMetrics(registry: MetricsRegistry): CertificateMetrics {
  const reads = registry
    .counter({ name: 'certwatcher_read_certificate_total', help: 'Readings of certificate files.' })
    .with();
  const failures = registry
    .counter({
      name: 'certwatcher_read_certificate_errors_total',
      help: 'Readings of certificate files that gave no usable certificate.',
    })
    .with();
  return { read: () => reads.inc(), readFailed: () => failures.inc() };
}
