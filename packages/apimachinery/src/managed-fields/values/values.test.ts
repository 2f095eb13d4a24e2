import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { equalJson } from '../../json/equal-json.ts';
import type { JsonValue } from '../../json.ts';
import type { JsonSchemaProps } from '../../schema/json-schema-props.ts';
import { compareValues } from './compare-values.ts';
import {
  equalFieldSets,
  type FieldSet,
  fieldSetOf,
  isEmptyFieldSet,
  isSubsetOf,
  pathsOfFieldSet,
  unionFieldSets,
} from '../field-sets/field-set.ts';
import { mergeValues } from './merge-values.ts';
import { fieldPath, formatFieldPath } from '../field-sets/path-element.ts';
import { removeItems } from './remove-items.ts';
import { widgetSpecs } from '../test-support/arbitraries.ts';
import { widgetSchema } from '../test-support/widget-crd.ts';
import { fieldSetOfValue } from './to-field-set.ts';
import { formatProblems, validateValue } from './validate-value.ts';
import { valueTypeOf } from './value-type.ts';

const type = valueTypeOf(widgetSchema.properties?.['spec'] ?? {});
const shown = (fields: FieldSet): string[] => pathsOfFieldSet(fields).map(formatFieldPath);
const pathOf = (text: string): string[] => text.split(' ');

describe('the paths of a value', () => {
  test.each<[JsonValue, string[]]>([
    [{ color: 'red', size: 1 }, ['.color', '.size']],
    [{ atoms: ['a'], objects: [{ a: '1' }] }, ['.atoms', '.objects']],
    [{ selector: { a: '1' }, reference: {} }, ['.reference', '.selector']],
    [{ tags: ['b', 'a'] }, ['.tags[="a"]', '.tags[="b"]']],
    [{ tags: [] }, []],
    [{ tags: null, labels: null, maybe: null }, ['.labels', '.maybe', '.tags']],
    [{ labels: {}, pair: {}, nested: {} }, ['.labels', '.nested', '.pair']],
    [{ nested: { x: { a: '1' } } }, ['.nested.x', '.nested.x.a']],
    [{ pair: { a: '1' } }, ['.pair.a']],
    [{ ports: [{ port: 80 }] }, ['.ports[port=80,proto="TCP"]', '.ports[port=80,proto="TCP"].port']],
    [
      { ports: [{ port: 80, proto: 'TCP' }] },
      ['.ports[port=80,proto="TCP"]', '.ports[port=80,proto="TCP"].port', '.ports[port=80,proto="TCP"].proto'],
    ],
    [
      {
        ports: [
          { port: 1, name: 'a' },
          { port: 1, name: 'b' },
        ],
      },
      ['.ports[port=1,proto="TCP"]'],
    ],
    [{ free: { a: { b: [1] }, c: 1 } }, ['.free.a', '.free.c', '.free.a.b']],
    [{ half: { known: 'x', other: { y: 1 } } }, ['.half.known', '.half.other', '.half.other.y']],
    [
      { embedded: { kind: 'K', metadata: {}, data: { a: 1 } } },
      ['.embedded.data', '.embedded.kind', '.embedded.metadata', '.embedded.data.a'],
    ],
  ])('%j', (value, want) => {
    expect(shown(fieldSetOfValue(type, value))).toEqual(want);
  });
});

describe('values that do not fit their type', () => {
  test.each<[JsonValue, string]>([
    [{ color: 1 }, '.color: expected string, got &value.valueUnstructured{Value:1}'],
    [
      { color: { a: [true, null, 'x', 1.5] } },
      '.color: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":[]interface {}{true, interface {}(nil), "x", 1.5}}}',
    ],
    [{ size: 'x' }, '.size: expected numeric (int or float), got string'],
    [{ size: [1] }, '.size: expected numeric (int or float), got []interface {}'],
    [{ on: 'yes' }, '.on: expected boolean, got &{yes}'],
    [{ when: { a: 1 } }, '.when: expected any scalar, got &{map[a:1]}'],
    [{ tags: { a: 1, b: null } }, '.tags: expected list, got &{map[a:1 b:<nil>]}'],
    [{ labels: [1, 'x'] }, '.labels: expected map, got &{[1 x]}'],
    [{ nope: 1 }, '.nope: field not declared in schema'],
    [{ ports: [{ port: 1, nope: 1 }] }, '.ports[port=1,proto="TCP"].nope: field not declared in schema'],
    [{ objects: [{ nope: 1 }] }, '.objects[0].nope: field not declared in schema'],
    [{ tags: ['a', 'a'] }, '.tags: duplicate entries for key [="a"]'],
    [{ ports: [{ port: 80 }, { port: 80, proto: 'TCP' }] }, '.ports: duplicate entries for key [port=80,proto="TCP"]'],
    [{ ports: [null] }, '.ports: element 0: associative list with keys may not have a null element'],
    [{ ports: ['x'] }, '.ports: element 0: associative list with keys may not have non-map elements'],
    [
      { groups: [{ weight: 1 }] },
      '.groups: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    ],
    [{ tags: [null] }, ".tags: element 0: associative list without keys has an element that's an explicit null"],
    [{ tags: [[]] }, '.tags: element 0: not supported: associative list with lists as elements'],
    [{ tags: [{}] }, ".tags: element 0: associative list without keys has an element that's a map type"],
    [
      { color: 1, size: 'x' },
      'errors:\n  .color: expected string, got &value.valueUnstructured{Value:1}\n  .size: expected numeric (int or float), got string',
    ],
    [5, 'expected map, got &{5}'],
  ])('%j', (value, want) => {
    expect(formatProblems(validateValue(type, value, { allowDuplicates: false }))).toBe(want);
  });

  test('null fits every type, and duplicates fit in stored values', () => {
    expect(
      validateValue(type, { color: null, ports: null, labels: null, size: null }, { allowDuplicates: false }),
    ).toEqual([]);
    expect(validateValue(type, { tags: ['a', 'a'] }, { allowDuplicates: true })).toEqual([]);
  });

  test('keys named as prototypes are keys', () => {
    const value = JSON.parse('{"labels":{"__proto__":"x","constructor":"y"},"__proto__":{}}') as JsonValue;
    expect(formatProblems(validateValue(type, value, { allowDuplicates: false }))).toBe(
      '.__proto__: field not declared in schema',
    );
  });
});

describe('types', () => {
  test.each<[name: string, schema: JsonSchemaProps, value: JsonValue, want: string[]]>([
    ['no schema: objects by field, lists as one', {}, { a: { b: [1] } }, ['.a', '.a.b']],
    ['an object without properties', { type: 'object' }, { a: { b: 1 } }, ['.a', '.a.b']],
    ['additionalProperties: true', { type: 'object', additionalProperties: true }, { a: { b: 1 } }, ['.a', '.a.b']],
    [
      'unknown fields kept further down',
      {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { a: { type: 'object', properties: { b: { type: 'string' } } } },
      },
      { a: { c: { d: 1 } } },
      ['.a.c', '.a.c.d'],
    ],
    ['a list without items', { type: 'array', 'x-kubernetes-list-type': 'atomic' }, [{ a: 1 }], []],
    [
      'a merge key instead of a list type',
      {
        properties: {
          l: {
            type: 'array',
            'x-kubernetes-patch-strategy': 'merge',
            'x-kubernetes-patch-merge-key': 'n',
            items: { type: 'object', properties: { n: { type: 'string' } } },
          },
        },
      },
      { l: [{ n: 'x' }] },
      ['.l[n="x"]', '.l[n="x"].n'],
    ],
    [
      'a patch strategy without a key is a set',
      { properties: { l: { type: 'array', 'x-kubernetes-patch-strategy': 'merge', items: { type: 'string' } } } },
      { l: ['x'] },
      ['.l[="x"]'],
    ],
    [
      'a list type before a merge key',
      {
        properties: {
          l: {
            type: 'array',
            'x-kubernetes-list-type': 'atomic',
            'x-kubernetes-patch-strategy': 'merge',
            items: { type: 'string' },
          },
        },
      },
      { l: ['x'] },
      ['.l'],
    ],
  ])('%s', (_name, schema, value, want) => {
    expect(shown(fieldSetOfValue(valueTypeOf(schema), value))).toEqual(want);
  });

  test('a schema may contain itself', () => {
    const schema: JsonSchemaProps = { type: 'object', properties: { name: { type: 'string' } } };
    Object.assign(schema.properties ?? {}, { child: schema });
    expect(shown(fieldSetOfValue(valueTypeOf(schema), { child: { child: { name: 'x' } } }))).toEqual([
      '.child.child.name',
    ]);
  });
});

describe('comparing', () => {
  test.each<[before: JsonValue, after: JsonValue, removed: string[], modified: string[], added: string[]]>([
    [{ color: 'a', size: 1 }, { color: 'b', on: true }, ['.size'], ['.color'], ['.on']],
    [{}, { labels: { a: '1' } }, [], [], ['.labels', '.labels.a']],
    [{ labels: { a: '1' } }, {}, ['.labels', '.labels.a'], [], []],
    [{ labels: {} }, { labels: null }, [], ['.labels'], []],
    [{ labels: null }, { labels: { a: '1' } }, [], [], ['.labels.a']],
    [{ atoms: ['a', 'b'] }, { atoms: ['b', 'a'] }, [], ['.atoms'], []],
    [{ tags: ['a', 'b'] }, { tags: ['b', 'a'] }, [], [], []],
    [{ tags: ['a'] }, { tags: ['b'] }, ['.tags[="a"]'], [], ['.tags[="b"]']],
    [
      { ports: [{ port: 1 }] },
      { ports: [{ port: 1, proto: 'TCP', name: 'x' }] },
      [],
      [],
      ['.ports[port=1,proto="TCP"].name', '.ports[port=1,proto="TCP"].proto'],
    ],
    [{ free: { a: { b: 1 } } }, { free: { a: [1] } }, ['.free.a.b'], ['.free.a'], []],
    [{ free: { a: 1 } }, { free: { a: { b: 1 } } }, [], ['.free.a'], ['.free.a.b']],
    [{ tags: ['a', 'a'] }, { tags: ['a'] }, ['.tags[="a"]'], [], ['.tags[="a"]']],
    [{ tags: ['a'] }, { tags: ['a', 'a'] }, ['.tags[="a"]'], [], ['.tags[="a"]']],
    [
      { ports: [{ port: 1 }, { port: 1, name: 'x' }] },
      { ports: [{ port: 1 }, { port: 1, name: 'y' }] },
      [],
      ['.ports[port=1,proto="TCP"]'],
      [],
    ],
    [{ ratio: 1 }, { ratio: 1 }, [], [], []],
  ])('%j and %j', (before, after, removed, modified, added) => {
    const found = compareValues(type, before, after);
    expect([shown(found.removed), shown(found.modified), shown(found.added)]).toEqual([removed, modified, added]);
  });

  test('finds no difference between equal values, and the opposite when they are swapped', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, (a, b) => {
        const there = compareValues(type, a, b);
        const back = compareValues(type, b, a);
        expect(
          equalFieldSets(there.added, back.removed) &&
            equalFieldSets(there.removed, back.added) &&
            equalFieldSets(there.modified, back.modified),
        ).toBe(true);
        const same = compareValues(type, a, structuredClone(a));
        expect([same.added, same.removed, same.modified].every(isEmptyFieldSet)).toBe(true);
      }),
    );
  });
});

describe('merging', () => {
  test.each<[live: JsonValue, applied: JsonValue, want: JsonValue]>([
    [{ color: 'a', size: 1 }, { color: 'b' }, { color: 'b', size: 1 }],
    [{ labels: { a: '1' } }, { labels: { b: '2' } }, { labels: { a: '1', b: '2' } }],
    [{ selector: { a: '1' } }, { selector: { b: '2' } }, { selector: { b: '2' } }],
    [{ labels: { a: '1' } }, { labels: null }, { labels: { a: '1' } }],
    [{ labels: {} }, { labels: null }, { labels: null }],
    [{ tags: ['a'] }, { tags: [] }, { tags: ['a'] }],
    [{ atoms: ['a'] }, { atoms: [] }, { atoms: [] }],
    [{ free: { a: [1] } }, { free: { a: { b: 1 } } }, { free: { a: { b: 1 } } }],
    [{ tags: ['a', 'b', 'c'] }, { tags: ['c', 'a'] }, { tags: ['b', 'c', 'a'] }],
    [{ tags: ['b', 'a'] }, { tags: ['c', 'a'] }, { tags: ['b', 'c', 'a'] }],
    [{ tags: ['a', 'b', 'c', 'd'] }, { tags: ['a', 'c', 'e'] }, { tags: ['a', 'b', 'c', 'd', 'e'] }],
    [{ tags: ['a', 'b', 'a', 'c'] }, { tags: ['a', 'd'] }, { tags: ['a', 'b', 'd', 'c'] }],
    [
      {
        ports: [
          { port: 1, name: 'x' },
          { port: 1, name: 'y' },
        ],
      },
      { ports: [{ port: 1, labels: {} }] },
      { ports: [{ port: 1, labels: {} }] },
    ],
    [
      { ports: [{ port: 1, name: 'x' }, { port: 2 }] },
      { ports: [{ port: 2, name: 'y' }] },
      {
        ports: [
          { port: 1, name: 'x' },
          { port: 2, name: 'y' },
        ],
      },
    ],
  ])('%j and %j', (live, applied, want) => {
    expect(mergeValues(type, live, applied)).toEqual(want);
  });

  test('keeps the whole applied value and all paths of the live one, and is idempotent', () => {
    fc.assert(
      fc.property(widgetSpecs, widgetSpecs, (live, applied) => {
        const merged = mergeValues(type, live, applied);
        expect(mergeValues(type, merged, applied)).toBe(merged);
        expect(isEmptyFieldSet(compareValues(type, merged, mergeValues(type, merged, applied)).modified)).toBe(true);
        expect(
          isEmptyFieldSet(compareValues(type, live, merged).removed) ||
            !isEmptyFieldSet(compareValues(type, live, applied).modified),
        ).toBe(true);
        expect(
          isSubsetOf(
            fieldSetOfValue(type, applied),
            unionFieldSets(fieldSetOfValue(type, merged), fieldSetOfValue(type, applied)),
          ),
        ).toBe(true);
        expect(validateValue(type, merged, { allowDuplicates: false })).toEqual([]);
      }),
    );
  });

  test('merges into a missing value as into an empty one, and returns unchanged values', () => {
    fc.assert(
      fc.property(widgetSpecs, (spec) => {
        expect(mergeValues(type, null, spec)).toEqual(spec);
        expect(mergeValues(type, spec, structuredClone(spec))).toSatisfy((merged: JsonValue) =>
          equalJson(merged, spec),
        );
        expect(mergeValues(type, spec, {})).toBe(spec);
      }),
    );
  });
});

describe('removing', () => {
  const live: JsonValue = {
    color: 'a',
    labels: { a: '1', b: '2' },
    tags: ['x', 'y'],
    selector: { s: '1' },
    ports: [{ port: 1, name: 'n', labels: { k: 'v' } }, { port: 2 }],
  };

  test.each<[paths: string[], want: JsonValue]>([
    [[], live],
    [
      ['f:color'],
      {
        labels: { a: '1', b: '2' },
        tags: ['x', 'y'],
        selector: { s: '1' },
        ports: [{ port: 1, name: 'n', labels: { k: 'v' } }, { port: 2 }],
      },
    ],
    [
      ['f:labels f:a', 'f:tags v:"x"'],
      {
        color: 'a',
        labels: { b: '2' },
        tags: ['y'],
        selector: { s: '1' },
        ports: [{ port: 1, name: 'n', labels: { k: 'v' } }, { port: 2 }],
      },
    ],
    [
      ['f:labels f:a', 'f:labels f:b', 'f:tags v:"x"', 'f:tags v:"y"'],
      {
        color: 'a',
        labels: null,
        tags: null,
        selector: { s: '1' },
        ports: [{ port: 1, name: 'n', labels: { k: 'v' } }, { port: 2 }],
      },
    ],
    [
      ['f:ports k:{"port":1,"proto":"TCP"}', 'f:selector f:s'],
      { color: 'a', labels: { a: '1', b: '2' }, tags: ['x', 'y'], selector: null, ports: [{ port: 2 }] },
    ],
    [
      ['f:ports k:{"port":1,"proto":"TCP"} f:labels f:k'],
      {
        color: 'a',
        labels: { a: '1', b: '2' },
        tags: ['x', 'y'],
        selector: { s: '1' },
        ports: [{ port: 1, name: 'n', labels: null }, { port: 2 }],
      },
    ],
    [['f:nothing', 'f:tags v:"z"'], live],
  ])('%j', (paths, want) => {
    expect(removeItems(type, live, fieldSetOf(...paths.map(pathOf)))).toEqual(want);
  });

  test('gives back what does not change', () => {
    const left = removeItems(type, live, fieldSetOf(['f:tags', 'v:"x"'], fieldPath('nothing')));
    expect(left).not.toBe(live);
    expect(left).toHaveProperty('ports', live.ports);
    expect(removeItems(type, live, fieldSetOf(fieldPath('nothing')))).toBe(live);
  });
});
