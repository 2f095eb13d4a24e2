import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../json.ts';
import { c, patched } from './test-support/pod-schema.ts';

type Case = [name: string, original: JsonObject, patch: JsonObject, want: JsonValue];

describe('objects and scalars', () => {
  test.each<Case>([
    ['null deletes', { name: 'x', labels: { a: '1' } }, { name: null, gone: null }, { labels: { a: '1' } }],
    [
      'objects merge',
      { labels: { a: '1', b: '1' } },
      { labels: { b: '2', c: '3' } },
      { labels: { a: '1', b: '2', c: '3' } },
    ],
    [
      'new values lose their nulls',
      {},
      { labels: { a: null, b: '1' }, containers: [{ name: 'a', args: null }] },
      { labels: { b: '1' }, containers: [{ name: 'a' }] },
    ],
    ['another shape replaces', { labels: 'x' }, { labels: { a: '1', b: null } }, { labels: { a: '1' } }],
    ['strategy replace', { selector: { a: '1' } }, { selector: { b: '2' } }, { selector: { b: '2' } }],
    ['$patch: replace', { labels: { a: '1' } }, { labels: { $patch: 'replace', b: '2' } }, { labels: { b: '2' } }],
    ['$patch: delete', { labels: { a: '1' } }, { labels: { $patch: 'delete' } }, { labels: {} }],
    ['$patch: delete of a missing object', { name: 'x' }, { labels: { $patch: 'delete' } }, { name: 'x' }],
    ['$patch at the root', { name: 'x' }, { $patch: 'delete' }, {}],
    [
      '$retainKeys',
      { strategy: { type: 'A', rolling: { max: 1 } } },
      { strategy: { $retainKeys: ['type'], type: 'B' } },
      { strategy: { type: 'B' } },
    ],
    [
      '$retainKeys keeps what it lists',
      { strategy: { type: 'A', rolling: { max: 1 } } },
      { strategy: { $retainKeys: ['type', 'rolling'], type: 'B' } },
      { strategy: { type: 'B', rolling: { max: 1 } } },
    ],
    [
      'no $retainKeys, nothing dropped',
      { strategy: { type: 'A', rolling: { max: 1 } } },
      { strategy: { type: 'B' } },
      { strategy: { type: 'B', rolling: { max: 1 } } },
    ],
  ])('%s', (_name, original, patch, want) => {
    expect(patched(original, patch)).toEqual(want);
  });
});

describe('lists', () => {
  const live = { containers: [c('a'), c('b'), c('c')] };

  test.each<Case>([
    ['without a strategy are replaced', { args: ['a', 'b'] }, { args: ['c'] }, { args: ['c'] }],
    [
      'of scalars are united, those of the patch in its place',
      { finalizers: ['a', 'b', 'c'] },
      { finalizers: ['d', 'b'] },
      { finalizers: ['d', 'a', 'b', 'c'] },
    ],
    [
      'of objects merge by key',
      live,
      { containers: [{ name: 'b', image: 'j' }] },
      { containers: [c('a'), c('b', 'j'), c('c')] },
    ],
    ['a new item comes first', live, { containers: [c('d')] }, { containers: [c('d'), c('a'), c('b'), c('c')] }],
    [
      'between its neighbours',
      live,
      { containers: [c('b'), c('d'), c('c')] },
      { containers: [c('a'), c('b'), c('d'), c('c')] },
    ],
    ['in the order of the patch', live, { containers: [c('c'), c('a')] }, { containers: [c('b'), c('c'), c('a')] }],
    [
      'nested',
      {
        containers: [
          {
            name: 'a',
            env: [
              { name: 'X', value: '1' },
              { name: 'Y', value: '2' },
            ],
          },
        ],
      },
      {
        containers: [
          {
            name: 'a',
            env: [
              { name: 'Y', value: '3' },
              { name: 'X', $patch: 'delete' },
            ],
          },
        ],
      },
      { containers: [{ name: 'a', env: [{ name: 'Y', value: '3' }] }] },
    ],
    [
      '$patch: delete of an item',
      live,
      {
        containers: [
          { name: 'b', $patch: 'delete' },
          { name: 'gone', $patch: 'delete' },
        ],
      },
      { containers: [c('a'), c('c')] },
    ],
    ['$patch: replace of the list', live, { containers: [{ $patch: 'replace' }, c('z')] }, { containers: [c('z')] }],
    [
      '$patch: replace of an item',
      { containers: [{ name: 'a', image: 'i', args: ['x'] }] },
      { containers: [{ $patch: 'replace', name: 'a', image: 'j' }] },
      { containers: [] },
    ],
    [
      'the same key twice in the patch',
      { containers: [c('a')] },
      {
        containers: [
          { name: 'n', image: '1' },
          { name: 'n', args: ['x'] },
        ],
      },
      { containers: [{ name: 'n', image: '1', args: ['x'] }, c('a')] },
    ],
    [
      '$deleteFromPrimitiveList',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a', 'z'] },
      { finalizers: ['b'] },
    ],
    [
      'and additions',
      { finalizers: ['a', 'b'] },
      { '$deleteFromPrimitiveList/finalizers': ['a'], finalizers: ['c'] },
      { finalizers: ['c', 'b'] },
    ],
    [
      'contradictions are resolved by order',
      { finalizers: ['a', 'b'] },
      { finalizers: ['a', 'c'], '$deleteFromPrimitiveList/finalizers': ['a'] },
      { finalizers: ['c', 'b'] },
    ],
    ['null deletes the list', { finalizers: ['a'] }, { '$deleteFromPrimitiveList/finalizers': null }, {}],
    ['deletes nothing from a missing list', {}, { '$deleteFromPrimitiveList/finalizers': ['a'] }, {}],
    [
      'or from a value that is not a list',
      { finalizers: ['a'] },
      { '$deleteFromPrimitiveList/finalizers': 'a' },
      { finalizers: ['a'] },
    ],
    [
      '$setElementOrder',
      live,
      { '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }], containers: [{ name: 'a', image: 'j' }] },
      { containers: [c('b'), c('c'), c('a', 'j')] },
    ],
    [
      '$setElementOrder alone',
      live,
      { '$setElementOrder/containers': [{ name: 'c' }, { name: 'b' }, { name: 'a' }] },
      { containers: [c('c'), c('b'), c('a')] },
    ],
    [
      '$setElementOrder of scalars',
      { finalizers: ['a', 'b', 'c'] },
      { '$setElementOrder/finalizers': ['c', 'd', 'a'], finalizers: ['d'] },
      { finalizers: ['b', 'c', 'd', 'a'] },
    ],
    [
      '$setElementOrder of a new list',
      {},
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }], containers: [c('b'), c('a')] },
      { containers: [c('b'), c('a')] },
    ],
    ['$setElementOrder of nothing', {}, { '$setElementOrder/containers': [{ name: 'b' }] }, {}],
    [
      '$retainKeys of an item',
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }] },
      { volumes: [{ name: 'v', configMap: { name: 'c' } }] },
    ],
    ['both empty', { finalizers: [] }, { finalizers: [] }, { finalizers: [] }],
  ])('%s', (_name, original, patch, want) => {
    expect(patched(original, patch)).toEqual(want);
  });
});

describe('in general', () => {
  const containers = fc.uniqueArray(
    fc.record(
      { name: fc.constantFrom('a', 'b', 'c', 'd'), image: fc.constantFrom('1', '2') },
      { requiredKeys: ['name'] },
    ),
    { selector: ({ name }) => name },
  );
  const objects = fc.record(
    {
      name: fc.constantFrom('x', 'y'),
      labels: fc.dictionary(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2')),
      finalizers: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
      containers,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>;

  test('applying a patch twice equals applying it once, and neither argument is changed', () => {
    fc.assert(
      fc.property(objects, objects, (original, patch) => {
        const before = structuredClone([original, patch]);
        const once = patched(original, patch);
        expect(patched(once, patch)).toEqual(once);
        expect([original, patch]).toEqual(before);
      }),
    );
  });

  test('an empty patch returns the object', () => {
    fc.assert(
      fc.property(objects, (original) => {
        expect(patched(original, {})).toBe(original);
      }),
    );
  });

  test('lists of many items take linear time', () => {
    const items = (image: string): JsonObject[] => Array.from({ length: 30_000 }, (_, index) => c(`n${index}`, image));
    const merged = patched(
      { containers: items('1') },
      { containers: items('2').reverse(), finalizers: items('x').map(({ name }) => name ?? '') },
    );
    expect(merged).toHaveProperty('containers.length', 30_000);
  });
});
