import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a run of all tests of a package leaves behind. nx keeps it with the run's output, so that it is there when the
 * run itself is not repeated.
 */
export interface TestRecord {
  /** Of the package. */
  readonly name: string;
  /** How many tests there are. */
  readonly tests: number;
  /** How many of them failed. */
  readonly failed: number;
  /** How long the run took. */
  readonly seconds: number;
  readonly skipped: readonly SkippedTest[];
}

/** A test that did not run. */
export interface SkippedTest {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  /** The titles that lead to it, the outermost first. */
  readonly titles: readonly string[];
}

/** Where the records are: `<name>.json` each. nx.json names the same folder. */
export const recordsFolder: string = join(fileURLToPath(new URL('../../../..', import.meta.url)), '.nx/tests');
