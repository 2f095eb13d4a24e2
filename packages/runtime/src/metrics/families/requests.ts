import type { RequestObserver } from '@kb/client';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

const latencyBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const sizeBuckets = [64, 256, 512, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216];
/** client-go's code of a request without a response. */
const NO_ANSWER = '<error>';

/**
 * Creates the metrics of requests, under client-go's names. `details` adds latency, sizes and retries, which
 * Kubernetes' components have and controller-runtime leaves out. Their `verb` is the HTTP method, as in client-go.
 */
export function requestMetrics(registry: MetricsRegistry, now: () => number, details: boolean): RequestObserver {
  const requests = registry.counter({
    name: 'rest_client_requests_total',
    help: 'Requests to API servers, by status, method and host.',
    labels: ['code', 'method', 'host'],
  });
  const more = details ? detailMetrics(registry) : undefined;
  return {
    begin: ({ method, host }) => {
      const began = more ? now() : 0;
      return {
        retry: ({ status }) => {
          const code = String(status ?? NO_ANSWER);
          requests.with(code, method, host).inc();
          more?.retries.with(code, method, host).inc();
        },
        end: ({ status, requestBytes, responseBytes }) => {
          requests.with(String(status ?? NO_ANSWER), method, host).inc();
          if (!more) return;
          more.duration.with(method, host).observe((now() - began) / 1000);
          more.requestSize.with(method, host).observe(requestBytes);
          if (responseBytes !== undefined) more.responseSize.with(method, host).observe(responseBytes);
        },
      };
    },
  };
}

function detailMetrics(registry: MetricsRegistry) {
  const labels = ['verb', 'host'];
  return {
    duration: registry.histogram({
      name: 'rest_client_request_duration_seconds',
      help: 'How long requests to API servers took, from the first try to the answer.',
      labels,
      buckets: latencyBuckets,
    }),
    requestSize: registry.histogram({
      name: 'rest_client_request_size_bytes',
      help: 'Sizes of the bodies of requests to API servers.',
      labels,
      buckets: sizeBuckets,
    }),
    responseSize: registry.histogram({
      name: 'rest_client_response_size_bytes',
      help: 'Sizes of the bodies of API servers’ answers.',
      labels,
      buckets: sizeBuckets,
    }),
    retries: registry.counter({
      name: 'rest_client_request_retries_total',
      help: 'Requests to API servers that were sent once more.',
      labels: ['code', ...labels],
    }),
  };
}
