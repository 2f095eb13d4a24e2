/**
 * Returns the path of a request without its query, with its percent-escapes decoded; undefined when they are invalid.
 */
export function pathOf(request: { readonly path: string }): string | undefined {
  const end = request.path.indexOf('?');
  const path = end < 0 ? request.path : request.path.slice(0, end);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Returns the query of a request. */
export function queryOf(request: { readonly path: string }): URLSearchParams {
  const start = request.path.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : request.path.slice(start + 1));
}
