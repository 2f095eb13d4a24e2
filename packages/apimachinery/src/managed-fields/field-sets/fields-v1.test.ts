import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldsV1 } from '../../object/object.ts';
import { equalFieldSets, pathsOfFieldSet } from './field-set.ts';
import { formatFieldsV1, parseFieldsV1 } from './fields-v1.ts';
import { formatFieldPath } from './path-element.ts';
import { fieldSets } from '../test-support/arbitraries.ts';

const fields = (text: string): FieldsV1 => JSON.parse(text) as FieldsV1;

describe('reading', () => {
  test.each([
    { text: '{}', want: [] },
    { text: '{"f:a":{}}', want: ['.a'] },
    { text: '{"f:a":{"f:b":{}}}', want: ['.a.b'] },
    { text: '{"f:a":{".":{},"f:b":{}}}', want: ['.a', '.a.b'] },
    { text: '{"f:a":{"f:b":{},".":{}}}', want: ['.a', '.a.b'] },
    { text: '{"f:a":{".":{}}}', want: ['.a'] },
    { text: '{"f:a":null}', want: ['.a'] },
    { text: '{".":{},"f:a":{}}', want: ['.a'] },
    { text: '{"f:a":{"x:later":{"f:b":{}}}}', want: ['.a'] },
    {
      text: '{"f:ports":{"k:{\\"protocol\\":\\"TCP\\",\\"port\\":80}":{".":{},"f:name":{}}}}',
      want: ['.ports[port=80,protocol="TCP"]', '.ports[port=80,protocol="TCP"].name'],
    },
    { text: '{"f:__proto__":{"f:x":{}}}', want: ['.__proto__.x'] },
  ])('$text', ({ text, want }) => {
    expect(pathsOfFieldSet(parseFieldsV1(fields(text))).map(formatFieldPath)).toEqual(want);
  });

  test.each(['{"f:a":1}', '{"f:a":[]}', '{"f:a":"x"}', '{"a":{}}', '{"":{}}', '{"k:{":{}}'])('refuses %s', (text) => {
    expect(() => parseFieldsV1(fields(text))).toThrow(RangeError);
  });
});

describe('writing', () => {
  test('puts siblings into order: the dot, fields by their bytes, keys and values by type', () => {
    const text =
      '{"f:z":{},"f:a":{"f:y":{},".":{}},"f:list":{"k:{\\"port\\":80}":{},"k:{\\"port\\":9}":{},"k:{\\"port\\":10}":{}},"f:set":{"v:\\"b\\"":{},"v:10":{},"v:9":{}}}';
    const want =
      '{"f:a":{".":{},"f:y":{}},"f:list":{"k:{\\"port\\":9}":{},"k:{\\"port\\":10}":{},"k:{\\"port\\":80}":{}},"f:set":{"v:9":{},"v:10":{},"v:\\"b\\"":{}},"f:z":{}}';
    expect(JSON.stringify(formatFieldsV1(parseFieldsV1(fields(text))))).toBe(want);
  });

  test('is undone by reading', () => {
    fc.assert(
      fc.property(fieldSets, (set) => {
        const written = formatFieldsV1(set);
        expect(parseFieldsV1(written)).toBe(set);
        const copy = parseFieldsV1(fields(JSON.stringify(written)));
        expect(equalFieldSets(copy, set)).toBe(true);
        expect(JSON.stringify(formatFieldsV1(copy))).toBe(JSON.stringify(written));
      }),
    );
  });
});
