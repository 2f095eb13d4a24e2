import { sep } from 'node:path';

/** A path as it is written in a package, on Windows too. */
export function slashed(file: string): string {
  return file.replaceAll(sep, '/');
}
