import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mutated } from './mutations.ts';
import { testsOf } from './related-tests.ts';
import { runTests, type TestOutcome } from './run-tests.ts';
import type { Mutant } from './sample-mutants.ts';

/**
 * What the tests made of a mutant. `killed`: a test failed that passes without the mutation. `timed-out`: the tests
 * did not end in time, but do without the mutation; this counts as killed. `survived`: all tests passed. `undecided`:
 * the tests fail, or do not end in time, without the mutation too.
 */
export type MutantOutcome = 'killed' | 'timed-out' | 'survived' | 'undecided';

/** `related`: only the tests that import the mutant's file. `others`: all other tests of its package. */
export type TestChoice = 'related' | 'others';

/** How many test files are run at once: the nearest first, since most mutants are killed by these. */
const steps = [2, 8, Infinity];

/** Matches the name of no test: the files are only loaded. */
const NO_TEST = '^$';

/** Tries mutants in a copy of the repository. */
export interface MutantTrial {
  /** Runs tests on a mutant. No tests at all count as `survived`. */
  run(mutant: Mutant, choice: TestChoice): Promise<MutantOutcome>;
}

/**
 * Makes a {@link MutantTrial}. `copy` is the copy's folder: nothing else may use it meanwhile. After the two nearest
 * test files those run first that killed most mutants so far.
 */
export function createMutantTrial(copy: string): MutantTrial {
  const kills = new Map<string, number>();
  const killsOf = (folder: string, file: string): number => kills.get(`${folder}/${file}`) ?? 0;
  const passing = new Map<string, Promise<boolean>>();
  /** Whether what failed passes without any mutation. */
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
