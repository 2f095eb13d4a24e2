import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { stringifyJson } from '../codec/stringify-json.ts';
import { isJsonObject } from '../codec/own-property.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { applyJsonPatch, JsonPatchError, type JsonPatchOperation } from './json-patch.ts';
import { formatJsonPointer, parseJsonPointer } from './json-pointer.ts';

// oxlint-disable-next-line typescript/unbound-method -- it is always applied
const realSplice = Array.prototype.splice;

type Case = [name: string, document: JsonValue, operations: JsonPatchOperation[], want: JsonValue];

/** Returns the error of a patch that must fail. */
function failure(document: JsonValue, operations: unknown): JsonPatchError {
  try {
    applyJsonPatch(document, operations as JsonPatchOperation[]);
  } catch (error) {
    if (error instanceof JsonPatchError) return error;
    throw error;
  }
  throw new Error('the patch applied');
}

describe('RFC 6902, appendix A', () => {
  test.each<Case>([
    [
      'A.1 adding an object member',
      { foo: 'bar' },
      [{ op: 'add', path: '/baz', value: 'qux' }],
      { baz: 'qux', foo: 'bar' },
    ],
    [
      'A.2 adding an array element',
      { foo: ['bar', 'baz'] },
      [{ op: 'add', path: '/foo/1', value: 'qux' }],
      { foo: ['bar', 'qux', 'baz'] },
    ],
    ['A.3 removing an object member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
    [
      'A.4 removing an array element',
      { foo: ['bar', 'qux', 'baz'] },
      [{ op: 'remove', path: '/foo/1' }],
      { foo: ['bar', 'baz'] },
    ],
    [
      'A.5 replacing a value',
      { baz: 'qux', foo: 'bar' },
      [{ op: 'replace', path: '/baz', value: 'boo' }],
      { baz: 'boo', foo: 'bar' },
    ],
    [
      'A.6 moving a value',
      { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
      { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    ],
    [
      'A.7 moving an array element',
      { foo: ['all', 'grass', 'cows', 'eat'] },
      [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
      { foo: ['all', 'cows', 'eat', 'grass'] },
    ],
    [
      'A.8 testing a value: success',
      { baz: 'qux', foo: ['a', 2, 'c'] },
      [
        { op: 'test', path: '/baz', value: 'qux' },
        { op: 'test', path: '/foo/1', value: 2 },
      ],
      { baz: 'qux', foo: ['a', 2, 'c'] },
    ],
    [
      'A.10 adding a nested member object',
      { foo: 'bar' },
      [{ op: 'add', path: '/child', value: { grandchild: {} } }],
      { foo: 'bar', child: { grandchild: {} } },
    ],
    [
      'A.11 ignoring unrecognized elements',
      { foo: 'bar' },
      [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 } as JsonPatchOperation],
      { foo: 'bar', baz: 'qux' },
    ],
    ['A.14 escape ordering', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
    [
      'A.16 adding an array value',
      { foo: ['bar'] },
      [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
      { foo: ['bar', ['abc', 'def']] },
    ],
  ])('%s', (_name, document, operations, want) => {
    expect(applyJsonPatch(document, operations)).toEqual(want);
  });

  test.each<[name: string, document: JsonValue, operations: JsonPatchOperation[]]>([
    ['A.9 testing a value: error', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }]],
    ['A.12 adding to a nonexistent target', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }]],
    ['A.15 comparing strings and numbers', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }]],
  ])('%s', (_name, document, operations) => {
    expect(() => applyJsonPatch(document, operations)).toThrow(JsonPatchError);
  });
});

describe('as the API server does', () => {
  test.each<Case>([
    ['replace sets a missing property', { a: 1 }, [{ op: 'replace', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['add without a value adds null', {}, [{ op: 'add', path: '/a' }], { a: null }],
    [
      'test without a value passes on a missing property',
      { a: null },
      [
        { op: 'test', path: '/b' },
        { op: 'test', path: '/b', value: null },
        { op: 'test', path: '/a', value: null },
        { op: 'test', path: '/a' },
      ],
      { a: null },
    ],
    ['copy of a missing property', { a: {} }, [{ op: 'copy', from: '/a/x', path: '/b' }], { a: {}, b: null }],
    [
      'indices from the end',
      [1, 2, 3],
      [
        { op: 'remove', path: '/-1' },
        { op: 'add', path: '/-1', value: 4 },
        { op: 'replace', path: '/-3', value: 0 },
      ],
      [0, 2, 4],
    ],
    [
      'indices as Go reads numbers',
      [1, 2],
      [
        { op: 'remove', path: '/+1' },
        { op: 'replace', path: '/00', value: 0 },
      ],
      [0],
    ],
    ['text before the first slash is ignored', {}, [{ op: 'add', path: 'data/a', value: 1 }], { a: 1 }],
    ['the document can be replaced', { a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
    ['the document can be tested', { a: 1 }, [{ op: 'test', path: '', value: { a: 1 } }], { a: 1 }],
    ['an empty name is a name', { '': 1 }, [{ op: 'replace', path: '/', value: 2 }], { '': 2 }],
  ])('%s', (_name, document, operations, want) => {
    expect(applyJsonPatch(document, operations)).toEqual(want);
  });

  test.each<[name: string, document: JsonValue, operation: unknown, message: string]>([
    ['unknown operation', {}, { op: 'frob', path: '/a' }, 'Unexpected kind: frob'],
    ['no operation', {}, { path: '/a' }, 'Unexpected kind: unknown'],
    ['no path', {}, { op: 'add', value: 1 }, 'add operation failed to decode path: missing value'],
    ['no from', {}, { op: 'move', path: '/a' }, 'move operation failed to decode from: missing value'],
    [
      'remove of nothing',
      {},
      { op: 'remove', path: '/a' },
      "error in remove for path: '/a': Unable to remove nonexistent key: a: missing value",
    ],
    [
      'remove of the document',
      {},
      { op: 'remove', path: '' },
      'remove operation does not apply: doc is missing path: "": missing value',
    ],
    [
      'add of the document',
      {},
      { op: 'add', path: '', value: {} },
      'add operation does not apply: doc is missing path: "": missing value',
    ],
    [
      'replace of the document by a scalar',
      {},
      { op: 'replace', path: '', value: 5 },
      'replace operation value must be object or array',
    ],
    [
      'add past the end',
      [1],
      { op: 'add', path: '/2', value: 1 },
      "error in add for path: '/2': Unable to access invalid index: 2: invalid index referenced",
    ],
    [
      'add before the beginning',
      [1],
      { op: 'add', path: '/-3', value: 1 },
      "error in add for path: '/-3': Unable to access invalid index: -3: invalid index referenced",
    ],
    [
      'replace past the end',
      [1],
      { op: 'replace', path: '/1', value: 1 },
      'replace operation does not apply: doc is missing key: /1: missing value',
    ],
    [
      'a name for an index',
      [1],
      { op: 'remove', path: '/x' },
      "error in remove for path: '/x': Unable to access invalid index: x: invalid index referenced",
    ],
    [
      'into a scalar',
      { a: 1 },
      { op: 'add', path: '/a/b', value: 1 },
      'add operation does not apply: doc is missing path: "/a/b": missing value',
    ],
    [
      'into null',
      { a: null },
      { op: 'add', path: '/a/b', value: 1 },
      'add operation does not apply: doc is missing path: "/a/b": missing value',
    ],
    [
      'into itself',
      { a: { b: 1 } },
      { op: 'move', from: '/a', path: '/a/c' },
      'move operation does not apply: doc is missing path: "/a/c": missing value',
    ],
  ])('%s', (_name, document, operation, message) => {
    expect(failure(document, [{ op: 'test', path: '', value: document }, operation])).toMatchObject({
      message,
      operation: 1,
    });
  });
});

describe('in general', () => {
  test.each<[name: string, operations: JsonPatchOperation[], passes: boolean]>([
    ['a null of the document', [], true],
    ['a null that was added', [{ op: 'add', path: '/a/n', value: null }], false],
    ['a null that replaced a value', [{ op: 'replace', path: '/a/n', value: null }], false],
    ['a null within what was added', [{ op: 'add', path: '/a', value: { n: null } }], true],
    [
      'a null that was moved',
      [
        { op: 'move', from: '/a/n', path: '/n' },
        { op: 'move', from: '/n', path: '/a/n' },
      ],
      true,
    ],
    [
      'an added null that was moved and removed',
      [
        { op: 'add', path: '/n', value: null },
        { op: 'move', from: '/n', path: '/a/n' },
        { op: 'remove', path: '/a/n' },
        { op: 'copy', from: '/m', path: '/a/n' },
      ],
      true,
    ],
  ])('tests %s in its object', (_, operations, passes) => {
    const all: JsonPatchOperation[] = [...operations, { op: 'test', path: '/a', value: { n: null } }];
    const apply = (): string => {
      try {
        return stringifyJson(applyJsonPatch({ a: { n: null }, m: null }, all));
      } catch (error) {
        return String(error);
      }
    };
    expect(apply()).toContain(passes ? '"a":{"n":null}' : 'test failed');
  });

  test('the document is not changed, and unchanged parts are shared', () => {
    const document = freeze({ a: { b: [1, { c: 2 }] }, d: { e: 3 } });
    const patched = applyJsonPatch(document, [
      { op: 'add', path: '/a/b/0', value: 0 },
      { op: 'replace', path: '/a/b/2/c', value: 5 },
    ]) as JsonObject;
    expect(patched).toEqual({ a: { b: [0, 1, { c: 5 }] }, d: { e: 3 } });
    expect(patched['d']).toBe(document['d']);
  });

  test('copied and given values are independent', () => {
    const value = freeze({ x: 1 });
    const patched = applyJsonPatch(
      { list: [] },
      [
        { op: 'add', path: '/a', value },
        { op: 'add', path: '/b', value },
        { op: 'replace', path: '/a/x', value: 2 },
        { op: 'copy', from: '/a', path: '/c' },
        { op: 'replace', path: '/c/x', value: 3 },
        { op: 'replace', path: '/a/x', value: 4 },
        { op: 'copy', from: '', path: '/nope' },
      ].slice(0, 6) as JsonPatchOperation[],
    );
    expect(patched).toEqual({ list: [], a: { x: 4 }, b: { x: 1 }, c: { x: 3 } });
  });

  test('cannot reach prototypes', () => {
    const patched = applyJsonPatch({}, [
      { op: 'add', path: '/__proto__', value: { polluted: true } },
      { op: 'add', path: '/constructor', value: 1 },
    ]) as JsonObject;
    expect(Object.keys(patched)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(failure({}, [{ op: 'add', path: '/constructor/prototype/x', value: 1 }]).operation).toBe(0);
  });

  test('limits copies', () => {
    const doubling = Array.from({ length: 40 }, (_, index) => [
      { op: 'copy', from: '/a', path: '/a/-' },
      { op: 'copy', from: '/a', path: `/b${index}` },
    ]).flat();
    expect(failure({ a: ['x'] }, doubling).message).toContain('the accumulated size increase of copy is');
  });

  test('ten thousand operations take linear time', () => {
    const operations = Array.from({ length: 10_000 }, (_, index) => ({
      op: 'add' as const,
      path: `/list/-`,
      value: index,
    }));
    expect(applyJsonPatch({ list: [] }, operations)).toHaveProperty('list.length', 10_000);
  });

  const long = Array.from({ length: 3000 }, (_, index) => index);
  test('changes of a long list are those of a short one', () => {
    const patched = applyJsonPatch({ list: long, nested: [long] }, [
      { op: 'add', path: '/list/0', value: { a: 'first' } },
      { op: 'remove', path: '/list/-1' },
      { op: 'move', from: '/list/1', path: '/list/-' },
      { op: 'replace', path: '/list/0/a', value: 'changed' },
      { op: 'test', path: '/list/2999', value: 0 },
      { op: 'test', path: '/list', value: [{ a: 'changed' }, ...long.slice(1, -1), 0] },
      { op: 'remove', path: '/nested/0/0' },
      { op: 'copy', from: '/nested', path: '/copy' },
      { op: 'add', path: '/nested/0/0', value: 'only here' },
    ]);
    expect(patched).toEqual({
      list: [{ a: 'changed' }, ...long.slice(1, -1), 0],
      nested: [['only here', ...long.slice(1)]],
      copy: [long.slice(1)],
    });
    expect(failure({ list: long }, [{ op: 'add', path: '/list/3001', value: 0 }]).message).toContain('invalid index');
    expect(
      failure({ list: long }, [
        { op: 'remove', path: '/list/0' },
        { op: 'remove', path: '/list/2999' },
      ]).operation,
    ).toBe(1);
  });

  test('a document that operations put into itself becomes too deep', () => {
    const chain = (depth: number): JsonValue => {
      let value: JsonValue = {};
      for (let level = 1; level < depth; level += 1) value = { a: value };
      return value;
    };
    const path = '/a'.repeat(600);
    const moved = [{ op: 'move', from: '/b', path: `${path}/a` }];
    expect(failure({ a: chain(601), b: chain(601) }, moved).message).toBe('exceeded max depth');
    // Only the result counts.
    const back = [...moved, { op: 'remove', path: '/a/a' }];
    expect(applyJsonPatch({ a: chain(601), b: chain(601) }, back as JsonPatchOperation[])).toEqual({ a: {} });
    const doubling = [0, 1].map(() => ({ op: 'copy', from: '/a', path: `/a${path.slice(2)}/a` }));
    expect(failure({ a: chain(600) }, doubling).message).toBe('exceeded max depth');
  });

  test('what is moved is not read, however often', () => {
    let reads = 0;
    const watched = Object.defineProperty({}, 'x', { enumerable: true, get: () => (reads += 1) });
    const there = { op: 'move', from: '/a', path: '/o/b' };
    const back = { op: 'move', from: '/o/b', path: '/a' };
    const operations = Array.from({ length: 5000 }, () => [there, back]).flat() as JsonPatchOperation[];
    applyJsonPatch({ a: { deep: [watched] }, o: {} }, operations);
    expect(reads).toBeLessThan(5);
  });

  test('an insertion into a long list moves few of its items', () => {
    const items = Array.from({ length: 500_000 }, (_, index) => index);
    const operations = Array.from({ length: 5000 }, () => [
      { op: 'add', path: '/0', value: 'first' },
      { op: 'remove', path: '/250000' },
    ]).flat() as JsonPatchOperation[];
    const splice = vi.spyOn(Array.prototype, 'splice');
    let moved = 0;
    let patched: JsonValue;
    try {
      splice.mockImplementation(function splice(this: unknown[], ...args: [number, number]) {
        moved += this.length;
        return realSplice.apply(this, args);
      });
      patched = applyJsonPatch(items, operations);
    } finally {
      splice.mockRestore();
    }
    expect(patched).toHaveLength(500_000);
    expect(moved / operations.length).toBeLessThan(3000);
  });

  test('the size of copies is that of their JSON in Go', () => {
    const third = 1024 * 1024;
    const copy = { op: 'copy', from: '/a', path: '/b' } as const;
    // Three bytes, and six as `\\u003c`; two are the quotes.
    for (const [text, bytes] of [
      ['x', 1],
      ['\u20ac', 3],
      ['<', 6],
    ] as const) {
      const longest = Math.floor((third - 2) / bytes);
      const fits = text.repeat(longest) + 'x'.repeat(third - 2 - longest * bytes);
      expect(applyJsonPatch({ a: fits }, [copy, copy, copy])).toHaveProperty('b', fits);
      expect(failure({ a: `${fits}x` }, [copy, copy, copy]).operation).toBe(2);
    }
  });

  test('an added value is in the document, and removing it restores the document', () => {
    const documents = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), {
      minKeys: 1,
    }) as fc.Arbitrary<JsonObject>;
    fc.assert(
      fc.property(documents, fc.string(), fc.jsonValue({ maxDepth: 1 }), (document, key, value) => {
        fc.pre(!Object.hasOwn(document, key));
        const path = formatJsonPointer([key]);
        const added = applyJsonPatch(document, [
          { op: 'add', path, value: value as JsonValue },
          { op: 'test', path, value: value as JsonValue },
        ]);
        expect(isJsonObject(added) && Object.hasOwn(added, key)).toBe(true);
        expect(applyJsonPatch(added, [{ op: 'remove', path }])).toEqual(document);
      }),
    );
  });

  test('a number that Go writes differently equals nothing', () => {
    expect(applyJsonPatch({ a: 3 }, [{ op: 'test', path: '/a', value: 3 }])).toEqual({ a: 3 });
    expect(failure({ a: 3 }, [{ op: 'test', path: '/a', value: 3, isOdd: true }]).operation).toBe(0);
  });

  test('pointers survive writing and reading', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (tokens) => {
        expect(parseJsonPointer(formatJsonPointer(tokens))).toEqual(tokens);
      }),
    );
    expect(parseJsonPointer('')).toBeUndefined();
    expect(parseJsonPointer('a')).toBeUndefined();
  });
});

function freeze<T extends JsonValue>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
