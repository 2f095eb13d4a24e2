/** One list of a reflector that came to its end. */
export interface ListMeasurement {
  /** From the first request to the whole content. */
  readonly seconds: number;
  readonly items: number;
  /** It came as a watch with its initial events, not as a list. */
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
 * `reflector_short_watches_total`, `reflector_watch_duration_seconds`, `reflector_items_per_watch`). What is a state
 * and not a count, such as the last version or the number of objects, is read from the informer's state when somebody
 * asks.
 */
export interface ReflectorMetrics {
  /** The whole content was listed. */
  list(list: ListMeasurement): void;
  /** A watch request is sent. */
  watchOpened(): void;
  /**
   * So many events came on it, bookmarks and the initial ones of a streamed list among them. Told at once: a watch
   * lasts for minutes.
   */
  received(events: number): void;
  /** A watch ended, for whatever reason. */
  watchEnded(watch: WatchMeasurement): void;
  /**
   * A list or a watch failed. The reason is the Status' or, for connections, the error's code; `Unknown` for all else.
   */
  failed(reason: string): void;
}

/** Where reflectors get what they count with; one for a cache. */
export interface ReflectorMetricsProvider {
  /**
   * `resource` is the plural name with its group (`deployments.apps`); `namespace` is empty for a reflector of all of
   * them, `cluster` for the manager's own (default).
   */
  reflector(resource: string, namespace: string, cluster?: string): ReflectorMetrics;
}
