import { posix } from 'node:path';

/** Maximum number of source files in a folder; tests, test data and subfolders do not count. */
const MOST_FILES = 15;
/** Maximum number of lines in a source file. */
export const MOST_LINES = 400;
/** Maximum number of lines in a function, including comments. */
export const MOST_FUNCTION_LINES = 120;

/** Something that is larger than its limit. */
export interface Finding {
  /** A path, or a path with the name of a function. */
  readonly name: string;
  /** Its number of files or lines. */
  readonly size: number;
}

/** Returns the folders with too many source files. `files`: source files without tests. */
export function largeFolders(files: readonly string[]): Finding[] {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(posix.dirname(file), (counts.get(posix.dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, size]) => size > MOST_FILES).map(([name, size]) => ({ name, size }));
}
