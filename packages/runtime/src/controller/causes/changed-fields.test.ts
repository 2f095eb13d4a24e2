import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test.each([
  { what: 'nothing', before: { spec: { size: 1 } }, after: { spec: { size: 1 } }, want: [] },
  { what: 'a value', before: { spec: { size: 1 } }, after: { spec: { size: 2 } }, want: ['spec.size'] },
  { what: 'a value of another type', before: { a: 1 }, after: { a: '1' }, want: ['a'] },
  {
    what: 'fields that are added and removed',
    before: { a: 1, c: 1 },
    after: { b: 1, c: 1 },
    want: ['a', 'b'],
  },
  {
    what: 'a map that is added, by its fields',
    before: {},
    after: { status: { size: 1, ready: true } },
    want: ['status.size', 'status.ready'],
  },
  { what: 'an empty map counts as absent', before: { a: {} }, after: { b: {} }, want: [] },
  {
    what: 'keys that are not plain names',
    before: { metadata: { labels: { 'app.kubernetes.io/name': 'a' } } },
    after: { metadata: { labels: { 'app.kubernetes.io/name': 'b' } } },
    want: ['metadata.labels[app.kubernetes.io/name]'],
  },
  {
    what: 'places in a list',
    before: { containers: [{ image: 'a' }, { image: 'b' }] },
    after: { containers: [{ image: 'a' }, { image: 'c' }] },
    want: ['containers[1].image'],
  },
  { what: 'a list of another length', before: { list: [1] }, after: { list: [1, 2] }, want: ['list'] },
  { what: 'a list in place of a map', before: { a: { b: 1 } }, after: { a: [1] }, want: ['a'] },
  { what: 'null is a value', before: { a: null }, after: { a: 1 }, want: ['a'] },
  {
    what: 'fields that every write changes',
    before: { metadata: { resourceVersion: '1', generation: 1, managedFields: [] } },
    after: { metadata: { resourceVersion: '2', generation: 2, managedFields: [{}] } },
    want: [],
  },
])('$what: $want', ({ before, after, want }) => {
  expect(changedFields(before, after)).toEqual(want);
});

test('returns at most as many as requested', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, index]));
  expect(changedFields({}, many)).toHaveLength(10);
  expect(changedFields({}, many, 3)).toEqual(['f0', 'f1', 'f2']);
});

test('equal objects have no changes, and an inserted value has one with its path', () => {
  const key = fc.stringMatching(/^[a-z]{1,4}$/);
  fc.assert(
    fc.property(
      fc.dictionary(key, fc.jsonValue({ maxDepth: 4 })),
      fc.array(key, { minLength: 1, maxLength: 5 }),
      (base, path) => {
        expect(changedFields(base, structuredClone(base))).toEqual([]);
        const put = (value: string): object => {
          const root: Record<string, unknown> = structuredClone(base);
          let at = root;
          for (const step of path.slice(0, -1)) {
            const next: Record<string, unknown> = {};
            at[step] = next;
            at = next;
          }
          at[path.at(-1) ?? ''] = value;
          return root;
        };
        expect(changedFields(put('before'), put('after'))).toEqual([path.join('.')]);
      },
    ),
  );
});

test('a very deep change is named by its ancestor', () => {
  let before: object = { value: 1 };
  let after: object = { value: 2 };
  for (let depth = 0; depth < 5000; depth += 1) [before, after] = [{ in: before }, { in: after }];
  expect(changedFields(before, after)).toEqual([Array(32).fill('in').join('.')]);
});
