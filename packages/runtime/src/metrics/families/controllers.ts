import type { Clock } from '@kb/apimachinery';
import { type ControllerMetricsProvider, reconcileResultLabels } from '../../controller/controller-metrics.ts';
import type { Counter, Gauge, Histogram, MetricsRegistry } from '@kb/apimachinery/metrics';

/** controller-runtime's buckets of controller_runtime_reconcile_time_seconds. */
const reconcileTimeBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/**
 * Creates the metrics of controllers, under controller-runtime's names, and in addition when a controller last
 * succeeded and in which fields it loops.
 */
export function controllerMetrics(
  registry: MetricsRegistry,
  clock: Clock,
  now: () => number,
): ControllerMetricsProvider {
  const labels = ['controller'];
  const total = registry.counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciles of a controller, by result.',
    labels: [...labels, 'result'],
  });
  const errors = registry.counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Reconciles of a controller that failed.',
    labels,
  });
  const terminalErrors = registry.counter({
    name: 'controller_runtime_terminal_reconcile_errors_total',
    help: 'Reconciles of a controller that failed and are not tried again before the next event.',
    labels,
  });
  const panics = registry.counter({
    name: 'controller_runtime_reconcile_panics_total',
    help: 'Reconciles of a controller that threw what is a bug.',
    labels,
  });
  const timeouts = registry.counter({
    name: 'controller_runtime_reconcile_timeouts_total',
    help: 'Reconciles of a controller that took longer than its reconciliation timeout.',
    labels,
  });
  const time = registry.histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long reconciles of a controller took.',
    labels,
    buckets: reconcileTimeBuckets,
  });
  const maxConcurrent = registry.gauge({
    name: 'controller_runtime_max_concurrent_reconciles',
    help: 'How many reconciles of a controller may run at the same time.',
    labels,
  });
  const activeWorkers = registry.gauge({
    name: 'controller_runtime_active_workers',
    help: 'How many reconciles of a controller run.',
    labels,
  });
  const lastSuccess = registry.gauge({
    name: 'kb_reconcile_last_success_timestamp_seconds',
    help: 'When a reconcile of a controller last succeeded, as seconds since 1970.',
    labels,
  });
  const loops = registry.counter({
    name: 'kb_reconcile_loops_total',
    help: 'How often a controller was seen to change a field of what it reconciles again and again.',
    labels: [...labels, 'field'],
  });
  const blocked = registry.counter({
    name: 'kb_reconcile_blocked_seconds_total',
    help: 'How long reconciles of a controller held the event loop, those of a second and more.',
    labels,
  });
  return {
    now,
    controller: (name, maxConcurrentReconciles) => {
      maxConcurrent.with(name).set(maxConcurrentReconciles);
      const active = activeWorkers.with(name);
      active.set(0);
      const failed = errors.with(name);
      const terminal = terminalErrors.with(name);
      const panicked = panics.with(name);
      const timedOut = timeouts.with(name);
      let took: Histogram | undefined;
      const results = new Map(reconcileResultLabels.map((result) => [result, total.with(name, result)]));
      let succeeded: Gauge | undefined;
      let held: Counter | undefined;
      const fields = new Set<string>();
      return {
        workerBegan: () => active.inc(),
        workerEnded: (seconds) => {
          active.dec();
          (took ??= time.with(name)).observe(seconds);
        },
        reconciled: (result) => {
          results.get(result)?.inc();
          if (result === 'error') failed.inc();
          else (succeeded ??= lastSuccess.with(name)).set(clock.now() / 1000);
        },
        terminalError: () => terminal.inc(),
        panic: () => panicked.inc(),
        timeout: () => timedOut.inc(),
        blocked: (seconds) => (held ??= blocked.with(name)).inc(seconds),
        loopDetected: (field) => {
          // Field names in a map are unbounded, but the number of series must be bounded.
          if (fields.size < 25) fields.add(field);
          loops.with(name, fields.has(field) ? field : 'exceeded_cardinality_limit').inc();
        },
      };
    },
  };
}
