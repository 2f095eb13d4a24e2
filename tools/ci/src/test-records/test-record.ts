import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The record of a run of all tests of a package. nx caches it with the run's output, so that it is available when the
 * run is not repeated.
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
  /** The titles of its groups and its own, the outermost first. */
  readonly titles: readonly string[];
}

/** The folder of the records, `<name>.json` each. nx.json has the same path. */
export const recordsFolder: string = join(fileURLToPath(new URL('../../../..', import.meta.url)), '.nx/tests');
