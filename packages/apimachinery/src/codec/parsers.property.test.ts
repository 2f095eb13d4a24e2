import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../json.ts';
import { createSharedJsonReader } from './shared-json.ts';
import { JsonSyntaxError, parseJson } from './parse-json.ts';
import { stringifyJson } from './stringify-json.ts';

/** Callbacks require our own parser. */
const carefully = (text: string): JsonValue => parseJson(text, { onDuplicateKey: () => undefined });

function hasKeyTwice(text: string): boolean {
  let twice = false;
  try {
    parseJson(text, { takesHugeNumbers: true, onDuplicateKey: () => (twice = true) });
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
  }
  return twice;
}

type Outcome =
  { readonly value: JsonValue; readonly keys: string } | { readonly error: string; readonly offset: number };

function outcomeOf(read: () => JsonValue): Outcome {
  try {
    const value = read();
    return { value, keys: stringifyJson(value) };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { error: error.message, offset: error.offset };
  }
}

/** Texts that parsers may read differently. */
const pitfalls = [
  '"fieldsV1":{"f:a":{".":{}}}',
  '"fieldsV1":{"k:{\\"a\\\\\\\\\\":1}":{}}',
  '"fieldsV1":0',
  '"fieldsV1" : 0',
  '"fields\\u00561":0',
  '"fieldsV1":{"n":9007199254740993}',
  '"fieldsV1":{',
  '"fieldsV1":"}"',
  '"__proto__":{"a":1}',
  '"\\u005f_proto__":[]',
  '"a":-0',
  '"a":-0.0',
  '"a":1e400',
  '"a":1e17',
  '"a":12345678901234567890',
  '"a":-9007199254740993',
  '"a":"\\ud800"',
  '"a":"\\uD83D\\uDE00"',
  '"a":"\\u003c\\u2028"',
  '"uid":{"a":-0}',
  '"uid":"x"',
  '"a":1,"a":{"a":2}',
  '"a":01',
  '"a":"\t"',
  '"a":tru',
  '"10":1,"9":2',
];

const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt(), fc.boolean());
const member = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...pitfalls) },
  fc
    .tuple(fc.string(), scalar)
    .map(([key, value]) => `${JSON.stringify(key)}:${typeof value === 'bigint' ? value : JSON.stringify(value)}`),
);
const { document } = fc.letrec<{ document: string; element: string }>((tie) => ({
  element: fc.oneof(
    { weight: 3, arbitrary: member },
    fc.tuple(fc.constantFrom('a', 'fieldsV1', 'b'), tie('document')).map(([key, inner]) => `"${key}":${inner}`),
    fc.tuple(fc.constantFrom('a', 'b'), tie('document')).map(([key, inner]) => `"${key}":[${inner},1]`),
  ),
  document: fc.array(tie('element'), { maxLength: 5 }).map((members) => `{${members.join(',')}}`),
}));

describe('all ways of reading JSON', () => {
  test.each(['1', '"a"', '[]', '{}', '', '[', '\ufeff{}', '{"fieldsV1":{}}', `${'['.repeat(1001)}${']'.repeat(1001)}`])(
    'agree on %s',
    (text) => {
      const want = outcomeOf(() => carefully(text));
      expect(outcomeOf(() => parseJson(text))).toEqual(want);
      expect(outcomeOf(() => createSharedJsonReader().read(text))).toEqual(want);
    },
  );

  test('agree on any text', () => {
    const reader = createSharedJsonReader();
    fc.assert(
      fc.property(document, (text) => {
        const want = outcomeOf(() => carefully(text));
        // A value that a later key of the same name replaces is not checked.
        fc.pre(!('error' in want) || !hasKeyTwice(text));
        expect(outcomeOf(() => parseJson(text))).toEqual(want);
        expect(outcomeOf(() => reader.read(text))).toEqual(want);
        expect(outcomeOf(() => reader.read(new TextEncoder().encode(text)))).toEqual(want);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('createSharedJsonReader', () => {
  const object = (name: string): string =>
    `{"metadata":{"name":"${name}","uid":"${name}","managedFields":[{"manager":"m","fieldsV1":{"f:spec":{"f:a":{}}}}]}}`;

  test('shares frozen field sets, and nothing else', () => {
    interface Read {
      readonly metadata: { readonly name: string; readonly managedFields: readonly { readonly fieldsV1: object }[] };
    }
    const reader = createSharedJsonReader();
    const [a, b] = ['a', 'b'].map((name) => reader.read(object(name)) as object as Read);
    expect(a).toEqual(carefully(object('a')));
    expect(a?.metadata.managedFields[0]?.fieldsV1).toBe(b?.metadata.managedFields[0]?.fieldsV1);
    expect(a?.metadata.managedFields).not.toBe(b?.metadata.managedFields);
    expect(Object.isFrozen(a?.metadata.managedFields[0]?.fieldsV1)).toBe(true);
    expect(Object.isFrozen(a?.metadata)).toBe(false);
  });

  test('still reads correctly after more values than it keeps', () => {
    const reader = createSharedJsonReader();
    for (let index = 0; index < 30_000; index += 1) {
      const text = `{"a":"value ${index}","metadata":{"fieldsV1":{"f:${index}":{"f:x":{}}}}}`;
      expect(stringifyJson(reader.read(text))).toBe(text);
    }
  });
});
