import { posix } from 'node:path';
import { EXCEPTIONS } from './source-files.ts';

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

/**
 * Compares findings with the exceptions that are allowed for the present: how large each may be at most. Returns what
 * is wrong, in words: findings that are not exceptions or have grown, and exceptions that nothing needs any more.
 */
export function compareWithExceptions(
  what: string,
  findings: readonly Finding[],
  exceptions: Readonly<Record<string, number>>,
): string[] {
  const found = new Map(findings.map(({ name, size }) => [name, size]));
  const wrong = findings.flatMap(({ name, size }) => {
    const most = exceptions[name];
    if (most === undefined) return [`${name}: ${what} (${size})`];
    return size > most ? [`${name}: ${what} (${size}), and has grown: it was ${most}`] : [];
  });
  const needless = Object.keys(exceptions)
    .filter((name) => !found.has(name))
    .map((name) => `${name}: is not an exception any more (${what}): take it out of ${EXCEPTIONS}`);
  return [...wrong, ...needless];
}
