import { equalJson, type JsonValue } from '@kb/apimachinery';
import { parseJson } from '@kb/apimachinery/codec';
import { parseMarker } from '@kb/codegen/importer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarkerValues, printMarker } from './marker-text.ts';

/** The values that the marker parser returns, or its message. */
function readBack(line: string): Record<string, JsonValue> | string {
  const { marker, problem } = parseMarker({ text: line, span: { file: '', line: 1, column: 1, length: line.length } }, [
    'type',
    'field',
  ]);
  return marker === undefined ? (problem?.finding.message ?? 'no marker') : Object.fromEntries(marker.values);
}

test.each<[name: string, values: MarkerValues, line: string | undefined]>([
  ['nullable', {}, '+nullable'],
  ['listType', { '': 'map' }, '+listType=map'],
  ['listMapKey', { '': 'true' }, '+listMapKey="true"'],
  ['kubebuilder:validation:Minimum', { '': -1.5 }, '+kubebuilder:validation:Minimum=-1.5'],
  ['kubebuilder:validation:Minimum', { '': 1e21 }, '+kubebuilder:validation:Minimum=1e+21'],
  ['kubebuilder:validation:Minimum', { '': 9007199254740993n }, undefined],
  ['kubebuilder:validation:MaxLength', { '': 63 }, '+kubebuilder:validation:MaxLength=63'],
  ['kubebuilder:validation:Pattern', { '': '^a$' }, '+kubebuilder:validation:Pattern=`^a$`'],
  ['kubebuilder:validation:Pattern', { '': '`\\d' }, '+kubebuilder:validation:Pattern="`\\\\d"'],
  ['kubebuilder:validation:Enum', { '': ['A', 'b c', '', '1'] }, '+kubebuilder:validation:Enum=A;"b c";"";"1"'],
  ['kubebuilder:validation:Enum', { '': [1, 2.5, true] }, '+kubebuilder:validation:Enum=1;2.5;true'],
  ['kubebuilder:validation:Enum', { '': [null] }, undefined],
  ['kubebuilder:default', { '': 'null' }, '+kubebuilder:default="null"'],
  ['kubebuilder:default', { '': 9007199254740993n }, '+kubebuilder:default=9007199254740993'],
  ['kubebuilder:default', { '': 1e20 }, '+kubebuilder:default=1e+20'],
  ['kubebuilder:default', { '': {} }, undefined],
  ['default', { '': { a: [1, null] } }, '+default={"a":[1,null]}'],
  ['kb:description', { '': 'Word' }, '+kb:description="Word"'],
  ['kb:description', { '': 'a "b"\n' }, '+kb:description="a \\"b\\"\\n"'],
  ['kb:description', { '': 'a\u2028b\u202e\u0085' }, '+kb:description="a\\u2028b\\u202e\\u0085"'],
  ['kb:description', { '': '\ud800' }, undefined],
  [
    'kubebuilder:validation:XValidation',
    { rule: 'self == "a"', message: 'it is "a"', optionalOldSelf: true, reason: undefined },
    '+kubebuilder:validation:XValidation:rule=`self == "a"`,message=`it is "a"`,optionalOldSelf=true',
  ],
  ['kubebuilder:deprecatedversion', {}, '+kubebuilder:deprecatedversion'],
])('%s %o', (name, values, line) => {
  expect(printMarker(name, values)).toBe(line);
});

test('throws for a marker that does not exist, or has no such argument', () => {
  expect(() => printMarker('kubebuilder:nothing')).toThrow(RangeError);
  expect(() => printMarker('nullable', { '': 1 })).toThrow(RangeError);
});

describe('reads back what it prints', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(...Array.from('"`\\,;{}:= \t\n\r\v\u0000\u0085\u00a0\u2028\u2029\ufeff*/@+#a1-')),
    }),
    fc.constantFrom('true', 'null', '0x1f', '1e5', '-', '*/', '// a', '"', '`', '\\', ' a ', '{}', 'a;b', "'a'"),
  );
  const numbers = fc.double({ noNaN: true, noDefaultInfinity: true });
  const line = (text: string | undefined): string => {
    if (text === undefined) throw new Error('it was not printed');
    expect(text).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(text.trim()).toBe(text);
    return text;
  };

  test.each(['listMapKey', 'kb:description', 'kubebuilder:default', 'kubebuilder:example', 'default'])(
    '+%s',
    (name) => {
      fc.assert(
        fc.property(texts, (text) => {
          expect(readBack(line(printMarker(name, { '': text })))).toEqual({ '': text });
        }),
      );
    },
  );

  test('named arguments', () => {
    fc.assert(
      fc.property(texts, texts, fc.integer(), (name, description, priority) => {
        const values = { name, type: 'string', JSONPath: `.${description}`, description, priority };
        expect(readBack(line(printMarker('kubebuilder:printcolumn', values)))).toEqual(values);
      }),
    );
  });

  test('lists', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(texts, numbers, fc.boolean()), { minLength: 1 }), (values) => {
        const given = readBack(line(printMarker('kubebuilder:validation:items:Enum', { '': values })));
        expect(equalJson(given, { '': values })).toBe(true);
      }),
    );
  });

  test('numbers', () => {
    fc.assert(
      fc.property(numbers, (value) => {
        for (const name of ['kubebuilder:validation:Minimum', 'kubebuilder:default'])
          expect(equalJson(readBack(line(printMarker(name, { '': value }))), { '': value })).toBe(true);
      }),
    );
  });

  test('JSON', () => {
    fc.assert(
      fc.property(fc.json(), texts, (json, key) => {
        const value = { ['k' + key]: parseJson(json) };
        const given = readBack(line(printMarker('default', { '': value })));
        expect(equalJson(given, { '': value })).toBe(true);
      }),
    );
  });
});
