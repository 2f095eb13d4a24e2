import { describe, expect, test } from 'vitest';
import { printValue, timestamp } from './cel-value.ts';
import { compareCases, levels } from './compare-cases.ts';
import { celImplementations } from './specification-suite.ts';
import { failureLines, readKnownFailures, writeKnownFailures } from './known-failures.ts';
import { readSpecCases, type SpecCase } from './spec-cases.ts';

const { cases, absent } = readSpecCases();

test('the cases that apply to Kubernetes are read, each under its own name', () => {
  expect(cases.length).toBeGreaterThan(1700);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.filter(({ expected }) => expected.value !== undefined).length).toBeGreaterThan(1250);
  expect([...absent.keys()].sort()).toEqual(['base64', 'cel.bind', 'cel.block', 'containers', 'math', 'messages']);
});

describe.each(celImplementations)('$name', (implementation) => {
  test('fails where it is known to fail, and nowhere else', () => {
    const lines = failureLines(compareCases(implementation, cases));
    if (process.env['KB_UPDATE'] === '1') writeKnownFailures(implementation, lines);
    expect(lines).toEqual(readKnownFailures(implementation));
  });
});

test('each level finds what is wrong on it', () => {
  const spec: SpecCase = {
    name: 'a',
    section: 's',
    expression: '1',
    hasMacros: true,
    isChecked: true,
    variables: [],
    bindings: {},
    expected: { tree: '1', type: 'int', typedTree: '1~int', value: { type: 'int', text: '1' } },
  };
  const wrong = {
    name: 'wrong',
    parse: () => '2',
    typeOf: () => 'uint',
    typedTreeOf: () => '1~uint',
    evaluate: () => ({ type: 'uint', text: '1' }),
  };
  const refused: SpecCase = { ...spec, expected: { tree: null, syntaxError: 'Syntax error: here' } };
  const mistaken: SpecCase = { ...spec, expected: { value: 'error' } };
  const found = compareCases(wrong, [spec, refused, mistaken]);
  expect(found.every(({ problem }) => problem !== undefined)).toBe(true);
  expect([...new Set(found.map(({ level }) => level))].sort()).toEqual([...levels].sort());
  const right = { name: 'right', parse: () => '1', evaluate: () => ({ type: 'int', text: '1' }) };
  expect(failureLines(compareCases(right, [spec]))).toEqual([]);
});

test('values print alike if they are equal', () => {
  const [one, two] = ['1', '2'].map((text) => ({ type: 'int', text }));
  if (one === undefined || two === undefined) throw new Error('two values');
  expect(printValue({ type: 'map', entries: [one, two, two, one] })).toBe(
    printValue({ type: 'map', entries: [two, one, one, two] }),
  );
  expect(printValue({ type: 'list', items: [one, two] })).not.toBe(printValue({ type: 'list', items: [two, one] }));
  expect(timestamp(-1n, 500_000_000).text).toBe('1969-12-31T23:59:59.5Z');
});
