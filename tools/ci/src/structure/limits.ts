import { posix } from 'node:path';

/** The most source files in one folder; tests, test data and folders below are not counted. */
const MOST_FILES = 15;
/** The most lines of one source file. */
export const MOST_LINES = 400;
/** The most lines of one function, its comments included. */
export const MOST_FUNCTION_LINES = 120;

/** Something that is larger than its limit. */
export interface Finding {
  /** A path, or a path with the name of a function. */
  readonly name: string;
  /** How many files or lines it has. */
  readonly size: number;
}

/** The folders that have too many source files. `files`: source files, tests left out. */
export function largeFolders(files: readonly string[]): Finding[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, size]) => size > MOST_FILES).map(([name, size]) => ({ name, size }));
}
