import type { ReflectorMetricsProvider } from '../../reflector/shared/reflector-metrics.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';

const listBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Creates the metrics of reflectors: lists, watches, events and errors of each kind. controller-runtime has none. */
export function reflectorMetrics(registry: MetricsRegistry): ReflectorMetricsProvider {
  const labels = ['cluster', 'resource', 'namespace'];
  const lists = registry.counter({
    name: 'kb_watch_lists_total',
    help: 'Lists that the cache was filled from, by how they came: `list` or `stream`.',
    labels: [...labels, 'kind'],
  });
  const listDuration = registry.histogram({
    name: 'kb_watch_list_duration_seconds',
    help: 'How long lists took that the cache was filled from.',
    labels,
    buckets: listBuckets,
  });
  const listItems = registry.counter({
    name: 'kb_watch_list_items_total',
    help: 'Objects that came in lists.',
    labels,
  });
  const opened = registry.counter({ name: 'kb_watch_opened_total', help: 'Watches that were asked for.', labels });
  const short = registry.counter({
    name: 'kb_watch_short_total',
    help: 'Watches that ended within a second and without an event.',
    labels,
  });
  const events = registry.counter({
    name: 'kb_watch_events_total',
    help: 'Events that came on watches, bookmarks among them.',
    labels,
  });
  const errors = registry.counter({
    name: 'kb_watch_errors_total',
    help: 'Lists and watches that failed, by reason.',
    labels: [...labels, 'reason'],
  });
  return {
    reflector: (resource, namespace, cluster = '') => {
      const names = [cluster, resource, namespace] as const;
      const listed = lists.with(...names, 'list');
      const streamed = lists.with(...names, 'stream');
      const duration = listDuration.with(...names);
      const items = listItems.with(...names);
      const open = opened.with(...names);
      const shortWatch = short.with(...names);
      const event = events.with(...names);
      return {
        list: (list) => {
          (list.streamed ? streamed : listed).inc();
          duration.observe(list.seconds);
          items.inc(list.items);
        },
        watchOpened: () => open.inc(),
        received: (count) => event.inc(count),
        watchEnded: (watch) => {
          if (watch.short) shortWatch.inc();
        },
        failed: (reason) => errors.with(...names, reason).inc(),
      };
    },
  };
}
