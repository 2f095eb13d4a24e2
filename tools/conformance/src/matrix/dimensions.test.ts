import { expect, test } from 'vitest';
import {
  availableValues,
  combinationsOf,
  commandsFor,
  dimensions,
  mostDifferentFirst,
  pairwise,
} from './dimensions.ts';

const everything = 'a flag --namespaced, and the parts own-certificates and helm';

test('a kb without flags and parts lacks the values that need them', () => {
  const { values, missing } = availableValues(() => 'no flags');
  expect(missing).toEqual(['an operator of one namespace', 'own certificates', 'Helm']);
  expect(combinationsOf(values)).toHaveLength(2 * 2 * 4);
  expect(availableValues(() => everything).missing).toEqual([]);
});

test('without webhooks there are no certificates to choose', () => {
  const { values } = availableValues(() => everything);
  const combinations = combinationsOf(values);
  expect(combinations).toHaveLength(2 * 2 * 2 * 2 * (1 + 3 * 2));
  expect(combinations.every((one) => Object.keys(one).length === dimensions.length)).toBe(true);
});

test('pairwise rows have every two values together', () => {
  const combinations = combinationsOf(availableValues(() => everything).values);
  const rows = pairwise(combinations);
  expect(rows.length).toBeLessThan(combinations.length / 4);
  const isTogether = (one: object, a: string, b: string): boolean =>
    Object.values(one).includes(a) && Object.values(one).includes(b);
  const names = dimensions.flatMap(({ values }) => values.map(({ name }) => name));
  for (const a of names) {
    for (const b of names) {
      const possible = combinations.some((one) => isTogether(one, a, b));
      expect([a, b, rows.some((one) => isTogether(one, a, b))]).toEqual([a, b, possible]);
    }
  }
});

test('the order of all combinations begins with the pairwise rows, and soon has every three values together', () => {
  const combinations = combinationsOf(availableValues(() => everything).values);
  const ordered = mostDifferentFirst(combinations);
  const rows = pairwise(combinations);
  expect(ordered.slice(0, rows.length)).toEqual(rows);
  expect(ordered).toHaveLength(combinations.length);
  expect(new Set(ordered)).toEqual(new Set(combinations));
  const first = ordered.slice(0, combinations.length / 4).map((one) => Object.values(one));
  const names = dimensions.flatMap(({ values }) => values.map(({ name }) => name));
  const triples = names.flatMap((a) => names.flatMap((b) => names.map((c) => [a, b, c])));
  for (const triple of triples) {
    const isIn = (one: readonly string[]): boolean => triple.every((name) => one.includes(name));
    const possible = combinations.some((one) => isIn(Object.values(one)));
    expect([triple, first.some(isIn)]).toEqual([triple, possible]);
  }
});

test('each combination has other commands', () => {
  const combinations = combinationsOf(availableValues(() => everything).values);
  const commands = new Set(combinations.map((one) => JSON.stringify(commandsFor(one))));
  expect(commands.size).toBe(combinations.length);
});
