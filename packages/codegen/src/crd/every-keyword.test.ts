import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { schemaKeywords } from '../markers/schema-patch.ts';
import { type DefinitionResult, definitionsOf } from '../test-support/generated-definitions.ts';

/**
 * Every keyword of a schema, and how it is said: by the most specific marker that there is. What is in a row comes out
 * exactly so, on a field, on a declared type that fields refer to, on the elements of a list and the values of a map.
 * `kb import` goes the other way through this table.
 */

interface Row {
  /** What has to come out, all of it. */
  readonly schema: JsonObject;
  /** A type, written in place. */
  readonly type: string;
  /** The markers of a field. Default: none. */
  readonly markers?: readonly string[];
  /** The markers of a declared type, where those of a field cannot stand there. */
  readonly onType?: readonly string[];
}

const row = (schema: JsonObject, type: string, ...markers: string[]): Row => ({ schema, type, markers });

/** A marker that only fields have: on a type, a patch says the same. */
const onField = (schema: JsonObject, type: string, marker: string, patch: JsonObject): Row => ({
  schema,
  type,
  markers: [marker],
  onType: [`+kb:schema=${JSON.stringify(patch)}`],
});

const patched = (schema: JsonObject, type: string, patch: JsonObject): Row =>
  row(schema, type, `+kb:schema=${JSON.stringify(patch)}`);

const v = '+kubebuilder:validation:';
const text: JsonObject = { type: 'string' };
const whole: JsonObject = { type: 'integer' };
const number: JsonObject = { type: 'number' };
const anything: JsonObject = { 'x-kubernetes-preserve-unknown-fields': true };
const texts: JsonObject = { type: 'array', items: text };
const things: JsonObject = {
  type: 'array',
  items: { type: 'object', properties: { a: text, b: whole }, required: ['a', 'b'] },
};
const thing = '{ a: string; b: int }';
const rule = { rule: 'self == oldSelf' };

/** Every keyword, in the order of the API's own struct, and every value of it that says something else. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  description: [
    row({ ...text, description: 'One line.' }, 'string', '+kb:description="One line."'),
    row(
      { ...text, description: '  Blank at both ends \n\n\n---\n+kb:schema\n\t*/ ' },
      'string',
      String.raw`+kb:description="  Blank at both ends \n\n\n---\n+kb:schema\n\t*\u002f "`,
    ),
    row(
      { ...text, description: 'a/b 😀 \u0001\u2028"' },
      'string',
      String.raw`+kb:description="a\/b \ud83d\ude00 \u0001\u2028\""`,
    ),
    row(text, 'string', '+kb:description=""'),
    patched({ ...text, description: '' }, 'string', { description: '' }),
  ],
  type: [
    row(text, 'string'),
    row({ type: 'boolean' }, 'boolean'),
    row(whole, 'int'),
    row(number, 'float64'),
    row({ type: 'object' }, 'Record<string, never>'),
    row({ type: 'object', ...anything }, 'Record<string, unknown>'),
    row({ type: 'object', additionalProperties: text }, 'Record<string, string>'),
    row(texts, 'string[]'),
    row({ type: 'array', items: anything }, 'unknown[]'),
    patched({ ...texts, ...anything }, 'string[]', anything),
    patched({ ...text, ...anything }, 'unknown', { type: 'string' }),
  ],
  format: [
    row({ ...whole, format: 'int32' }, 'int32'),
    row({ ...whole, format: 'int64' }, 'int64'),
    row({ ...whole, format: 'uint32' }, 'int', `${v}Format=uint32`),
    row({ ...text, format: 'byte' }, 'Bytes'),
    row({ ...text, format: 'date-time' }, 'Time'),
    row({ ...text, format: 'duration' }, 'string', `${v}Format=duration`),
    row({ ...number, format: 'double' }, 'float64', `${v}Format=double`),
    row({ type: 'object', format: 'odd; one, {' }, 'Record<string, never>', `${v}Format="odd; one, {"`),
    row({ ...texts, format: 'x' }, 'string[]', `${v}Format=x`),
    patched({ ...text, format: '' }, 'string', { format: '' }),
  ],
  title: [
    row(
      { ...text, title: 'A "title", {with} all\n' },
      'string',
      String.raw`+kubebuilder:title="A \"title\", {with} all\n"`,
    ),
    patched({ ...text, title: '' }, 'string', { title: '' }),
  ],
  default: [
    onField({ ...text, default: 'a' }, 'string', '+kubebuilder:default="a"', { default: 'a' }),
    onField({ ...text, default: 'null' }, 'string', '+kubebuilder:default="null"', { default: 'null' }),
    onField({ ...whole, default: -1 }, 'int', '+kubebuilder:default=-1', { default: -1 }),
    onField({ ...number, default: 0.5 }, 'float64', '+kubebuilder:default=0.5', { default: 0.5 }),
    onField({ type: 'boolean', default: false }, 'boolean', '+kubebuilder:default=false', { default: false }),
    onField({ ...text, default: '' }, 'string', '+kubebuilder:default=""', { default: '' }),
    onField({ ...texts, default: [] }, 'string[]', '+default=[]', { default: [] }),
    onField({ ...texts, default: ['a'] }, 'string[]', '+default=["a"]', { default: ['a'] }),
    onField({ type: 'object', default: {} }, 'Record<string, never>', '+default={}', { default: {} }),
    onField({ ...anything, default: { a: [null], b: null } }, 'unknown', '+default={"a":[null],"b":null}', {
      default: { a: [null], b: null },
    }),
    onField({ ...anything, default: 1e21 }, 'unknown', '+default=1e21', { default: 1e21 }),
  ],
  nullable: [
    onField({ ...text, nullable: true }, 'string', '+nullable', { nullable: true }),
    row({ ...text, nullable: true }, 'string | null'),
    row({ ...texts, nullable: true }, 'string[] | null'),
    onField({ ...text, enum: ['a', 'b'], nullable: true }, "'a' | 'b'", '+nullable', { nullable: true }),
    patched({ ...text, enum: ['a', null], nullable: true }, "'a' | null", { enum: ['a', null], anyOf: null }),
    patched({ ...text, nullable: false }, 'string', { nullable: false }),
  ],
  enum: [
    row({ ...text, enum: ['b', 'a', ''] }, "'b' | 'a' | ''"),
    row({ ...text, enum: ['a', 'b\'\n"\\'] }, String.raw`'a' | 'b\'\n"\\'`),
    row({ ...text, enum: ['a', 'a'] }, "'a'", `${v}Enum={"a","a"}`),
    row({ ...whole, enum: [1, -2] }, '1 | -2'),
    row({ ...number, enum: [0.5, 1] }, '0.5 | 1'),
    row({ ...number, enum: [1, 2] }, 'float64', `${v}Enum=1;2`),
    row({ type: 'boolean', enum: [true] }, 'true'),
    row({ type: 'boolean', enum: [true, false] }, 'boolean', `${v}Enum=true;false`),
    row({ ...whole, format: 'int32', enum: [1] }, '1', `${v}Format=int32`),
    patched({ ...anything, enum: ['a', 1, true, null, { b: [null] }] }, 'unknown', {
      enum: ['a', 1, true, null, { b: [null] }],
    }),
    patched({ ...text, enum: [] }, 'string', { enum: [] }),
  ],
  maximum: [
    row({ ...whole, maximum: 10 }, 'int', `${v}Maximum=10`),
    row({ ...number, maximum: 0.5 }, 'float64', `${v}Maximum=0.5`),
    row({ ...number, maximum: 1e21 }, 'float64', `${v}Maximum=1e21`),
    row({ ...number, maximum: 0 }, 'float64', `${v}Maximum=0`),
    row({ ...whole, maximum: 2 ** 63 }, 'int', `${v}Maximum=9223372036854775807`),
    patched({ 'x-kubernetes-int-or-string': true, maximum: 5 }, 'IntOrString', { anyOf: null, maximum: 5 }),
  ],
  exclusiveMaximum: [
    row({ ...whole, maximum: 10, exclusiveMaximum: true }, 'int', `${v}Maximum=10`, `${v}ExclusiveMaximum=true`),
    patched({ ...whole, exclusiveMaximum: false }, 'int', { exclusiveMaximum: false }),
  ],
  minimum: [
    row({ ...whole, minimum: -10 }, 'int', `${v}Minimum=-10`),
    row({ ...number, minimum: -1.5e-7 }, 'float64', `${v}Minimum=-1.5e-7`),
  ],
  exclusiveMinimum: [
    row({ ...whole, minimum: 1, exclusiveMinimum: true }, 'int', `${v}Minimum=1`, `${v}ExclusiveMinimum=true`),
    patched({ ...whole, exclusiveMinimum: false }, 'int', { exclusiveMinimum: false }),
  ],
  multipleOf: [
    row({ ...whole, multipleOf: 5 }, 'int', `${v}MultipleOf=5`),
    row({ ...number, multipleOf: 0.1 }, 'float64', `${v}MultipleOf=0.1`),
  ],
  maxLength: [row({ ...text, maxLength: 3 }, 'string', `${v}MaxLength=3`)],
  minLength: [row({ ...text, minLength: 0 }, 'string', `${v}MinLength=0`)],
  pattern: [
    row({ ...text, pattern: '^[a-z]*/;{1,2}$' }, 'string', `${v}Pattern=\`^[a-z]*/;{1,2}$\``),
    row({ ...text, pattern: '^`\\d"$' }, 'string', String.raw`${v}Pattern="^` + '`' + String.raw`\\d\"$"`),
    row(
      { anyOf: [whole, text], 'x-kubernetes-int-or-string': true, pattern: '^\\d+$' },
      'IntOrString',
      `${v}Pattern=\`^\\d+$\``,
    ),
    patched({ ...text, pattern: '' }, 'string', { pattern: '' }),
  ],
  maxItems: [row({ ...texts, maxItems: 3 }, 'string[]', `${v}MaxItems=3`)],
  minItems: [row({ ...texts, minItems: 0 }, 'string[]', `${v}MinItems=0`)],
  uniqueItems: [patched({ ...texts, uniqueItems: false }, 'string[]', { uniqueItems: false })],
  maxProperties: [
    row(
      { type: 'object', additionalProperties: text, maxProperties: 3 },
      'Record<string, string>',
      `${v}MaxProperties=3`,
    ),
  ],
  minProperties: [
    row({ type: 'object', minProperties: 1, ...anything }, 'Record<string, unknown>', `${v}MinProperties=1`),
  ],
  required: [
    row({ type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] }, '{ b: string; a: string }'),
    patched({ type: 'object', properties: { a: text, b: text }, required: ['b', 'a'] }, '{ a: string; b: string }', {
      required: ['b', 'a'],
    }),
    patched({ type: 'object', properties: { a: text }, required: ['a', 'a', 'c'] }, '{ a: string }', {
      required: ['a', 'a', 'c'],
    }),
    patched({ type: 'object', properties: { a: text }, required: [] }, '{ a?: string }', { required: [] }),
  ],
  items: [
    row({ type: 'array', items: texts }, 'string[][]'),
    row({ type: 'array', items: { ...text, maxLength: 3 } }, 'string[]', `${v}items:MaxLength=3`),
    row({ type: 'array', items: { ...text, pattern: 'a' } }, 'string[]', `${v}items:Pattern=a`),
    row({ type: 'array', items: { ...text, enum: ['a'] } }, "'a'[]"),
    row({ type: 'array', items: { ...text, nullable: true } }, '(string | null)[]'),
    patched({ type: 'array', items: { ...text, default: 'a', description: 'Each.' } }, 'string[]', {
      items: { default: 'a', description: 'Each.' },
    }),
    patched({ type: 'array', items: { type: 'array', items: { ...text, maxLength: 1 } } }, 'string[][]', {
      items: { items: { maxLength: 1 } },
    }),
  ],
  properties: [
    row(
      { type: 'object', properties: { 'a-b': text, '': text, '1': text, ['__proto__']: text, constructor: text } },
      "{ 'a-b'?: string; ''?: string; 1?: string; ['__proto__']?: string; constructor?: string }",
    ),
    patched({ type: 'object', properties: {} }, 'Record<string, never>', { properties: {} }),
    patched({ type: 'object', properties: { a: { ...text, default: 'x' } } }, '{ a?: string }', {
      properties: { a: { default: 'x' } },
    }),
    row({ type: 'object', properties: { a: text }, ...anything }, '{ a?: string; [key: string]: unknown }'),
  ],
  additionalProperties: [
    row({ type: 'object', additionalProperties: { ...text, nullable: true } }, 'Record<string, string | null>'),
    row({ type: 'object', additionalProperties: texts }, 'Record<string, string[]>'),
    row(
      { type: 'object', additionalProperties: { type: 'object', additionalProperties: whole } },
      'Record<string, Record<string, int>>',
    ),
    row(
      { type: 'object', additionalProperties: { type: 'object', ...anything } },
      'Record<string, Record<string, unknown>>',
    ),
    patched({ type: 'object', additionalProperties: anything }, 'Record<string, unknown>', {
      additionalProperties: anything,
      'x-kubernetes-preserve-unknown-fields': null,
    }),
    patched({ type: 'object', additionalProperties: true }, 'Record<string, never>', { additionalProperties: true }),
    patched({ type: 'object', additionalProperties: false }, 'Record<string, never>', { additionalProperties: false }),
    patched({ type: 'object', additionalProperties: { ...text, maxLength: 2 } }, 'Record<string, string>', {
      additionalProperties: { maxLength: 2 },
    }),
  ],
  allOf: [
    patched({ ...text, allOf: [{ minLength: 1 }, { allOf: [{ maxLength: 3 }, {}] }] }, 'string', {
      allOf: [{ minLength: 1 }, { allOf: [{ maxLength: 3 }, {}] }],
    }),
    patched(
      { 'x-kubernetes-int-or-string': true, allOf: [{ anyOf: [whole, text] }, { pattern: 'a' }] },
      'IntOrString',
      { anyOf: null, allOf: [{ anyOf: [whole, text] }, { pattern: 'a' }] },
    ),
  ],
  oneOf: [
    patched(
      { type: 'object', properties: { a: text, b: text }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      'Narrowed<{ a?: string; b?: string }, { a: string; b?: never } | { a?: never; b: string }>',
      { oneOf: [{ required: ['a'] }, { required: ['b'] }] },
    ),
  ],
  anyOf: [
    patched({ ...text, anyOf: [{ format: 'ipv4' }, { format: 'ipv6', nullable: false }] }, 'string', {
      anyOf: [{ format: 'ipv4' }, { format: 'ipv6', nullable: false }],
    }),
  ],
  not: [
    patched({ ...text, not: { enum: ['a', ''], not: { pattern: 'b' } } }, 'string', {
      not: { enum: ['a', ''], not: { pattern: 'b' } },
    }),
  ],
  externalDocs: [
    row(
      { ...text, externalDocs: { url: 'https://a.b/c', description: 'd; e' } },
      'string',
      '+kubebuilder:externalDocs:url="https://a.b/c",description="d; e"',
    ),
    patched({ ...text, externalDocs: { url: 'no url', description: '' } }, 'string', {
      externalDocs: { url: 'no url', description: '' },
    }),
  ],
  example: [
    onField({ ...text, example: 'a' }, 'string', '+kubebuilder:example="a"', { example: 'a' }),
    onField({ ...whole, example: 1 }, 'int', '+kubebuilder:example=1', { example: 1 }),
    patched({ ...text, example: { a: [null, 0.5], b: null } }, 'string', { example: { a: [null, 0.5], b: null } }),
    patched({ ...text, example: false }, 'string', { example: false }),
  ],
  'x-kubernetes-preserve-unknown-fields': [
    row(anything, 'unknown'),
    row(
      { type: 'object', properties: { a: text }, ...anything },
      '{ a?: string }',
      '+kubebuilder:pruning:PreserveUnknownFields',
    ),
  ],
  'x-kubernetes-embedded-resource': [
    row(
      { type: 'object', ...anything, 'x-kubernetes-embedded-resource': true },
      'Narrowed<RawExtension, KubernetesObject>',
      `${v}XEmbeddedResource`,
    ),
  ],
  'x-kubernetes-int-or-string': [
    row({ anyOf: [whole, text], 'x-kubernetes-int-or-string': true }, 'IntOrString'),
    patched({ 'x-kubernetes-int-or-string': true }, 'IntOrString', { anyOf: null }),
    patched({ 'x-kubernetes-int-or-string': true, anyOf: [whole, text], nullable: true }, 'IntOrString | null', {}),
  ],
  'x-kubernetes-list-type': [
    row({ ...texts, 'x-kubernetes-list-type': 'set' }, 'string[]', '+listType=set'),
    row({ ...texts, 'x-kubernetes-list-type': 'atomic' }, 'string[]', '+listType=atomic'),
  ],
  'x-kubernetes-list-map-keys': [
    row(
      { ...things, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b', 'a'] },
      `${thing}[]`,
      '+listType=map',
      '+listMapKey=b',
      '+listMapKey=a',
    ),
    patched({ ...texts, 'x-kubernetes-list-map-keys': [] }, 'string[]', { 'x-kubernetes-list-map-keys': [] }),
  ],
  'x-kubernetes-map-type': [
    row(
      { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
      'Record<string, string>',
      '+mapType=atomic',
    ),
    row(
      { type: 'object', properties: { a: text }, 'x-kubernetes-map-type': 'granular' },
      '{ a?: string }',
      '+structType=granular',
    ),
  ],
  'x-kubernetes-validations': [
    row(
      {
        ...text,
        'x-kubernetes-validations': [
          { ...rule, message: 'm; "1"' },
          { rule: "self != 'a\\\\'", messageExpression: 'self', reason: 'FieldValueForbidden' },
        ],
      },
      'string',
      `${v}XValidation:rule="self == oldSelf",message="m; \\"1\\""`,
      `${v}XValidation:rule="self != 'a\\\\\\\\'",messageExpression="self",reason=FieldValueForbidden`,
    ),
    row(
      {
        type: 'object',
        properties: { a: text },
        'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.a', optionalOldSelf: false }],
      },
      '{ a?: string }',
      `${v}XValidation:rule="true",fieldPath=".a",optionalOldSelf=false`,
    ),
    patched(
      { ...text, 'x-kubernetes-validations': [{ rule: 'true', message: '', reason: 'FieldValueInvalid' }] },
      'string',
      { 'x-kubernetes-validations': [{ rule: 'true', message: '', reason: 'FieldValueInvalid' }] },
    ),
    patched({ ...text, 'x-kubernetes-validations': [] }, 'string', { 'x-kubernetes-validations': [] }),
  ],
};

const all = Object.entries(rows).flatMap(([keyword, list]) => list.map((each) => ({ keyword, ...each })));

const imports =
  "import type { Bytes, int, int32, int64, float64, IntOrString, KubernetesObject, Narrowed, RawExtension, Time } from '@kb/apimachinery';\n";
const head = `// +kb:allowDangerousTypes\n\n${imports}`;
const kind = '// +kubebuilder:object:root=true\nexport interface Shop extends KubernetesObject { spec?: Spec }\n';
const lines = (markers: readonly string[]): string => markers.map((marker) => `// ${marker}\n`).join('');

/** A source in which a row stands in each of the places that a schema can be in. */
function sourceOf({ type, markers = [], onType = markers }: Row): string {
  return [
    `${head}${lines(onType)}export type Declared = ${type};`,
    'export interface Spec {',
    `${lines(markers)}field?: ${type};`,
    'declared?: Declared;',
    'items?: Declared[];',
    'values?: Record<string, Declared>;',
    'nested?: Record<string, { inner?: Declared }[]>;',
    '}',
    kind,
  ].join('\n');
}

describe('every keyword, in every place', () => {
  let results: DefinitionResult[];
  beforeAll(async () => {
    results = await definitionsOf(all.map((each) => ({ versions: { v1: sourceOf(each) } })));
  });

  test.each(all.map((each, index) => [`${each.keyword}: ${JSON.stringify(each.schema)}`, each, index] as const))(
    '%s',
    (_, { schema }, index) => {
      const { definition, diagnostics } = results[index] ?? { diagnostics: [] };
      expect(errorsOf(diagnostics)).toEqual([]);
      expect(specOf(definition)).toEqual({
        type: 'object',
        properties: {
          field: schema,
          declared: schema,
          items: { type: 'array', items: schema },
          values: { type: 'object', additionalProperties: schema },
          nested: {
            type: 'object',
            additionalProperties: { type: 'array', items: { type: 'object', properties: { inner: schema } } },
          },
        },
      });
    },
  );

  test('no keyword is left out', () => {
    expect(Object.keys(rows).sort()).toEqual([...schemaKeywords.keys()].sort());
    const isNotThere = Object.entries(rows).filter(([keyword, list]) =>
      list.every(({ schema }) => !(keyword in schema)),
    );
    expect(isNotThere).toEqual([]);
  });
});

/** The schema of the field `spec`. */
function specOf(definition: JsonObject | undefined): JsonValue | undefined {
  const path = ['spec', 'versions', '0', 'schema', 'openAPIV3Schema', 'properties', 'spec'];
  return path.reduce<JsonValue | undefined>(
    (value, key) =>
      typeof value === 'object' ? Object.entries(value ?? {}).find(([name]) => name === key)?.[1] : undefined,
    definition,
  );
}

/** What is doubtful is only a warning. */
function errorsOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ severity, line, message }) => (severity === 'error' ? [`${line}: ${message}`] : []));
}
