import { expect, test } from 'vitest';
import { compareVerdicts } from './compare-verdicts.ts';
import { knownDifferences } from './known-differences.ts';
import { failuresIn, rightSources, wrongSources } from './type-errors-suite.ts';

test('there are 200 wrong sources, and 40 right ones, each with a name of its own', () => {
  const wrong = wrongSources(1, 0);
  expect(wrong.length).toBeGreaterThanOrEqual(200);
  expect(rightSources.length).toBeGreaterThanOrEqual(40);
  expect(new Set([...wrong, ...rightSources].map(({ name }) => name)).size).toBe(wrong.length + rightSources.length);
});

test('every known difference is of a case', () => {
  const names = [...wrongSources(1, 0), ...rightSources].map(({ name }) => name);
  expect(Object.keys(knownDifferences).filter((name) => !names.includes(name))).toEqual([]);
});

test('a known difference that differs no longer is a failure, and so is another one', () => {
  const [name = ''] = Object.keys(knownDifferences);
  const cases = [name, 'another'].map((each) => ({ name: each, type: 'string', before: '' }));
  expect(failuresIn(cases, ['differs', undefined])).toEqual([]);
  expect(failuresIn(cases, [undefined, 'differs']).map((failure) => failure.name)).toEqual([name, 'another']);
});

test('one source in ten has the verdict of the compiler', async () => {
  const some = [...wrongSources(1, 10), ...rightSources].filter((_, index) => index % 10 === 0);
  expect(failuresIn(some, await compareVerdicts(some))).toEqual([]);
}, 120_000);
