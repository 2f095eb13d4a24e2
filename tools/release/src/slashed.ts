import { sep } from 'node:path';

/** Returns a path with slashes, on Windows too. */
export function slashed(file: string): string {
  return file.replaceAll(sep, '/');
}
