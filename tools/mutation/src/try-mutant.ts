import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutated } from './mutations.ts';
import { testsOf } from './related-tests.ts';
import { runTests, type TestOutcome } from './run-tests.ts';
import type { Mutant } from './sample-mutants.ts';

/**
 * The outcome for a mutant. `killed`: a test fails that passes without the mutation. `timed-out`: the tests do not
 * finish in time, but do without the mutation; this counts as killed. `survived`: all tests pass. `undecided`: the
 * tests fail, or do not finish in time, without the mutation too.
 */
export type MutantOutcome = 'killed' | 'timed-out' | 'survived' | 'undecided';

/** Which tests to run. `related`: those that import the mutant's file. `others`: all other tests of its package. */
export type TestChoice = 'related' | 'others';

/** How many test files run together: first the nearest two, which kill most mutants, then 8, then the rest. */
const steps = [2, 8, Infinity];

/** Matches no test's name: the files are only loaded. */
const NO_TEST = '^$';

/** Tries mutants in a copy of the repository. */
export interface MutantTrial {
  /** Runs tests on a mutant. The outcome is `survived` if there are none. */
  run(mutant: Mutant, choice: TestChoice): Promise<MutantOutcome>;
}

/**
 * Creates a {@link MutantTrial}. `copy`: the folder of the copy, which nothing else may use meanwhile. After the two
 * nearest test files, files that killed more mutants so far run earlier.
 */
export function createMutantTrial(copy: string): MutantTrial {
  const kills = new Map<string, number>();
  const killsOf = (folder: string, file: string): number => kills.get(`${folder}/${file}`) ?? 0;
  const passing = new Map<string, Promise<boolean>>();
  /** Whether the tests that failed pass without the mutation. */
  const passes = (folder: string, files: readonly string[], testPattern?: string): Promise<boolean> => {
    const key = JSON.stringify([folder, files, testPattern]);
    const known =
      passing.get(key) ?? runTests({ root: copy, folder, files, testPattern }).then(({ end }) => end === 'passed');
    passing.set(key, known);
    return known;
  };
  const isCausedBy = (folder: string, files: readonly string[], outcome: TestOutcome): Promise<boolean> => {
    if (outcome.end !== 'failed' || outcome.failure === undefined) return passes(folder, files);
    const { file, test } = outcome.failure;
    return passes(folder, [file], test === undefined ? NO_TEST : `^${RegExp.escape(test)}$`);
  };
  const withMutation = async (mutant: Mutant, files: readonly string[]): Promise<TestOutcome> => {
    const file = join(copy, mutant.file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, mutated(text, mutant));
    try {
      return await runTests({ root: copy, folder: mutant.folder, files });
    } finally {
      writeFileSync(file, text);
    }
  };
  return {
    run: async (mutant, choice) => {
      const { folder, file } = mutant;
      const tests = testsOf(join(copy, folder), file.slice(folder.length + 1));
      const [first, second, ...others] = tests[choice];
      const byKills = others.toSorted((a, b) => killsOf(folder, b) - killsOf(folder, a));
      const left = [first, second, ...byKills].filter((test) => test !== undefined);
      for (const step of steps) {
        const files = left.splice(0, step);
        if (files.length === 0) break;
        const outcome = await withMutation(mutant, files);
        if (outcome.end === 'passed') continue;
        if (!(await isCausedBy(folder, files, outcome))) return 'undecided';
        if (outcome.end !== 'failed') return 'timed-out';
        if (outcome.failure !== undefined) {
          const killer = outcome.failure.file;
          kills.set(`${folder}/${killer}`, killsOf(folder, killer) + 1);
        }
        return 'killed';
      }
      return 'survived';
    },
  };
}
