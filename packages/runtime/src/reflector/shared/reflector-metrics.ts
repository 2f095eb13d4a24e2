/** One completed list of a reflector. */
export interface ListMeasurement {
  /** From the first request to the whole content. */
  readonly seconds: number;
  readonly items: number;
  /** Whether it came as a watch with initial events instead of a list. */
  readonly streamed: boolean;
}

/** One watch of a reflector that ended. */
export interface WatchMeasurement {
  readonly seconds: number;
  /** Events, bookmarks among them. */
  readonly items: number;
  /** It ended within a second and without an event. */
  readonly short: boolean;
}

/**
 * What one reflector counts: client-go's cache.MetricsProvider (`reflector_lists_total`,
 * `reflector_list_duration_seconds`, `reflector_items_per_list`, `reflector_watches_total`,
 * `reflector_short_watches_total`, `reflector_watch_duration_seconds`, `reflector_items_per_watch`). States, such as
 * the last version or the number of objects, are not counted, but read from the informer on a scrape.
 */
export interface ReflectorMetrics {
  /** The whole content was listed. */
  list(list: ListMeasurement): void;
  /** A watch request is sent. */
  watchOpened(): void;
  /**
   * The watch received this many events, including bookmarks and the initial events of a streaming list. Called with
   * each batch, because a watch lasts for minutes.
   */
  received(events: number): void;
  /** A watch ended, for whatever reason. */
  watchEnded(watch: WatchMeasurement): void;
  /**
   * A list or a watch failed. The reason is the Status' or, for connections, the error's code; `Unknown` for all else.
   */
  failed(reason: string): void;
}

/** Makes the metrics of the reflectors of one cache. */
export interface ReflectorMetricsProvider {
  /**
   * `resource` is the plural name with its group (`deployments.apps`); `namespace` is empty for a reflector of all
   * namespaces, `cluster` for the manager's own cluster (default).
   */
  reflector(resource: string, namespace: string, cluster?: string): ReflectorMetrics;
}
