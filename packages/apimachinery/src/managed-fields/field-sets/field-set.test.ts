import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  emptyFieldSet,
  equalFieldSets,
  type FieldSet,
  fieldSetOf,
  hasFieldPath,
  intersectFieldSets,
  isEmptyFieldSet,
  isSubsetOf,
  leavesOfFieldSet,
  pathsOfFieldSet,
  sizeOfFieldSet,
  subtractFieldSets,
  subtractFieldSetsRecursively,
  unionFieldSets,
} from './field-set.ts';
import { fieldPath, formatFieldPath } from './path-element.ts';
import { fieldSets } from '../test-support/arbitraries.ts';

const set = (...paths: string[]): FieldSet => fieldSetOf(...paths.map((path) => fieldPath(...path.split('.'))));
const shown = (fields: FieldSet): string[] => pathsOfFieldSet(fields).map(formatFieldPath);

/** The invariant that everything else relies on: below the root, no node is empty. */
function isSound(fields: FieldSet, root = true): boolean {
  if (root ? fields.self : isEmptyFieldSet(fields)) return false;
  return [...fields.fields.values()].every((child) => isSound(child, false));
}

describe('paths', () => {
  test('are members, their parents are not', () => {
    const fields = set('a.b', 'a.b.c', 'd');
    expect(hasFieldPath(fields, fieldPath('a'))).toBe(false);
    expect(hasFieldPath(fields, fieldPath('a', 'b'))).toBe(true);
    expect(hasFieldPath(fields, fieldPath('a', 'b', 'c'))).toBe(true);
    expect(hasFieldPath(fields, [])).toBe(false);
    expect(sizeOfFieldSet(fields)).toBe(3);
  });

  test('are listed members first, at each level', () => {
    expect(shown(set('b.z', 'a.y.x', 'c', 'a.y', 'b', 'a.k'))).toEqual(['.b', '.c', '.a.k', '.a.y', '.a.y.x', '.b.z']);
  });

  test('of no fields are empty', () => {
    expect(fieldSetOf([])).toEqual(emptyFieldSet);
  });
});

describe('algebra', () => {
  test.each<[name: string, got: FieldSet, want: string[]]>([
    ['parent - child', subtractFieldSets(set('a'), set('a.b')), ['.a']],
    ['child - parent', subtractFieldSets(set('a.b'), set('a')), ['.a.b']],
    ['both - child', subtractFieldSets(set('a', 'a.b'), set('a.b')), ['.a']],
    ['recursively: child - parent', subtractFieldSetsRecursively(set('a.b', 'c'), set('a')), ['.c']],
    ['recursively: parent - child', subtractFieldSetsRecursively(set('a', 'a.b.c'), set('a.b')), ['.a']],
    ['union', unionFieldSets(set('a.b', 'c'), set('a', 'a.d')), ['.a', '.c', '.a.b', '.a.d']],
    ['intersection', intersectFieldSets(set('a', 'a.b', 'c'), set('a.b', 'a.d', 'c.e')), ['.a.b']],
    ['leaves', leavesOfFieldSet(set('a', 'a.b', 'c')), ['.c', '.a.b']],
  ])('%s', (_name, got, want) => {
    expect(shown(got)).toEqual(want);
  });

  test('obeys the laws of sets', () => {
    fc.assert(
      fc.property(fieldSets, fieldSets, fieldSets, (a, b, c) => {
        const either = unionFieldSets(a, b);
        const both = intersectFieldSets(a, b);
        const only = subtractFieldSets(a, b);
        expect([either, both, only, subtractFieldSetsRecursively(a, b)].every((fields) => isSound(fields))).toBe(true);
        expect(equalFieldSets(either, unionFieldSets(b, a))).toBe(true);
        expect(equalFieldSets(both, intersectFieldSets(b, a))).toBe(true);
        expect(equalFieldSets(unionFieldSets(either, c), unionFieldSets(a, unionFieldSets(b, c)))).toBe(true);
        expect(equalFieldSets(unionFieldSets(only, both), a)).toBe(true);
        expect(isEmptyFieldSet(intersectFieldSets(only, b))).toBe(true);
        expect(equalFieldSets(subtractFieldSets(either, b), only)).toBe(true);
        expect(isSubsetOf(both, a) && isSubsetOf(a, either) && isSubsetOf(only, a)).toBe(true);
        expect(isSubsetOf(a, b)).toBe(isEmptyFieldSet(only));
        expect(sizeOfFieldSet(either) + sizeOfFieldSet(both)).toBe(sizeOfFieldSet(a) + sizeOfFieldSet(b));
      }),
    );
  });

  test('agrees with sets of paths as strings', () => {
    const texts = (fields: FieldSet): Set<string> => new Set(pathsOfFieldSet(fields).map((path) => path.join('\n')));
    fc.assert(
      fc.property(fieldSets, fieldSets, (a, b) => {
        const [ofA, ofB] = [texts(a), texts(b)];
        expect(texts(unionFieldSets(a, b))).toEqual(new Set([...ofA, ...ofB]));
        expect(texts(intersectFieldSets(a, b))).toEqual(new Set([...ofA].filter((path) => ofB.has(path))));
        expect(texts(subtractFieldSets(a, b))).toEqual(new Set([...ofA].filter((path) => !ofB.has(path))));
        const below = (path: string): boolean =>
          [...ofB].some((parent) => path === parent || path.startsWith(`${parent}\n`));
        expect(texts(subtractFieldSetsRecursively(a, b))).toEqual(new Set([...ofA].filter((path) => !below(path))));
        const isParent = (path: string): boolean => [...ofA].some((child) => child.startsWith(`${path}\n`));
        expect(texts(leavesOfFieldSet(a))).toEqual(new Set([...ofA].filter((path) => !isParent(path))));
      }),
    );
  });

  test('gives back what does not change', () => {
    const a = set('a.b', 'c');
    expect(unionFieldSets(a, set('c'))).toBe(a);
    expect(subtractFieldSets(a, set('x.y'))).toBe(a);
    expect(intersectFieldSets(a, a)).toBe(a);
  });
});
