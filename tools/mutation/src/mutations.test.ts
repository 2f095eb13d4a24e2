import { expect, test } from 'vitest';
import { mutated, mutationsOf } from './mutations.ts';

/** Returns each mutation's kind and the mutated text. */
const allOf = (text: string): string[] =>
  mutationsOf('a.ts', text).map((mutation) => `${mutation.what}: ${mutated(text, mutation)}`);

test.each<[string, ...string[]]>([
  ['a < b', '< to <=: a <= b'],
  ['a >= 1', '>= to >: a > 1', '1 plus 1: a >= (1 + 1)'],
  ['a && b', '&& to ||: a || b'],
  ['a ?? b', '?? to &&: a && b'],
  ['a + b', '+ to -: a - b'],
  ["a + 'x'", "string empty: a + ''"],
  ['!a', 'no !: a'],
  ['-a', 'no -: a'],
  ['a ? b : c', 'condition always true: true ? b : c', 'condition always false: false ? b : c'],
  [
    'if (a) b();',
    'condition always true: if (true) b();',
    'condition always false: if (false) b();',
    'statement removed: if (a) ;',
  ],
  ['await a();', 'statement removed: ;'],
  ['a = b;', 'statement removed: ;'],
  ['throw a;', 'statement removed: ;'],
  ['() => a', 'returns nothing: () => undefined'],
  ['() => undefined'],
  ['function f() { return a; }', 'returns nothing: function f() { return; }'],
  ['function f() { return undefined; }'],
  ['const a = list.some(f)', 'some to every: const a = list.every(f)'],
  ['[a, b]', 'no elements: []'],
  ['[]'],
  ['const a = true', 'true to false: const a = false'],
  ["const a = ''", "string not empty: const a = 'mutated'"],
  ['const a = `b${c}`', "string empty: const a = ''"],
])('mutates %s', (text, ...expected) => {
  expect(allOf(text)).toEqual(expected);
});

test.each([
  "import { a } from './a.ts';",
  "export { a } from './a.ts';",
  "type A = 'a' | 1;",
  "interface A { readonly a: 'a' }",
  "const a: 'a' | undefined = b;",
  '// a < b',
])('does not mutate %s', (text) => {
  expect(allOf(text)).toEqual([]);
});

test('does not mutate names of properties and of modules', () => {
  expect(allOf("const a = { 'b': c, ['d']: e }; const f = () => import('g');")).toEqual([
    "returns nothing: const a = { 'b': c, ['d']: e }; const f = () => undefined;",
  ]);
});

test('gives the line of a mutation', () => {
  expect(mutationsOf('a.ts', 'const a =\n  b <\n  c;').map(({ line }) => line)).toEqual([2]);
});
