import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areas } from '../recorded/sequences/index.ts';
import { readRules } from './rule.ts';

const SCENARIOS = 125;
/** The scenarios of custom objects, apart from rules in CEL. */
const objectScenarios = [...range(39, 46), 48, 49, 54, 55, ...range(57, 61), 63, 64];
const root = new URL('../../../../', import.meta.url);
const rules = readRules();
const sequences = areas.flatMap((area) => area.sequences.map(({ name }) => `${area.name}: ${name}`));

test('ids of rules are unique, and so are names of sequences', () => {
  expect(repeated(rules.map(({ id }) => id))).toEqual([]);
  expect(repeated(sequences)).toEqual([]);
});

test('every rule is shown by a sequence or a test, or has a reason why not', () => {
  const silent = rules.filter(
    ({ sequences: shown = [], tests = [], notShown }) => shown.length + tests.length > 0 === (notShown !== undefined),
  );
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('every sequence and test that a rule names exists', () => {
  const known = new Set(sequences);
  const missing = rules.flatMap(({ id, sequences: shown = [], tests = [] }) => [
    ...shown.filter((name) => !known.has(name)).map((name) => `${id}: ${name}`),
    ...tests.filter((file) => !existsSync(new URL(file, root))).map((file) => `${id}: ${file}`),
  ]);
  expect(missing).toEqual([]);
});

test('every sequence shows a rule', () => {
  const named = new Set(rules.flatMap(({ sequences: shown = [] }) => shown));
  expect(sequences.filter((name) => !named.has(name))).toEqual([]);
});

test('every scenario of the reference is covered by a rule', () => {
  const named = new Set(rules.flatMap(({ scenarios = [] }) => scenarios));
  expect(Array.from({ length: SCENARIOS }, (_, index) => index + 1).filter((number) => !named.has(number))).toEqual([]);
});

test('every scenario of custom objects is covered by a rule', () => {
  const named = new Set(rules.flatMap(({ definitionScenarios: numbers = [] }) => numbers));
  expect(objectScenarios.filter((number) => !named.has(number))).toEqual([]);
});

/** How many rules for custom objects the sections of their reference have. */
const objectRules: Readonly<Record<string, number>> = {
  '2.0': 13,
  '2.1': 6,
  '2.2': 9,
  '2.3': 5,
  '2.4': 8,
  '2.5': 7,
  '2.6': 5,
  '2.7': 4,
  '2.8': 24,
  '2.9': 4,
  '2.10': 9,
  '2.11': 7,
  '2.12': 3,
};

test('every rule for custom objects is shown by a sequence, or has a reason why not', () => {
  const wanted = numbersOf(objectRules);
  const named = rules.flatMap(({ objectRules: numbers = [] }) => numbers);
  expect(named.filter((number) => !wanted.includes(number))).toEqual([]);
  expect(wanted.filter((number) => !named.includes(number))).toEqual([]);
});

/** How many rules for definitions the sections of their reference have. */
const definitionRules: Readonly<Record<string, number>> = {
  '0.1': 5,
  '0.2': 7,
  '1.1': 7,
  '1.2': 14,
  '1.3': 10,
  '1.4': 3,
  '1.5': 20,
  '1.6': 18,
  '1.7': 6,
  '1.8': 6,
  '1.9': 10,
  '1.10': 13,
  '1.11': 9,
  '4.1': 9,
  '4.2': 5,
  '4.3': 10,
  '4.4': 3,
};
/** The scenarios of that reference that are about definitions; others are about rules in CEL, and custom objects. */
const definitionScenarios = [...range(1, 14), ...range(16, 24), ...range(31, 38), 59, 60, 63, 64];

test('every numbered rule for definitions is shown by a sequence, or has a reason why not', () => {
  const numbered = new Map(rules.map((rule) => [rule.section, rule]));
  const missing = numbersOf(definitionRules).filter((section) => {
    const rule = numbered.get(`crds ${section}`);
    return !rule || ((rule.sequences ?? []).length === 0 && rule.notShown === undefined);
  });
  expect(missing).toEqual([]);
});

test('every scenario of definitions is covered by a rule', () => {
  const named = new Set(rules.flatMap(({ definitionScenarios: numbers = [] }) => numbers));
  expect(definitionScenarios.filter((number) => !named.has(number))).toEqual([]);
});

function numbersOf(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts).flatMap(([section, count]) => range(1, count).map((number) => `${section}.${number}`));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
