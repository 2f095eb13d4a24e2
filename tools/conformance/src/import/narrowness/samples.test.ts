import { expect, test } from 'vitest';
import { samplesOf } from './samples.ts';
import { serverAnswer } from './server-answer.ts';
import { shopKind } from './test-support/shop.ts';

const everything = { places: Number.POSITIVE_INFINITY, mutations: Number.POSITIVE_INFINITY };

test('every sample is as described, by the rules of the API server', () => {
  const { samples, unreached } = samplesOf(shopKind, 1, everything);
  expect(unreached).toEqual([]);
  const answers = samples.map(({ object, isValid, what }) => ({
    what,
    isValid,
    answer: serverAnswer(shopKind.schema, object),
  }));
  expect(answers.filter(({ isValid, answer }) => isValid !== (answer === 'kept'))).toEqual([]);
  expect(answers.filter(({ answer }) => answer === 'refused')).toEqual([]);
});

test.each([
  'spec: number instead of object',
  'spec: without image',
  'spec: an unknown field',
  'spec: null',
  'spec.replicas: string instead of number',
  'spec.mode: another text than those of the enum',
  'spec.labels: list instead of object',
  'spec.labels{}: number instead of string',
  'spec.ports[]: without name',
  'spec.ports[].name: boolean instead of string',
  'spec.source: with git, with image',
  'spec.source: without git',
  'status: an unknown field',
])('wrong in one way: %s', (what) => {
  const wrong = new Set<string>();
  // Which of the exclusive fields is present is random.
  for (let seed = 0; seed < 8; seed += 1)
    for (const sample of samplesOf(shopKind, seed, everything).samples) if (!sample.isValid) wrong.add(sample.what);
  const [at = '', how = ''] = what.split(': ');
  const names = how.split(', ');
  expect([...wrong].some((one) => one.startsWith(`${at}: `) && names.some((name) => one.includes(name)))).toBe(true);
});

test('an accepted object is not a wrong sample', () => {
  const { samples } = samplesOf(shopKind, 1, everything);
  const wrong = samples.filter(({ isValid }) => !isValid).map(({ what }) => what);
  expect(wrong.filter((what) => what.startsWith('spec.anything'))).toEqual([]);
  expect(wrong.filter((what) => what.startsWith('spec.open: an unknown field'))).toEqual([]);
  expect(wrong.filter((what) => what.startsWith('spec.nothing: null'))).toEqual([]);
});

test('samples are the same for the same seed, and no more than requested', () => {
  const limits = { places: 6, mutations: 2 };
  const first = samplesOf(shopKind, 3, limits).samples;
  expect(samplesOf(shopKind, 3, limits).samples).toEqual(first);
  expect(samplesOf(shopKind, 4, limits).samples).not.toEqual(first);
  expect(first.length).toBeLessThan(samplesOf(shopKind, 3, everything).samples.length / 2);
});
