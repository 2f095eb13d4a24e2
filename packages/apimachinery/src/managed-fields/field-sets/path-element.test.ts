import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../json.ts';
import {
  fieldPath,
  formatFieldPath,
  keyElement,
  parsePathElement,
  sortPathElements,
  valueElement,
} from './path-element.ts';

describe('canonical form', () => {
  test.each<[string, string | undefined]>([
    ['f:spec', 'f:spec'],
    ['f:', 'f:'],
    ['f:a:b', 'f:a:b'],
    ['k:{"name":"x"}', 'k:{"name":"x"}'],
    ['k:{ "protocol":"TCP", "port":80 }', 'k:{"port":80,"protocol":"TCP"}'],
    ['k:{"__proto__":1}', 'k:{"__proto__":1}'],
    ['k:{"id":9007199254740993}', 'k:{"id":9007199254740993}'],
    ['k:{}', 'k:{}'],
    ['v:"x"', 'v:"x"'],
    ['v: 1.0', 'v:1'],
    ['v:true', 'v:true'],
    ['v:"<&>\\u2028\\b"', 'v:"\\u003c\\u0026\\u003e\\u2028\\u0008"'],
    ['i:3', 'i:3'],
    ['i:+03', 'i:3'],
    ['x:unknown', undefined],
  ])('%s', (text, want) => {
    expect(parsePathElement(text)).toBe(want);
  });

  test.each([
    ['', 'key must be 2 characters long:'],
    ['f', 'key must be 2 characters long:'],
    ['field', 'missing colon: field'],
    ['i:x', 'strconv.Atoi: parsing "x": invalid syntax'],
    ['k:[1]', 'expected an object of keys: k:[1]'],
    ['v:{', 'invalid path element "v:{"'],
  ])('refuses %j', (text, message) => {
    expect(() => parsePathElement(text)).toThrow(message);
  });

  test('is what equal elements share', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean()), { minKeys: 1 }),
        (keys) => {
          const element = keyElement(Object.entries(keys));
          expect(parsePathElement(element)).toBe(element);
          expect(keyElement(Object.entries(keys).reverse())).toBe(element);
          expect(parsePathElement(`k:${JSON.stringify(keys)}`)).toBe(element);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
        (value: JsonValue) => {
          const element = valueElement(value);
          expect(parsePathElement(element)).toBe(element);
        },
      ),
    );
  });
});

describe('order', () => {
  test.each([
    {
      elements: ['f:b', 'f:a', 'f:B', 'f:_', 'f:1', 'f:10', 'f:9'],
      want: ['f:1', 'f:10', 'f:9', 'f:B', 'f:_', 'f:a', 'f:b'],
    },
    {
      elements: ['v:null', 'v:{"a":1}', 'v:[2]', 'v:[1]', 'v:true', 'v:"a"', 'v:1'],
      want: ['v:1', 'v:"a"', 'v:true', 'v:[1]', 'v:[2]', 'v:{"a":1}', 'v:null'],
    },
    {
      elements: ['v:10', 'v:9', 'v:"9"', 'v:true', 'v:false', 'v:-1', 'v:1.5'],
      want: ['v:-1', 'v:1.5', 'v:9', 'v:10', 'v:"9"', 'v:false', 'v:true'],
    },
    {
      elements: [
        'k:{"port":80}',
        'k:{"port":9,"protocol":"UDP"}',
        'k:{"port":9,"protocol":"TCP"}',
        'k:{"port":9}',
        'k:{"a":"z"}',
      ],
      want: [
        'k:{"a":"z"}',
        'k:{"port":9}',
        'k:{"port":9,"protocol":"TCP"}',
        'k:{"port":9,"protocol":"UDP"}',
        'k:{"port":80}',
      ],
    },
    { elements: ['i:10', 'i:9', 'v:1', 'k:{"a":1}', 'f:z'], want: ['f:z', 'k:{"a":1}', 'v:1', 'i:9', 'i:10'] },
    { elements: ['f:\u{1F600}', 'f:\uffff'], want: ['f:\uffff', 'f:\u{1F600}'] },
    { elements: ['v:9007199254740993', 'v:9007199254740992'], want: ['v:9007199254740992', 'v:9007199254740993'] },
  ])('$want', ({ elements, want }) => {
    expect(sortPathElements(elements)).toEqual(want);
    expect(sortPathElements(elements.toReversed())).toEqual(want);
  });
});

describe('in messages', () => {
  test.each([
    { path: fieldPath('spec', 'replicas'), want: '.spec.replicas' },
    {
      path: ['f:spec', 'f:ports', 'k:{"port":80,"protocol":"TCP"}', 'f:name'],
      want: '.spec.ports[port=80,protocol="TCP"].name',
    },
    { path: ['f:spec', 'f:tags', 'v:"a\\"b"'], want: '.spec.tags[="a\\"b"]' },
    { path: ['f:spec', 'f:numbers', 'v:1.5'], want: '.spec.numbers[=1.5]' },
    { path: ['f:list', 'i:3'], want: '.list[3]' },
    { path: ['f:flags', 'v:true'], want: '.flags[=true]' },
  ])('$want', ({ path, want }) => {
    expect(formatFieldPath(path)).toBe(want);
  });
});
