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

/** Sources that the compiler refuses, by hand and of a seed. */
export function wrongSources(seed: number, count: number): TypeErrorCase[] {
  return [
    ...casesOf([...wrongChoices, ...wrongGenerics, ...wrongParents, ...wrongNames, ...wrongValues, ...wrongBySettings]),
    ...misspeltKeys(seed, count),
  ];
}

/** Sources that it takes. */
export const rightSources: readonly TypeErrorCase[] = casesOf(rightCases);

/**
 * Wrong and right sources: what tsc refuses, with the real library and the real packages, kb generate refuses, at the
 * same place, with its suggestion; and nothing else. A known difference that no longer exists is a failure.
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

/** The cases that differ without a reason, and those that have one and do not. */
export function failuresIn(cases: readonly TypeErrorCase[], differences: readonly (string | undefined)[]): Failure[] {
  return cases.flatMap(({ name }, index) => {
    const difference = differences[index];
    if (!Object.hasOwn(knownDifferences, name)) return difference === undefined ? [] : [{ name, message: difference }];
    return difference === undefined ? [{ name, message: 'it is a known difference, and differs no longer' }] : [];
  });
}
