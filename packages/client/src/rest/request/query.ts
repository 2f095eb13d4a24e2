import type { ListOptions, WatchOptions, WriteOptions } from '../../call-options.ts';

/** Parameters of a query. Those that are undefined or empty are left out: to the API server both mean unset. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** A query with its question mark; empty without parameters. */
export function encodeQuery(parameters: QueryParameters): string {
  let query = '';
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === '') continue;
    query += `${query === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`;
  }
  return query;
}

/** Parameters of a list. */
export function listParameters(options: Omit<ListOptions, 'namespace' | 'signal' | 'onWarning'>): QueryParameters {
  const { labelSelector, fieldSelector, limit, resourceVersion, resourceVersionMatch, timeoutSeconds } = options;
  // A page of an earlier list carries its version in the token; the API server refuses both together.
  return {
    labelSelector,
    fieldSelector,
    limit,
    continue: options.continue,
    resourceVersion,
    resourceVersionMatch,
    timeoutSeconds,
  };
}

/** Parameters of a watch. */
export function watchParameters(options: WatchOptions): QueryParameters {
  const { allowWatchBookmarks, sendInitialEvents } = options;
  return { ...listParameters(options), watch: true, allowWatchBookmarks, sendInitialEvents };
}

/** Parameters of a write by `fieldManager`. */
export function writeParameters(options: WriteOptions, fieldManager: string): QueryParameters {
  return {
    dryRun: options.dryRun ? 'All' : undefined,
    fieldManager: options.fieldManager ?? fieldManager,
    fieldValidation: options.fieldValidation,
  };
}
