import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonSyntaxError, parseJson } from './codec/parse-json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import { formatFieldsV1, parseFieldsV1 } from './managed-fields/field-sets/fields-v1.ts';
import { parsePathElement } from './managed-fields/field-sets/path-element.ts';
import type { FieldsV1 } from './object/object.ts';
import { applyJsonPatch, JsonPatchError } from './patch/json-patch.ts';
import { applyMergePatch } from './patch/merge-patch.ts';
import { JsonPatchDecodeError, readJsonPatch } from './patch/read-json-patch.ts';
import { StrategicMergePatchError } from './patch/strategic-errors.ts';
import { applyStrategicMergePatch } from './patch/strategic-merge-patch.ts';
import { canonicalQuantity, QuantityError } from './quantity/quantity.ts';
import { compilePattern, PatternError } from './pattern/compile-pattern.ts';
import type { JsonSchemaProps } from './schema/json-schema-props.ts';
import { parseFieldSelector } from './selector/field-selector.ts';
import { formatLabelSelector, matchesLabels } from './selector/label-selector.ts';
import { parseLabelSelector } from './selector/parse-label-selector.ts';
import { SelectorError } from './selector/selector-error.ts';
import { parseDuration } from './time/duration.ts';
import { parseTime } from './time/format-time.ts';
import { hostileJson, hostileText } from './test-support/hostile.ts';

const numRuns = Number(process.env['KB_RUNS'] ?? 1000);
const seed = Number(process.env['KB_SEED'] ?? 6);
/** Detects a hang, with any number of runs. */
const timeout = 180_000 + numRuns * 100;

/** Reads a text; it may throw only its own syntax error. */
interface Parser {
  readonly name: string;
  readonly words: readonly string[];
  readonly read: (text: string) => unknown;
  readonly refuses?: abstract new (...args: never[]) => Error;
}

const json = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '\\u',
  'd800',
  '00e9',
  'true',
  'null',
  '-',
  '0',
  '1e',
  '.',
  '9007199254740993',
  '"__proto__":',
  '"a":',
  ' ',
  '\n',
  '\u0000',
  '\ud800',
];

const parsers: readonly Parser[] = [
  {
    name: 'JSON',
    words: json,
    read: (text) => parseJson(text, { onDuplicateKey: () => undefined }),
    refuses: JsonSyntaxError,
  },
  {
    name: 'label selectors',
    words: ['a', 'b.c/d', '=', '==', '!', '!=', ' in ', ' notin ', '(', ')', ',', '>', '<', '1', ' ', '-', '_', 'é'],
    read: (text) => {
      const selector = parseLabelSelector(text);
      matchesLabels(selector, { a: '1' });
      // The result can be written, and read again.
      return parseLabelSelector(formatLabelSelector(selector));
    },
    refuses: SelectorError,
  },
  {
    name: 'field selectors',
    words: ['metadata.name', 'a', '=', '==', '!=', '\\', '\\,', '\\=', '\\\\', ',', ' ', '__proto__'],
    read: parseFieldSelector,
    refuses: SelectorError,
  },
  {
    name: 'quantities',
    words: ['1', '0', '.', '-', '+', 'e', 'E', '9', 'Ki', 'm', 'n', 'k', '3', 'Ei', '999999999999999999'],
    read: canonicalQuantity,
    refuses: QuantityError,
  },
  {
    name: 'durations',
    words: ['1', '0', '.', '-', '+', 'h', 'm', 's', 'ms', 'ns', 'µs', 'us', '99999999999'],
    read: parseDuration,
  },
  {
    name: 'times',
    words: ['2020', '-', '01', '02', 'T', ':', '03', '60', '.', '5', 'Z', '+01:00', '99', 'z'],
    read: parseTime,
  },
  {
    name: 'steps of FieldsV1',
    words: ['f:', 'k:', 'v:', 'i:', '.', '{', '}', '"a"', ':', '1', 'x', '-0', '1e400', ',', 'null'],
    read: parsePathElement,
    refuses: RangeError,
  },
  {
    name: 'patterns',
    words: [
      'a',
      '(',
      ')',
      '[',
      ']',
      '^',
      '$',
      '*',
      '+',
      '?',
      '{2}',
      '{1,3}',
      '|',
      '\\d',
      '\\pL',
      '(?:',
      '.',
      '-',
      '\\',
    ],
    read: (text) => compilePattern(text)('aab'),
    refuses: PatternError,
  },
];

describe.each(parsers)('any text for $name', ({ words, read, refuses }) => {
  /** Returns `read` or `refused`; rethrows any other error. */
  const outcomeOf = (text: string): string => {
    try {
      read(text);
      return 'read';
    } catch (error) {
      if (refuses !== undefined && error instanceof refuses) return 'refused';
      throw error;
    }
  };

  test(
    'is read or refused',
    () => {
      fc.assert(
        fc.property(hostileText(words), (text) => {
          expect(outcomeOf(text)).toMatch(/^re/);
        }),
        { numRuns, seed },
      );
    },
    timeout,
  );

  test.each(words)('when "%s" repeats ten thousand times', (word) => {
    expect(outcomeOf(word.repeat(10_000))).toMatch(/^re/);
    expect(outcomeOf(`${word.repeat(10_000)}!`)).toMatch(/^re/);
  });
});

/** Returns `read` or `refused`; rethrows any other error. */
function outcomeOfJson(input: string | Uint8Array): string {
  try {
    parseJson(input);
    return 'read';
  } catch (error) {
    if (error instanceof JsonSyntaxError) return 'refused';
    throw error;
  }
}

test('any bytes are JSON or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      expect(outcomeOfJson(bytes)).toMatch(/^re/);
    }),
    { numRuns, seed },
  );
});

test('JSON of any depth is read or refused', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    for (const depth of [999, 1000, 1001, 100_000]) {
      for (const text of [open.repeat(depth), `${open.repeat(depth)}1${close.repeat(depth)}`]) {
        expect(outcomeOfJson(text)).toMatch(/^re/);
      }
    }
  }
});

const schema: JsonSchemaProps = {
  type: 'object',
  properties: {
    a: { type: 'object', 'x-kubernetes-patch-strategy': 'retainKeys', properties: { b: { type: 'string' } } },
    finalizers: { type: 'array', 'x-kubernetes-patch-strategy': 'merge', items: { type: 'string' } },
    items: {
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
      items: { type: 'object', properties: { name: { type: 'string' } } },
    },
  },
};

const isObject = (value: JsonValue): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Applies a patch to a document; it may throw only its own error. */
const patches = [
  {
    name: 'JSON patches',
    apply: (document: JsonValue, patch: JsonValue): JsonValue =>
      applyJsonPatch(document, readJsonPatch(patch).operations),
    refuses: [JsonPatchError, JsonPatchDecodeError],
  },
  {
    name: 'unchecked JSON patches',
    apply: (document: JsonValue, patch: JsonValue): JsonValue =>
      applyJsonPatch(document, readJsonPatch(patch, { validated: false }).operations),
    refuses: [JsonPatchError, JsonPatchDecodeError],
  },
  {
    name: 'merge patches',
    apply: (document: JsonValue, patch: JsonValue): JsonValue => applyMergePatch(document, patch),
    refuses: [],
  },
  {
    name: 'strategic merge patches',
    apply: (document: JsonValue, patch: JsonValue): JsonValue =>
      isObject(document) && isObject(patch) ? applyStrategicMergePatch(document, patch, schema) : null,
    refuses: [StrategicMergePatchError],
  },
] as const;

const operations = fc.array(
  fc.record(
    {
      op: fc.constantFrom<JsonValue>('add', 'remove', 'replace', 'move', 'copy', 'test', 'bogus', 1),
      path: fc.constantFrom<JsonValue>(
        '',
        '/',
        '/a',
        '/a/b',
        '/items/0',
        '/items/-',
        '/items/-1',
        '/__proto__/x',
        '/constructor/prototype/x',
        '/a~2',
        'a',
        0,
        '/items/01',
      ),
      from: fc.constantFrom<JsonValue>('', '/a', '/a/b', '/items', '/__proto__', null),
      value: hostileJson,
    },
    { requiredKeys: [] },
  ),
  { maxLength: 4 },
);

test.each(patches)(
  '$name change neither their document nor a prototype',
  ({ apply, refuses }) => {
    fc.assert(
      fc.property(hostileJson, fc.oneof(hostileJson, operations as fc.Arbitrary<JsonValue>), (document, patch) => {
        const before = JSON.stringify([document, patch]);
        try {
          apply(document, patch);
        } catch (error) {
          if (!refuses.some((refused) => error instanceof refused)) throw error;
        }
        expect(JSON.stringify([document, patch])).toBe(before);
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect(({} as JsonObject)['x']).toBeUndefined();
      }),
      { numRuns, seed },
    );
  },
  timeout,
);

const fieldsV1 = fc.letrec<{ node: JsonValue }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<JsonValue>({}, null, 1, 'x', []),
    fc.dictionary(
      fc.constantFrom(
        '.',
        'f:a',
        'f:',
        'k:{"a":1}',
        'k:{"b":null,"a":"x"}',
        'k:{}',
        'k:[',
        'v:1',
        'v:"x"',
        'v:',
        'i:0',
        'i:x',
        'x:y',
        '__proto__',
        'f:__proto__',
      ),
      tie('node'),
      { maxKeys: 4 },
    ),
  ),
})).node;

/** Undefined if they are rejected; rethrows any other error. */
function readOrRefused(fields: JsonValue): ReturnType<typeof parseFieldsV1> | undefined {
  try {
    return parseFieldsV1(fields as FieldsV1);
  } catch (error) {
    if (error instanceof RangeError && !error.message.includes('call stack')) return undefined;
    throw error;
  }
}

test(
  'any FieldsV1 is read or refused, and the result survives writing and reading',
  () => {
    fc.assert(
      fc.property(fieldsV1, (fields) => {
        const set = readOrRefused(fields);
        const written = set && formatFieldsV1(set);
        expect(written && formatFieldsV1(parseFieldsV1(structuredClone(written)))).toEqual(written);
      }),
      { numRuns, seed },
    );
  },
  timeout,
);
