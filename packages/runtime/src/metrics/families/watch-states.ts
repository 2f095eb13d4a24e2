import { formatGroupResource, type ResourceDefinition } from '@kb/apimachinery';
import type { CollectedValue, MetricsRegistry } from '@kb/apimachinery/metrics';

/** The state of one watched kind: a part of the cache's state of it. */
export interface WatchedState {
  readonly resource: Pick<ResourceDefinition, 'group' | 'plural'>;
  /** Empty: all namespaces. */
  readonly namespace: string;
  readonly synced: boolean;
  /** When the watch was opened, in milliseconds since 1970; undefined without an open watch. */
  readonly connectedSince?: number | undefined;
  readonly lastEventAt?: number | undefined;
  /** The resource version up to which the store is complete; empty before the first list. */
  readonly resourceVersion: string;
  readonly objects: number;
  /** Estimated. */
  readonly bytes: number;
  /** How many notifications wait for the slowest handler. */
  readonly queued: number;
}

/** The states of the kinds of one cluster. */
export interface WatchedCluster {
  /** Empty: the manager's own. */
  readonly cluster: string;
  states(): Iterable<WatchedState>;
}

/** Creates the metrics of the current state of each watch and each part of the cache, read at each scrape. */
export function watchStateMetrics(registry: MetricsRegistry, clusters: Iterable<WatchedCluster>): void {
  const labels = ['cluster', 'resource', 'namespace'];
  const gauge = (name: string, help: string, read: (state: WatchedState) => number | undefined): void => {
    registry.collected({ name, help, labels }, 'gauge', function* (): Iterable<CollectedValue> {
      for (const watched of clusters) {
        for (const state of watched.states()) {
          const value = read(state);
          if (value !== undefined)
            yield { labels: [watched.cluster, formatGroupResource(state.resource), state.namespace], value };
        }
      }
    });
  };
  const seconds = (time: number | undefined): number | undefined => (time === undefined ? undefined : time / 1000);
  gauge('kb_watch_connected', 'Whether the watch of a kind is open: 1, or 0.', ({ connectedSince }) =>
    connectedSince === undefined ? 0 : 1,
  );
  gauge('kb_watch_connected_since_timestamp_seconds', 'Since when the watch of a kind is open.', (state) =>
    seconds(state.connectedSince),
  );
  gauge(
    'kb_watch_last_event_timestamp_seconds',
    'When the last event of a kind came, bookmarks among them: its age is time() minus this.',
    (state) => seconds(state.lastEventAt),
  );
  gauge('kb_watch_last_resource_version', 'The last version that the watch of a kind has seen.', (state) =>
    versionOf(state.resourceVersion),
  );
  gauge('kb_cache_synced', 'Whether the cache has seen the first list of a kind: 1, or 0.', ({ synced }) =>
    synced ? 1 : 0,
  );
  gauge('kb_cache_queued', 'Notifications of a kind that wait for the slowest handler.', ({ queued }) => queued);
  gauge('kb_cache_objects', 'Objects of a kind in the cache.', ({ objects }) => objects);
  gauge('kb_cache_bytes', 'What the objects of a kind in the cache take, estimated.', ({ bytes }) => bytes);
}

/** Versions are numbers today, but that is not guaranteed. */
function versionOf(version: string): number | undefined {
  return /^\d{1,15}$/.test(version) ? Number(version) : undefined;
}
