import type { GeneratorSuite } from '../generator-suite.ts';
import type { Failure } from '../suite.ts';
import { rightCases } from './cases/right.ts';
import { wrongBySettings } from './cases/wrong-by-settings.ts';
import { wrongChoices } from './cases/wrong-choices.ts';
import { wrongGenerics } from './cases/wrong-generics.ts';
import { wrongNames } from './cases/wrong-names.ts';
import { wrongParents } from './cases/wrong-parents.ts';
import { wrongValues } from './cases/wrong-values.ts';
import { compareVerdicts } from './compare-verdicts.ts';
import { knownDifferences } from './known-differences.ts';
import { misspeltKeys } from './misspelt-keys.ts';
import { casesOf, type TypeErrorCase } from './cases/type-error-case.ts';

/** Returns sources that the compiler refuses: hand-written ones, and `count` random ones. */
export function wrongSources(seed: number, count: number): TypeErrorCase[] {
  return [
    ...casesOf([...wrongChoices, ...wrongGenerics, ...wrongParents, ...wrongNames, ...wrongValues, ...wrongBySettings]),
    ...misspeltKeys(seed, count),
  ];
}

/** Sources that the compiler accepts. */
export const rightSources: readonly TypeErrorCase[] = casesOf(rightCases);

/**
 * Compares kb generate with tsc, with the real library and the real packages: both must refuse the same sources, at the
 * same place and with the same suggestion. A known difference that no longer exists is a failure.
 */
export const typeErrorsSuite: GeneratorSuite = {
  name: 'type errors',
  async run({ full, seed, log }) {
    const wrong = wrongSources(seed, full ? 300 : 40);
    const known = Object.keys(knownDifferences).length;
    log(
      `${wrong.length} wrong sources, ${rightSources.length} right ones, seed ${seed}; ${known} known differences: tools/conformance/src/type-errors/known-differences.ts`,
    );
    const cases = [...wrong, ...rightSources];
    return { total: cases.length, failures: failuresIn(cases, await compareVerdicts(cases)) };
  },
};

/** Reports the cases with a difference that is not known, and those whose known difference no longer exists. */
export function failuresIn(cases: readonly TypeErrorCase[], differences: readonly (string | undefined)[]): Failure[] {
  return cases.flatMap(({ name }, index) => {
    const difference = differences[index];
    if (!Object.hasOwn(knownDifferences, name)) return difference === undefined ? [] : [{ name, message: difference }];
    return difference === undefined ? [{ name, message: 'the known difference no longer exists: remove it' }] : [];
  });
}
