import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { applyMergePatch, createMergePatch } from './merge-patch.ts';

describe('RFC 7386, appendix A', () => {
  test.each<[target: JsonValue, patch: JsonValue, want: JsonValue]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j and %j', (target, patch, want) => {
    expect(applyMergePatch(target, patch)).toEqual(want);
  });
});

describe('as the API server does', () => {
  test.each<[name: string, target: JsonValue, patch: JsonValue, want: JsonValue]>([
    [
      'objects in lists lose their nulls where the list is new',
      {},
      { l: [{ a: null, b: 1 }, null] },
      { l: [{ b: 1 }, null] },
    ],
    ['or replaces another list', { l: [1] }, { l: [{ a: null }] }, { l: [{}] }],
    ['but not where it replaces an object', { l: {} }, { l: [{ a: null }] }, { l: [{ a: null }] }],
    ['null is as good as absent', { a: null }, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
  ])('%s', (_name, target, patch, want) => {
    expect(applyMergePatch(target, patch)).toEqual(want);
  });
});

describe('in general', () => {
  const values = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<JsonValue>('a', 'b', 1, true),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value')),
    ),
  })).value;

  test('the patch made from two values turns the first into the second', () => {
    fc.assert(
      fc.property(values, values, (from, to) => {
        expect(applyMergePatch(from, createMergePatch(from, to))).toEqual(to);
      }),
    );
  });

  test('equal values give an empty patch, which returns the target itself', () => {
    fc.assert(
      fc.property(values, (value) => {
        const patch = createMergePatch(value, structuredClone(value));
        expect(applyMergePatch(value, patch)).toBe(value);
      }),
    );
    expect(createMergePatch({ a: { b: [1] } }, { a: { b: [1] } })).toEqual({});
  });

  test('applying a patch twice equals applying it once', () => {
    fc.assert(
      fc.property(values, values, (target, patch) => {
        const once = applyMergePatch(target, patch);
        expect(applyMergePatch(once, patch)).toEqual(once);
      }),
    );
  });

  test('unchanged parts are shared', () => {
    const target = { a: { b: 1 }, c: { d: 2 } };
    expect(applyMergePatch(target, { a: { b: 2 } })).toHaveProperty('c', target.c);
    expect(applyMergePatch(target, { a: { b: 1 }, x: null })).toBe(target);
  });
});
