import { expect, test } from 'vitest';
import { equalTypes, unusedTypes } from './equal-types.ts';
import { readSource } from './read-source.ts';

const kind = '// +kubebuilder:object:root=true\nexport interface Shop { a: A; b: B }\n';

function equal(types: string): string[][] {
  const { declarations } = readSource('shop.types.ts', kind + types);
  return equalTypes(declarations).map((same) => same.map(({ name }) => name));
}

test.each([
  { what: 'fields', types: 'export interface A { x: string }\nexport interface B { x: string }' },
  {
    what: 'fields in another order',
    types: 'export interface A { x: string; y?: number }\nexport interface B { y?: number; x: string }',
  },
  {
    what: 'fields with other white space',
    types: 'export interface A { x: string | null }\nexport interface B {\n  x:\n    | string\n    | null\n}',
  },
  {
    what: 'own descriptions aside',
    types: '/** One. */\nexport interface A { x: string }\n/** Another. */\nexport interface B { x: string }',
  },
  {
    what: 'descriptions of fields',
    types: 'export interface A {\n  /** One. */\n  x: string }\nexport interface B {\n  /** One. */\n  x: string }',
  },
  { what: 'sets of values', types: "export type A = 'x' | 'y';\nexport type B = 'x' | 'y';" },
  { what: 'parents', types: 'export interface A extends P { x: string }\nexport interface B extends P { x: string }' },
  { what: 'themselves', types: 'export interface A { x: A[] }\nexport interface B { x: B[] }' },
  { what: 'each other', types: 'export interface A { x: B }\nexport interface B { x: A }' },
])('finds types with the same $what', ({ types }) => {
  expect(equal(types)).toEqual([['A', 'B']]);
});

test.each([
  { what: 'types of fields', types: 'export interface A { x: string }\nexport interface B { x: number }' },
  { what: 'names of fields', types: 'export interface A { x: string }\nexport interface B { y: string }' },
  { what: 'optional fields', types: 'export interface A { x: string }\nexport interface B { x?: string }' },
  {
    what: 'descriptions of fields',
    types: 'export interface A {\n  /** One. */\n  x: string }\nexport interface B {\n  /** Two. */\n  x: string }',
  },
  {
    what: 'markers of fields',
    types: 'export interface A {\n  // +kubebuilder:default=1\n  x: string }\nexport interface B {\n  x: string }',
  },
  {
    what: 'markers',
    types: '// +kubebuilder:validation:MinLength=1\nexport type A = string;\nexport type B = string;',
  },
  { what: 'parents', types: 'export interface A extends P { x: string }\nexport interface B extends Q { x: string }' },
  {
    what: 'type arguments',
    types: 'export interface A { x: Record<string, string> }\nexport interface B { x: Record<string, number> }',
  },
  {
    what: 'meaning',
    types: '/** One. */\nexport type A = string;\n/** Another. */\nexport type B = string;',
  },
  { what: 'values', types: "export type A = 'x y';\nexport type B = 'x  y';" },
])('tells types with other $what apart', ({ types }) => {
  expect(equal(types)).toEqual([]);
});

test('types that differ only in the names of equal types are equal', () => {
  const types = `export interface A { x: X }\nexport interface B { x: Y }\nexport interface X { z: string }\nexport interface Y { z: string }`;
  expect(equal(types)).toEqual([
    ['A', 'B'],
    ['X', 'Y'],
  ]);
  expect(equal(types.replace('Y { z: string }', 'Y { z: number }'))).toEqual([]);
});

test('kinds are never equal', () => {
  expect(equal(kind.replace('Shop', 'Stall'))).toEqual([]);
});

test('finds types that no kind uses', () => {
  const types =
    'export interface A { c: C[] }\nexport type B = Record<string, string>;\nexport interface C {}\nexport interface D { e: E }\nexport interface E {}';
  const { declarations } = readSource('shop.types.ts', kind + types);
  expect(unusedTypes(declarations).map(({ name }) => name)).toEqual(['D', 'E']);
});
