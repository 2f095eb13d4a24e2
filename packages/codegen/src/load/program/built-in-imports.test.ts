import { expect, test } from 'vitest';
import { builtInImports } from './built-in-imports.ts';

const typesOf = (specifier: string, names?: readonly string[]): string[] => [
  ...builtInImports([{ specifier, names }], []).types,
];

test('an import from @kb/apimachinery uses the built-in types that it has names for, and no other import does', () => {
  expect(typesOf('@kb/apimachinery')).toContain('meta/v1.ObjectMeta');
  expect(typesOf('./other.ts')).toEqual([]);
});

test('an import from @kb/kubernetes uses the names that it lists, or all', () => {
  expect(typesOf('@kb/kubernetes/core/v1', ['Pod'])).toEqual(['core/v1.Pod']);
  expect(typesOf('@kb/kubernetes/core/v1').length).toBeGreaterThan(100);
});
