import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { describe, expect, test } from 'vitest';
import type { Reporter } from '../../diagnostic/reporter.ts';
import type { MarkerTarget } from '../../markers/define/marker-definition.ts';
import { parseMarker } from '../../markers/parse/parse-marker.ts';
import { applySchemaMarkers } from './apply-markers.ts';

/** Returns the schema that markers make of another, or the problems that are reported. */
function apply(
  lines: readonly string[],
  schema: JsonSchemaProps,
  { on = 'field', target }: { readonly on?: MarkerTarget; readonly target?: JsonSchemaProps } = {},
): JsonSchemaProps | string[] {
  const problems: string[] = [];
  const reporter: Reporter = {
    report: (_, { message }) => void problems.push(message),
    diagnostics: () => [],
  };
  const markers = lines.flatMap((text, index) => {
    const span = { file: 'a.ts', line: index + 1, column: 1, length: text.length };
    const { marker, problem } = parseMarker({ text, span }, [on]);
    if (problem !== undefined) problems.push(problem.finding.message);
    return marker === undefined ? [] : [marker];
  });
  const result = { ...schema };
  applySchemaMarkers(result, markers, reporter, target);
  return problems.length > 0 ? problems : result;
}

const v = '+kubebuilder:validation:';
const text: JsonSchemaProps = { type: 'string' };
const integer: JsonSchemaProps = { type: 'integer', format: 'int32' };
const number: JsonSchemaProps = { type: 'number' };
const boolean: JsonSchemaProps = { type: 'boolean' };
const list: JsonSchemaProps = { type: 'array', items: text };
const map: JsonSchemaProps = { type: 'object', additionalProperties: text };
const either: JsonSchemaProps = { 'x-kubernetes-int-or-string': true };

describe('writes what the marker sets', () => {
  test.each<[line: string, schema: JsonSchemaProps, added: JsonSchemaProps]>([
    [`${v}Maximum=10`, integer, { maximum: 10 }],
    [`${v}Maximum=1e3`, integer, { maximum: 1000 }],
    [`${v}Minimum=-1.5`, number, { minimum: -1.5 }],
    [`${v}MultipleOf=5`, integer, { multipleOf: 5 }],
    [`${v}ExclusiveMaximum=true`, integer, { exclusiveMaximum: true }],
    [`${v}ExclusiveMinimum=false`, number, { exclusiveMinimum: false }],
    [`${v}MaxLength=3`, text, { maxLength: 3 }],
    [`${v}MinLength=0`, either, { minLength: 0 }],
    [`${v}Pattern=\`^\\d+$\``, text, { pattern: '^\\d+$' }],
    [`${v}Pattern=^a$`, either, { pattern: '^a$' }],
    [`${v}MaxItems=3`, list, { maxItems: 3 }],
    [`${v}MinItems=1`, list, { minItems: 1 }],
    [`${v}UniqueItems=false`, list, { uniqueItems: false }],
    [`${v}MaxProperties=3`, map, { maxProperties: 3 }],
    [`${v}MinProperties=1`, map, { minProperties: 1 }],
    [`${v}Enum=a;b`, text, { enum: ['a', 'b'] }],
    [`${v}Enum={"1", "2"}`, text, { enum: ['1', '2'] }],
    [`${v}Enum=1;2`, integer, { enum: [1, 2] }],
    [`${v}Format=date-time`, text, { format: 'date-time' }],
    [`${v}Type=object`, text, { type: 'object' }],
    [`${v}XPreserveUnknownFields`, map, { 'x-kubernetes-preserve-unknown-fields': true }],
    [`${v}XEmbeddedResource`, map, { 'x-kubernetes-embedded-resource': true }],
    [`${v}XIntOrString`, {}, { 'x-kubernetes-int-or-string': true }],
    [`${v}XValidation:rule="self > 0"`, integer, { 'x-kubernetes-validations': [{ rule: 'self > 0' }] }],
    [
      `${v}XValidation:rule="a",message="b",messageExpression="c",reason=FieldValueForbidden,fieldPath=".d",optionalOldSelf=true`,
      text,
      {
        'x-kubernetes-validations': [
          {
            rule: 'a',
            message: 'b',
            messageExpression: 'c',
            reason: 'FieldValueForbidden',
            fieldPath: '.d',
            optionalOldSelf: true,
          },
        ],
      },
    ],
    [`${v}items:MaxLength=3`, list, { items: { type: 'string', maxLength: 3 } }],
    [`${v}items:Enum=a;b`, list, { items: { type: 'string', enum: ['a', 'b'] } }],
    [`${v}EmbeddedResource`, map, { 'x-kubernetes-embedded-resource': true }],
    ['+nullable', text, { nullable: true }],
    ['+kubebuilder:default=a', text, { default: 'a' }],
    ['+kubebuilder:default={}', list, { default: [] }],
    ['+kubebuilder:default={}', map, { default: {} }],
    ['+default={"a": [1]}', map, { default: { a: [1] } }],
    ['+default=null', text, {}],
    ['+kubebuilder:example={a: 1}', map, { example: { a: 1 } }],
    ['+kubebuilder:title="A title"', text, { title: 'A title' }],
    ['+kubebuilder:pruning:PreserveUnknownFields', map, { 'x-kubernetes-preserve-unknown-fields': true }],
    ['+kubebuilder:externalDocs:url="https://a.b/c"', text, { externalDocs: { url: 'https://a.b/c' } }],
    ['+kubebuilder:externalDocs:url=/a,description="b c"', text, { externalDocs: { description: 'b c', url: '/a' } }],
    [
      '+k8s:immutable',
      text,
      { 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'field is immutable' }] },
    ],
    ['+listType=set', list, { 'x-kubernetes-list-type': 'set' }],
    ['+k8s:listType=atomic', list, { 'x-kubernetes-list-type': 'atomic' }],
    ['+mapType=atomic', map, { 'x-kubernetes-map-type': 'atomic' }],
    ['+structType=granular', map, { 'x-kubernetes-map-type': 'granular' }],
    ['+structType=atomic', {}, { 'x-kubernetes-map-type': 'atomic' }],
  ])('%s', (line, schema, added) => {
    expect(apply([line], schema)).toEqual({ ...schema, ...added });
  });
});

describe('applies markers in a fixed order', () => {
  test.each<[why: string, lines: string[], schema: JsonSchemaProps, result: JsonSchemaProps]>([
    [
      'Type comes before what depends on it',
      [`${v}MaxLength=3`, `${v}Type=string`],
      {},
      { type: 'string', maxLength: 3 },
    ],
    [
      'XIntOrString comes before Pattern',
      [`${v}Pattern=a`, `${v}XIntOrString`],
      {},
      { 'x-kubernetes-int-or-string': true, pattern: 'a' },
    ],
    [
      'listType comes before listMapKey, whose keys keep their order',
      ['+listMapKey=b', '+k8s:listMapKey=a', '+listType=map'],
      list,
      { ...list, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['b', 'a'] },
    ],
    [
      'kubebuilder:default wins over default',
      ['+kubebuilder:default=a', '+default="b"'],
      text,
      { ...text, default: 'a' },
    ],
    [
      'Type comes before default={}',
      ['+kubebuilder:default={}', `${v}Type=array`],
      text,
      { type: 'array', default: [] },
    ],
    [
      'rules of one priority keep the order of the source',
      [`${v}XValidation:rule="a"`, '+k8s:immutable', `${v}XValidation:rule="b"`],
      text,
      {
        ...text,
        'x-kubernetes-validations': [
          { rule: 'a' },
          { rule: 'self == oldSelf', message: 'field is immutable' },
          { rule: 'b' },
        ],
      },
    ],
    [
      'markers for elements come last',
      [`${v}items:MaxLength=3`, `${v}items:Type=string`, `${v}Type=array`],
      { items: {} },
      { type: 'array', items: { type: 'string', maxLength: 3 } },
    ],
  ])('%s', (_, lines, schema, result) => {
    expect(apply(lines, schema)).toEqual(result);
  });

  test('writes AtMostOneOf, ExactlyOneOf and AtLeastOneOf after XValidation, in this order', () => {
    const schema: JsonSchemaProps = { type: 'object', properties: { a: text, b: text, 'c-d': text } };
    const lines = [
      `${v}AtLeastOneOf=a;c-d`,
      `${v}ExactlyOneOf=a;b`,
      `${v}AtMostOneOf={b, a}`,
      `${v}AtMostOneOf=a;b`,
      `${v}XValidation:rule="x"`,
    ];
    expect(apply(lines, schema, { on: 'type' })).toEqual({
      ...schema,
      'x-kubernetes-validations': [
        { rule: 'x' },
        {
          rule: '(has(self.b)?1:0)+(has(self.a)?1:0) <= 1',
          message: 'at most one of the fields in [b a] may be set',
        },
        {
          rule: '(has(self.a)?1:0)+(has(self.b)?1:0) <= 1',
          message: 'at most one of the fields in [a b] may be set',
        },
        {
          rule: '(has(self.a)?1:0)+(has(self.b)?1:0) == 1',
          message: 'exactly one of the fields in [a b] must be set',
        },
        {
          rule: 'has(self.a)||has(self.c__dash__d)',
          message: 'at least one of the fields in [a c-d] must be set',
        },
      ],
    });
  });
});

describe('reports markers that do not fit', () => {
  test.each<[line: string, schema: JsonSchemaProps, problem: string]>([
    [`${v}Maximum=1`, text, 'it needs a number, and this is text'],
    [`${v}Maximum=1.5`, integer, '1.5 is not a whole number, and this is one'],
    [`${v}Minimum=1.5`, integer, '1.5 is not a whole number, and this is one'],
    [`${v}MultipleOf=0.5`, integer, '0.5 is not a whole number, and this is one'],
    [`${v}ExclusiveMaximum=true`, boolean, 'it needs a number, and this is true or false'],
    [`${v}MaxLength=1`, integer, 'it needs text, and this is a whole number'],
    [`${v}MinLength=1`, {}, 'it needs text, and this is a value of no one type'],
    [`${v}MaxLength=-1`, text, '-1 is less than 0'],
    [`${v}Pattern=a`, list, 'it needs text, and this is a list'],
    [`${v}MaxItems=1`, map, 'it needs a list, and this is an object'],
    [`${v}UniqueItems=false`, text, 'it needs a list, and this is text'],
    [`${v}MaxProperties=1`, list, 'it needs an object, and this is a list'],
    [`${v}Enum=1;2`, text, '1 is not text: put it in double quotes'],
    [`${v}Enum=a;b`, integer, '"a" is not a whole number'],
    [`${v}Enum=a;c`, { ...text, enum: ['a', 'b'] }, '"c" is none of the values of the type'],
    [`${v}items:MaxLength=1`, text, 'it needs a list, and this is text'],
    [`${v}items:Maximum=1`, list, 'it needs a number, and this is text'],
    ['+listType=set', text, 'it needs a list, and this is text'],
    ['+listMapKey=a', list, 'it needs a list with +listType=map'],
    ['+mapType=atomic', list, 'it needs a map, and this is a list'],
    ['+structType=atomic', text, 'it needs an object, and this is text'],
  ])('%s', (line, schema, problem) => {
    expect(apply([line], schema)).toEqual([`${/^[^=]*/.exec(line)?.[0]} does not fit: ${problem}`]);
  });

  const object: JsonSchemaProps = {
    allOf: [{ type: 'object', properties: { inherited: text }, required: ['inherited'] }],
    type: 'object',
    properties: { alpha: text, $x: text },
  };
  test.each<[line: string, schema: JsonSchemaProps, problem: string]>([
    [`${v}AtMostOneOf=alpha;alpah`, object, 'the type has no field alpah; did you mean alpha?'],
    [`${v}AtMostOneOf=zz`, object, 'the type has no field zz'],
    [
      `${v}ExactlyOneOf=inherited`,
      object,
      'the field inherited is required, so that it is always set: make it optional',
    ],
    [`${v}AtLeastOneOf=$x`, object, 'a CEL rule cannot name the field "$x"'],
    [`${v}AtLeastOneOf=a`, list, 'it needs an object, and this is a list'],
    ['+k8s:enum', text, "it needs a closed set of values: write a union such as 'A' | 'B', or an enum"],
    ['+k8s:enum', { type: 'integer', enum: [2, 1] }, 'it needs an enum of texts'],
  ])('%s on a type', (line, schema, problem) => {
    expect(apply([line], schema, { on: 'type' })).toEqual([`${/^[^=]*/.exec(line)?.[0]} does not fit: ${problem}`]);
  });

  test.each<[line: string, message: string]>([
    [`${v}AtMostOneOf=a;b.c`, `${v}AtMostOneOf: it names fields of the type itself, and "b.c" is farther down`],
    [`${v}AtMostOneOf=a;a`, `${v}AtMostOneOf: the field a is there twice`],
  ])('reports %s on any type', (line, message) => {
    expect(apply([line], object, { on: 'type' })).toEqual([message]);
  });

  test.each<[line: string, message: string]>([
    [`${v}Pattern=(?=a)`, `${v}Pattern: the API server's regular expressions have no lookahead or lookbehind: (?=`],
    [`${v}UniqueItems=true`, `${v}UniqueItems: the API server refuses it in CRDs: write +listType=set`],
    [
      `${v}Type=text`,
      `${v}Type: "text" is not a type: expected one of array, boolean, integer, number, object, string`,
    ],
    [`${v}XValidation:rule=" "`, `${v}XValidation: the rule is empty`],
    [
      `${v}XValidation:rule="a",reason=Because`,
      `${v}XValidation: "Because" is not a reason: expected one of FieldValueInvalid, FieldValueForbidden, FieldValueRequired, FieldValueDuplicate`,
    ],
    ['+listType=sorted', '+listType: a list is of the type map, set or atomic'],
    ['+mapType=set', '+mapType: a map is of the type granular or atomic'],
    ['+kubebuilder:title=1', '+kubebuilder:title: the title is text: put it in double quotes'],
    [
      '+kubebuilder:externalDocs:url="a b"',
      '+kubebuilder:externalDocs: "a b" is not a URL: expected something like https://example.com/docs',
    ],
  ])('reports a value that is not allowed: %s', (line, message) => {
    expect(apply([line], text)).toEqual([message]);
  });
});

describe('on a declared type', () => {
  const declared: JsonSchemaProps = { type: 'string', enum: ['a', 'b'] };

  test("reports markers that the type's own values would override", () => {
    const problem =
      'the declared type has its own values, which win: put the marker on the declaration, or use another type';
    expect(apply([`${v}Enum=a`], text, { target: declared })).toEqual([`${v}Enum does not fit: ${problem}`]);
    expect(apply([`${v}Enum=b;a`], text, { target: declared })).toEqual({ ...text, enum: ['b', 'a'] });
  });

  test("reports k8s:enum where the type's declaration has the values", () => {
    const problem = 'the values are those of another declaration: put the marker there';
    expect(apply(['+k8s:enum'], text, { on: 'type', target: declared })).toEqual([
      `+k8s:enum does not fit: ${problem}`,
    ]);
  });

  test('reports a marker for elements of a list that is declared elsewhere', () => {
    const problem = 'the list is declared elsewhere: put the marker on its declaration';
    expect(apply([`${v}items:MaxLength=1`], { type: 'array' }, { target: list })).toEqual([
      `${v}items:MaxLength does not fit: ${problem}`,
    ]);
  });

  test('changes the part beside a reference to the declared type of elements', () => {
    const items: JsonSchemaProps = { allOf: [declared, {}], description: 'd' };
    expect(apply([`${v}items:MaxLength=1`], { type: 'array', items })).toEqual({
      type: 'array',
      items: { allOf: [declared, { maxLength: 1 }], description: 'd' },
    });
  });

  test('an element has the type that is declared, and states nothing of it again', () => {
    const ofElements = (target: JsonSchemaProps): JsonSchemaProps => ({
      type: 'array',
      items: { allOf: [target, {}] },
    });
    expect(apply([`${v}items:MaxLength=1`], ofElements(integer))).toEqual([
      `${v}items:MaxLength does not fit: it needs text, and this is a whole number`,
    ]);
    expect(apply([`${v}items:XIntOrString`, `${v}items:MaxLength=1`], ofElements(either))).toEqual({
      type: 'array',
      items: { allOf: [either, { maxLength: 1 }] },
    });
  });
});

test('sorts k8s:enum by the bytes of the JSON', () => {
  const schema: JsonSchemaProps = { type: 'string', enum: ['b', 'ab', 'Z', 'a', 'é', '*', '<'] };
  // In JSON as Go writes it, < is an escape sequence, which sorts after capital letters.
  expect(apply(['+k8s:enum'], schema, { on: 'type' })).toEqual({
    type: 'string',
    enum: ['*', 'Z', '<', 'a', 'ab', 'b', 'é'],
  });
});

test('does not change shared schemas', () => {
  const rules = [{ rule: 'a' }];
  const schema = Object.freeze({
    ...list,
    items: Object.freeze({ ...text }),
    'x-kubernetes-validations': Object.freeze(rules),
  });
  const lines = [`${v}items:MaxLength=1`, `${v}XValidation:rule="b"`, `${v}items:XValidation:rule="c"`];
  expect(apply(lines, schema as unknown as JsonSchemaProps)).toEqual({
    type: 'array',
    items: { type: 'string', maxLength: 1, 'x-kubernetes-validations': [{ rule: 'c' }] },
    'x-kubernetes-validations': [{ rule: 'a' }, { rule: 'b' }],
  });
});
