import type { EventMetrics } from '../../events/event-metrics.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

/** Creates the metrics of the Events that controllers record. controller-runtime has none. */
export function eventMetrics(registry: MetricsRegistry): EventMetrics {
  const results = registry.counter({
    name: 'kb_events_total',
    help: 'Recorded Events, by result: sent, counted (into a series), filtered (too many), dropped (the queue was full), failed.',
    labels: ['result'],
  });
  return { event: (result) => results.with(result).inc() };
}
