import type { DeepReadonly, JsonValue, KubernetesObject } from '@kb/apimachinery';
import { applyMergePatch } from '@kb/apimachinery/patch';
import type { ConfigMap } from '@kb/kubernetes/core/v1';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { Widget } from '../test-support/widgets.ts';
import { equalSemantically } from './equal-semantically.ts';
import { isEmptyPatch, mergeFrom, type MergeSource } from './merge-from.ts';

interface Thing extends KubernetesObject {
  spec?: unknown;
}

const metadata = { name: 'a', uid: 'u', resourceVersion: '7', creationTimestamp: '' };
const thing = (spec: unknown, more: object = {}): Thing => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { ...metadata, ...more },
  spec,
});

// Checked by the compiler.
declare const cached: DeepReadonly<Widget>;
declare const read: Widget;

test('mergeFrom checks the fields of cached objects and of read ones', () => {
  void (() => [
    mergeFrom(cached).to({ ...cached, spec: { ...cached.spec, size: 2 } }),
    mergeFrom(cached).to({ ...cached, metadata: { ...cached.metadata, labels: { a: 'b' } } }),
    mergeFrom(cached).to(read),
    mergeFrom(read).to(cached),
    mergeFrom(read).to({ ...read, spec: { ...read.spec, size: 2 } }),
    mergeFrom<Widget>(read).to({ ...cached, spec: { size: 2 } }),
  ]);
  // @ts-expect-error: a size is a number
  void (() => mergeFrom(cached).to({ ...cached, spec: { ...cached.spec, size: 'two' } }));
  // @ts-expect-error: there is no such field
  void (() => mergeFrom(cached).to({ ...cached, spec: { ...cached.spec, sizes: 2 } }));
  // @ts-expect-error: nor here
  void (() => mergeFrom(cached).to({ ...cached, spce: {} }));
  // @ts-expect-error: nor a variable of another kind
  void ((other: DeepReadonly<ConfigMap>) => mergeFrom(cached).to(other));
  expectTypeOf(() => mergeFrom(cached)).returns.toEqualTypeOf<MergeSource<DeepReadonly<Widget>>>();
});

describe('mergeFrom', () => {
  test('copies the old object at the call, so that it may be changed afterwards', () => {
    const read = thing({ a: 1, list: [{ b: 1 }] });
    const source = mergeFrom(read, { optimisticLock: true });
    read.spec = { a: 2, list: [{ b: 1 }] };
    read.metadata.resourceVersion = '8';
    expect(source.to(read).value).toEqual({ metadata: { resourceVersion: '7' }, spec: { a: 2 } });
  });

  test.each([
    ['nothing', { a: 1 }, { a: 1 }, {}],
    ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, { spec: { b: 3 } }],
    ['a field that goes', { a: 1, b: 2 }, { a: 1 }, { spec: { b: null } }],
    ['a field that is undefined', { a: 1, b: 2 }, { a: 1, b: undefined }, { spec: { b: null } }],
    ['a list, whole', { a: [1, 2] }, { a: [1, 3] }, { spec: { a: [1, 3] } }],
    ['deep', { a: { b: { c: 1, d: 1 } } }, { a: { b: { c: 2, d: 1 } } }, { spec: { a: { b: { c: 2 } } } }],
  ])('says what changed: %s', (_what, from, to, value) => {
    const patch = mergeFrom(thing(from)).to(thing(to));
    expect(patch).toEqual({ type: 'merge', value });
    expect(isEmptyPatch(patch)).toBe(Object.keys(value).length === 0);
  });

  test('keeps large integers as they are', () => {
    const large = (n: bigint): Thing => thing({ a: n });
    const { value } = mergeFrom(large(9007199254740993n)).to(large(9007199254740994n));
    expect(value).toEqual({ spec: { a: 9007199254740994n } });
    expect(isEmptyPatch(mergeFrom(large(2n ** 62n)).to(large(2n ** 62n)))).toBe(true);
  });

  test('locks with the option', () => {
    const locked = mergeFrom(thing({ a: 1 }), { optimisticLock: true });
    expect(locked.to(thing({ a: 2 })).value).toEqual({ spec: { a: 2 }, metadata: { resourceVersion: '7' } });
    const changed = locked.to(thing({ a: 1 }, { labels: { b: 'c' }, resourceVersion: '8' }));
    expect(changed.value).toEqual({ metadata: { labels: { b: 'c' }, resourceVersion: '7' } });
    expect(isEmptyPatch(locked.to(thing({ a: 1 })))).toBe(true);
    expect(isEmptyPatch(changed)).toBe(false);
  });

  const json = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.bigInt({ min: 2n ** 60n, max: 2n ** 63n - 1n }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'd'), json);

  test('turns the old object into the new one', () => {
    fc.assert(
      fc.property(object, object, (from, to) => {
        const old = thing(from);
        const patch = mergeFrom(old).to(thing(to));
        expect(applyMergePatch(old as object as JsonValue, patch.value as object as JsonValue)).toEqual(thing(to));
      }),
    );
  });

  test('empty values equal absent ones, and equality is symmetric', () => {
    fc.assert(
      fc.property(object, object, (one, other) => {
        expect(equalSemantically(one, structuredClone(one))).toBe(true);
        expect(equalSemantically(one, other)).toBe(equalSemantically(other, one));
        expect(equalSemantically({ ...one, empty: {}, none: [], nil: null }, one)).toBe(true);
        const isUnchanged = isEmptyPatch(mergeFrom(thing(one)).to(thing(other)));
        expect(isUnchanged && !equalSemantically(one, other)).toBe(false);
      }),
    );
  });
});

test.each([
  [{ a: {} }, {}, true],
  [{ a: [] }, { a: null }, true],
  [{ a: { b: { c: [] } } }, {}, false],
  [{ a: '' }, {}, false],
  [{ a: 0 }, {}, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [{}] }, { a: [] }, false],
  [{ a: 1n }, { a: 1 }, true],
  [{ a: 1n }, { a: 2 }, false],
])('values that say the same or not: %#', (a, b, same) => expect(equalSemantically(a, b)).toBe(same));
