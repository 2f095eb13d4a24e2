import type { ListOptions, WatchOptions, WriteOptions } from '../../call-options.ts';

/** Parameters of a query. Undefined and empty ones are omitted: both mean unset to the API server. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Encodes a query with its question mark; empty without parameters. */
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
  // The continue token contains the version of the list; the API server rejects a request with both.
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
