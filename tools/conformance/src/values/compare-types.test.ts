import { expect, test } from 'vitest';
import { compareTypes } from './compare-types.ts';
import { readKeptTypes } from './values-suite.ts';
import { randomTypes } from './random-types.ts';
import { smallerTrees, textOf } from './type-tree.ts';

test('types that once differed accept the same values as tsc', async () => {
  const kept = readKeptTypes();
  const outcomes = await compareTypes(kept, 1);
  const different = outcomes.flatMap((outcome) => (outcome.kind === 'different' ? [outcome.message] : []));
  expect(different).toEqual([]);
  expect(outcomes.filter(({ kind }) => kind === 'same').length).toBeGreaterThan(kept.length / 2);
});

test('reports schemas that accept more or fewer values than tsc', async () => {
  const text = { schema: { type: 'string' }, warnings: [] };
  const outcomes = await compareTypes(['string', 'string | null', "'a' | 'b'"], 1, () =>
    Promise.resolve([text, text, text]),
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(['same', 'different', 'different']);
  const messages = outcomes.map((outcome) => (outcome.kind === 'different' ? outcome.message : ''));
  expect(messages[1]).toMatch(/value {2}null\ntsc accepts it/);
  expect(messages[2]).toMatch(/the schema accepts it, but tsc refuses it: TS2322/);
});

test('does not compare types that tsc refuses or that have no value, and counts those that kb refuses', async () => {
  const outcomes = await compareTypes(["Pick<Door, 'nmae'>", 'never', '[string, int32]', 'string'], 1);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['no type', 'no type', 'refused', 'same']);
});

test('the same seed gives the same types, and smallerTrees returns shorter ones', () => {
  const types = randomTypes(3, 50);
  expect(randomTypes(3, 50).map(textOf)).toEqual(types.map(textOf));
  for (const type of types) {
    for (const smaller of smallerTrees(type)) expect(textOf(smaller).length).toBeLessThan(textOf(type).length);
  }
});
