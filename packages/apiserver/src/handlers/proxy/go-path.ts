/** Cleans a path as Go's `path.Clean` does: no empty segments, `.` or `..`. An end slash is dropped. */
function cleanPath(path: string): string {
  if (path === '') return '.';
  const isRooted = path.startsWith('/');
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isRooted) kept.push('..');
  }
  const joined = kept.join('/');
  return isRooted ? `/${joined}` : joined || '.';
}

/** Joins paths as Go's `path.Join` does: empty ones are left out, the rest is cleaned. */
export function joinPaths(...paths: readonly string[]): string {
  const present = paths.filter((path) => path !== '');
  return present.length === 0 ? '' : cleanPath(present.join('/'));
}

/** Adds the slash at the end that joining has dropped. */
export function withEndSlash(joined: string, original: string): string {
  return original.endsWith('/') && !joined.endsWith('/') ? `${joined}/` : joined;
}

/** Escapes a decoded path as Go's `URL.EscapedPath` does. */
export function escapePath(path: string): string {
  return encodeURI(path.toWellFormed()).replace(
    /[!*'()?#]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
