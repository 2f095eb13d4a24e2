import { excessOf, findSlowAttack, type Reader } from '@kb/linear-time';
import { describe, expect, test } from 'vitest';
import { parseJsonPath } from './json-path.ts';

const object = {
  a: { 'b.c': 1, list: [10, 20, 30] },
  conditions: [
    { type: 'Ready', status: 'True', n: 1 },
    { type: 'Other', status: 'False', n: 2 },
  ],
};

describe('parseJsonPath', () => {
  test.each<[string, unknown[] | undefined]>([
    ['.a.list', [[10, 20, 30]]],
    ['.a.list[0]', [10]],
    ['.a.list[-1]', [30]],
    ['.a.list[9]', undefined],
    ['.a.list[*]', [10, 20, 30]],
    ['.a.list[1:]', [20, 30]],
    ['.a.list[:2]', [10, 20]],
    ['.a.b\\.c', [1]],
    [".a['b.c']", []],
    [".a['b\\.c']", [1]],
    ['.conditions[?(@.type=="Ready")].status', ['True']],
    ["['conditions'][?(@.n>1)].type", ['Other']],
    ['.conditions[?(@.missing)].type', []],
    ['..status', ['True', 'False']],
    ['.none.of.this', []],
    ['.a.constructor', []],
  ])('%s', (path, wanted) => {
    expect(parseJsonPath(path)?.(object)).toEqual(wanted);
  });

  test.each(['.a[', '.a[?(x]', '*', '.a[foo]', '.a]', '..*', '....'])('refuses %s', (path) => {
    expect(parseJsonPath(path)).toBeUndefined();
  });

  test('finds each object once, however many ways there are to reach it', () => {
    let nested: object = {};
    for (let depth = 0; depth < 60; depth += 1) nested = { a: nested, b: [1] };
    expect(parseJsonPath('..a..a..a..a..a..b')?.(nested)).toHaveLength(55);
    expect(parseJsonPath("..a['a','a']['a','a']['a','a']['a','a']")?.(nested)).toHaveLength(56);
  });

  test('gives up on a path that visits too many values', () => {
    let nested: unknown[] = Array.from({ length: 20_000 }, () => 'x');
    for (let depth = 0; depth < 100; depth += 1) nested = [nested];
    expect(parseJsonPath('.a..[?(@..b)]')?.({ a: nested })).toBeUndefined();
  });

  test('takes linear time in the size of the object, and of the path', async () => {
    const nested = (depth: number): object => {
      let value: object = {};
      for (let level = 0; level < depth; level += 1) value = { a: value };
      return value;
    };
    const deep = (path: string): Reader => ({
      name: path,
      read: (text) => parseJsonPath(path)?.(nested(text.length)),
      own: ['x'],
    });
    for (const path of ['..a..a..a..a..a', '..a[*]', '.a.a.a..'])
      expect(await excessOf((size) => deep(path).read('x'.repeat(size)))).toBeUndefined();
    expect(
      await findSlowAttack({ name: 'a path', read: (text) => parseJsonPath(`.${text}`)?.(object) }),
    ).toBeUndefined();
  });
});
