import { exponentialBuckets, type MetricsRegistry } from '@kb/apimachinery/metrics';

/** The resource of a watch, in the version that clients get. */
interface WatchedResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** Counts the events of watches. */
export interface WatchMetrics {
  /** Returns a function that counts an event of this many bytes, which is sent to a client. */
  eventsOf(resource: WatchedResource): (bytes: number) => void;
}

/** Creates the metrics of watches in a registry. */
export function createWatchMetrics(registry: MetricsRegistry): WatchMetrics {
  const labels = ['group', 'version', 'resource'];
  const events = registry.counter({ name: 'apiserver_watch_events_total', help: 'Events sent to watches.', labels });
  const sizes = registry.histogram({
    name: 'apiserver_watch_events_sizes',
    help: 'The sizes of events sent to watches, in bytes.',
    labels,
    buckets: exponentialBuckets(1024, 2, 8),
  });
  return {
    eventsOf: ({ group, version, plural }) => {
      const count = events.with(group, version, plural);
      const size = sizes.with(group, version, plural);
      return (bytes) => {
        count.inc();
        size.observe(bytes);
      };
    },
  };
}
