import { describe, expect, it } from 'vitest';
import { parseJsonPath } from './json-path.ts';

const object = {
  a: { 'b.c': 1, list: [10, 20, 30] },
  conditions: [
    { type: 'Ready', status: 'True', n: 1 },
    { type: 'Other', status: 'False', n: 2 },
  ],
};

describe('parseJsonPath', () => {
  it.each<[string, unknown[]]>([
    ['.a.list', [[10, 20, 30]]],
    ['.a.list[0]', [10]],
    ['.a.list[-1]', [30]],
    ['.a.list[9]', []],
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

  it.each(['.a[', '.a[?(x)]', 'a.b', '.a[foo]', '.a]'])('cannot read %s', (path) => {
    expect(parseJsonPath(path)).toBeUndefined();
  });
});
