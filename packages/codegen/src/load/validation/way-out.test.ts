import { expect, test } from 'vitest';
import type { PathStep } from '../context/schema-place.ts';
import { pathText, rightType } from './way-out.ts';

const field = (name: string, optional = false): PathStep => ({ kind: 'field', name, optional });
const items: PathStep = { kind: 'items' };
const values: PathStep = { kind: 'values' };
const nullable: PathStep = { kind: 'nullable' };
const shape: PathStep = { kind: 'shape' };

test.each<[path: PathStep[], instead: string | undefined, want: string | undefined]>([
  [[], 'int32', 'int32'],
  [[], undefined, undefined],
  [[field('a')], 'int32', "Omit<T, 'a'> & { a: int32 }"],
  [[field('a', true)], 'int32', "Omit<T, 'a'> & { a?: int32 }"],
  [[field('a-b')], 'int32', "Omit<T, 'a-b'> & { 'a-b': int32 }"],
  [[field('a')], undefined, "Omit<T, 'a'>"],
  [[items], 'int32', 'int32[]'],
  [[values], 'int32', 'Record<string, int32>'],
  [[nullable], 'int32', 'int32 | null'],
  [[items, field('a')], 'int32', "(Omit<T[number], 'a'> & { a: int32 })[]"],
  [[values, field('a')], 'int32', "Record<string, Omit<T[string], 'a'> & { a: int32 }>"],
  [[nullable, field('a')], 'int32', "(Omit<NonNullable<T>, 'a'> & { a: int32 }) | null"],
  [[field('a'), field('b')], 'int32', "Omit<T, 'a'> & { a: Omit<T['a'], 'b'> & { b: int32 } }"],
  [[field('a', true), field('b')], undefined, "Omit<T, 'a'> & { a?: Omit<NonNullable<T['a']>, 'b'> }"],
  [[shape, field('a')], 'int32', undefined],
  [[items], undefined, undefined],
])('the replacement for a part at %j is written around the whole type', (path, instead, want) => {
  expect(rightType('T', [{ path, instead }])).toBe(want);
});

test('several wrong parts are replaced together', () => {
  const parts = [
    { path: [field('a'), items], instead: 'int32' },
    { path: [field('b')], instead: undefined },
    { path: [field('c')], instead: 'float64' },
  ];
  expect(rightType('T', parts)).toBe("Omit<T, 'a' | 'b' | 'c'> & { a: int32[]; c: float64 }");
  expect(rightType("Omit<T, 'x'>", parts.slice(1, 2))).toBe("Omit<T, 'x' | 'b'>");
});

test('formats a path as an author writes it', () => {
  expect(pathText([field('a'), items, field('b'), values, nullable, shape])).toBe('a[].b.*');
  expect(pathText([])).toBe('');
});
