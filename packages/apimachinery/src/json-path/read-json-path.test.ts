import { describe, expect, test } from 'vitest';
import { type PathStep, readJsonPath, type Slice } from './read-json-path.ts';

const field = (name: string): PathStep => ({ type: 'field', name });
const constant = (value: string | number | boolean, each = true): PathStep => ({ type: 'constant', value, each });
const slice = (given: Partial<Slice>): PathStep => ({
  type: 'slice',
  slice: { from: undefined, to: undefined, step: undefined, single: false, ...given },
});
const filter = (left: PathStep[], operator = '', right: PathStep[] = []): PathStep => ({
  type: 'filter',
  left,
  operator,
  right,
});

describe('readJsonPath', () => {
  test.each<[path: string, steps: PathStep[]]>([
    ['', []],
    ['.', [field('')]],
    ['.a.b', [field('a'), field('b')]],
    ['.a\\.b', [field('a.b')]],
    ['.*', [{ type: 'children' }]],
    ['..a', [{ type: 'descendants' }, field('a')]],
    ['..[0]', [{ type: 'descendants' }, slice({ from: 0, single: true })]],
    ['@.a', [field('a')]],
    ['$.a', [field('a')]],
    ["['a']", [field('a')]],
    ["['a','b']", [{ type: 'union', paths: [[field('a')], [field('b')]] }]],
    ['[0, 2]', [{ type: 'union', paths: [[slice({ from: 0, single: true })], [slice({ from: 2, single: true })]] }]],
    ['[0]', [slice({ from: 0, single: true })]],
    ['[-1]', [slice({ from: -1, single: true })]],
    ['[*]', [slice({})]],
    ['[1:3]', [slice({ from: 1, to: 3 })]],
    ['[1:]', [slice({ from: 1 })]],
    ['[:3:2]', [slice({ to: 3, step: 2 })]],
    ['true', [constant(true)]],
    ['false', [constant(false)]],
    ['truth', [{ type: 'unknown' }]],
    ['name', [{ type: 'unknown' }]],
    ['12', [constant(12)]],
    ['-1.5', [constant(-1.5)]],
    ['"a b"', [constant('a b', false)]],
    [String.raw`'it\'s'`, [constant("it's", false)]],
    ['[?(@.a)]', [filter([field('a')])]],
    ['[?(@.a=="x")]', [filter([field('a')], '==', [constant('x', false)])]],
    ['[?(@.a==true)]', [filter([field('a')], '==', [constant(true)])]],
    ['[?(@.a!=false)].b', [filter([field('a')], '!=', [constant(false)]), field('b')]],
    ['[?(@.a<=5)]', [filter([field('a')], '<=', [constant(5)])]],
  ])('reads %s', (path, steps) => {
    expect(readJsonPath(path)).toEqual([steps]);
  });

  test('reads several lists of steps from a path with braces', () => {
    expect(readJsonPath('.a} and {.b')).toEqual([[field('a')], [field('b')]]);
  });

  test.each([
    '[',
    '[x]',
    '[0',
    '[?(@.a',
    '[?(@.a)',
    '*',
    '....',
    '..*',
    '.a]',
    '.a\n',
    '"a',
    String.raw`"\q"`,
    '1.2.3',
    '+',
    '-',
  ])('refuses %j', (path) => {
    expect(readJsonPath(path)).toBeUndefined();
  });
});
