import type { Counter, MetricsRegistry } from '@kb/apimachinery/metrics';

/** Counts health checks. */
export interface HealthMetrics {
  /** Counts checks that succeed. `type`: the endpoint, such as `readyz`. */
  succeeded(type: string, checks: readonly string[]): void;
}

/** Creates the metrics of health checks in a registry. */
export function createHealthMetrics(registry: MetricsRegistry): HealthMetrics {
  const states = registry.gauge({
    name: 'kubernetes_healthcheck',
    help: 'Whether a health check has succeeded the last time.',
    labels: ['type', 'name'],
  });
  const results = registry.counter({
    name: 'kubernetes_healthchecks_total',
    help: 'Health checks by their results.',
    labels: ['type', 'name', 'status'],
  });
  const known = new Map<string, Counter>();
  return {
    succeeded: (type, checks) => {
      for (const check of checks) {
        const key = `${type} ${check}`;
        let count = known.get(key);
        if (!count) {
          known.set(key, (count = results.with(type, check, 'success')));
          states.with(type, check).set(1);
        }
        count.inc();
      }
    },
  };
}
