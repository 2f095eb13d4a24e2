import { expect, test } from 'vitest';
import { compareVerdicts } from './compare-verdicts.ts';
import { knownDifferences } from './known-differences.ts';
import { failuresIn, rightSources, wrongSources } from './type-errors-suite.ts';

test('there are 200 sources with errors and 40 without, each with a unique name', () => {
  const wrong = wrongSources(1, 0);
  expect(wrong.length).toBeGreaterThanOrEqual(200);
  expect(rightSources.length).toBeGreaterThanOrEqual(40);
  expect(new Set([...wrong, ...rightSources].map(({ name }) => name)).size).toBe(wrong.length + rightSources.length);
});

test('every known difference belongs to a case', () => {
  const names = [...wrongSources(1, 0), ...rightSources].map(({ name }) => name);
  expect(Object.keys(knownDifferences).filter((name) => !names.includes(name))).toEqual([]);
});

test('reports obsolete known differences and unknown ones', () => {
  const [name = ''] = Object.keys(knownDifferences);
  const cases = [name, 'another'].map((each) => ({ name: each, type: 'string', before: '' }));
  expect(failuresIn(cases, ['differs', undefined])).toEqual([]);
  expect(failuresIn(cases, [undefined, 'differs']).map((failure) => failure.name)).toEqual([name, 'another']);
});

test('reports the same errors as the compiler for one source in ten', async () => {
  const some = [...wrongSources(1, 10), ...rightSources].filter((_, index) => index % 10 === 0);
  expect(failuresIn(some, await compareVerdicts(some))).toEqual([]);
});
