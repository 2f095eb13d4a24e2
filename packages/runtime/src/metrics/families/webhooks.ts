import type { WebhookMetrics } from '../../webhook/http/webhook-metrics.ts';
import { exponentialBuckets, type MetricsRegistry } from '@kb/apimachinery/metrics';

/** Creates the metrics of webhooks, under controller-runtime's names. */
export function webhookMetrics(registry: MetricsRegistry): WebhookMetrics {
  const latency = registry.histogram({
    name: 'controller_runtime_webhook_latency_seconds',
    help: 'How long answers of a webhook took.',
    labels: ['webhook'],
    buckets: exponentialBuckets(10e-9, 10, 12),
  });
  const requests = registry.counter({
    name: 'controller_runtime_webhook_requests_total',
    help: 'Requests to a webhook, by the status of the answer.',
    labels: ['webhook', 'code'],
  });
  const inFlight = registry.gauge({
    name: 'controller_runtime_webhook_requests_in_flight',
    help: 'Requests to a webhook that are being answered.',
    labels: ['webhook'],
  });
  const panics = registry
    .counter({
      name: 'controller_runtime_webhook_panics_total',
      help: 'Requests to admission webhooks in which something was thrown that is a bug.',
    })
    .with();
  const conversionPanics = registry
    .counter({
      name: 'controller_runtime_conversion_webhook_panics_total',
      help: 'Requests to conversion webhooks in which something was thrown.',
    })
    .with();
  return {
    register: (webhook) => {
      for (const code of ['200', '500']) requests.with(webhook, code);
      inFlight.with(webhook);
    },
    begin: (webhook) => {
      inFlight.with(webhook).inc();
      return {
        end: (code, seconds) => {
          inFlight.with(webhook).dec();
          requests.with(webhook, String(code)).inc();
          latency.with(webhook).observe(seconds);
        },
      };
    },
    admissionPanic: () => panics.inc(),
    conversionPanic: () => conversionPanics.inc(),
  };
}
