import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { describe, expect, test } from 'vitest';
import { declared, text } from './test-support/declared.ts';

describe('types of fields', () => {
  test.each<[schema: JsonSchemaProps, declaration: string]>([
    [{ type: 'string' }, 'x?: string;'],
    [{ type: 'boolean' }, 'x?: boolean;'],
    [{ type: 'integer' }, 'x?: int;'],
    [{ type: 'integer', format: 'int32' }, 'x?: int32;'],
    [{ type: 'integer', format: 'int64' }, 'x?: int64;'],
    [{ type: 'integer', format: 'uint8' }, '// +kubebuilder:validation:Format=uint8\nx?: int;'],
    [{ type: 'number' }, 'x?: float64;'],
    [{ type: 'number', format: 'double' }, '// +kubebuilder:validation:Format=double\nx?: float64;'],
    [{ type: 'string', format: 'byte' }, 'x?: Bytes;'],
    [{ type: 'string', format: 'date-time' }, 'x?: Time;'],
    [{ type: 'string', format: 'ipv4' }, '// +kubebuilder:validation:Format=ipv4\nx?: string;'],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, 'x?: IntOrString;'],
    [{ 'x-kubernetes-int-or-string': true }, '// +kb:schema={"anyOf":null}\nx?: IntOrString;'],
    [
      { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }], pattern: '^a$' },
      '// +kubebuilder:validation:Pattern=`^a$`\nx?: IntOrString;',
    ],
    [{ type: 'string', enum: ['A', 'b c'] }, "x?: 'A' | 'b c';"],
    [{ type: 'integer', enum: [1, 2] }, 'x?: 1 | 2;'],
    [{ type: 'integer', format: 'int32', enum: [1] }, '// +kubebuilder:validation:Format=int32\nx?: 1;'],
    [{ type: 'number', enum: [1, 2] }, '// +kubebuilder:validation:Type=number\nx?: 1 | 2;'],
    [{ type: 'number', enum: [0.5] }, 'x?: 0.5;'],
    [{ type: 'boolean', enum: [true] }, 'x?: true;'],
    [{ type: 'boolean', enum: [true, false] }, '// +kubebuilder:validation:Enum=true;false\nx?: boolean;'],
    [{ type: 'string', enum: ['A', 'A'] }, "// +kubebuilder:validation:Enum=A;A\nx?: 'A';"],
    [{ type: 'string', enum: ['A', 1] }, '// +kb:schema={"enum":["A",1]}\nx?: string;'],
    [{ type: 'string', nullable: true }, 'x?: string | null;'],
    // The API server does not count null among the values of an enum.
    [{ type: 'string', nullable: true, enum: ['A'] }, "// +nullable\nx?: 'A';"],
    [
      { type: 'string', nullable: true, enum: ['A', null] },
      '// +nullable\n// +kb:schema={"enum":["A",null]}\nx?: \'A\';',
    ],
    [{ type: 'string', nullable: true, anyOf: [{ enum: ['A', 'B'] }] }, "x?: 'A' | 'B' | null;"],
    [{ type: 'array', items: text }, 'x?: string[];'],
    [{ type: 'array', items: { type: 'string', nullable: true } }, 'x?: (string | null)[];'],
    [{ type: 'array', items: { type: 'array', items: { type: 'integer' } } }, 'x?: int[][];'],
    [{ type: 'array' }, '// +kb:schema={"items":null}\nx?: unknown[];'],
    [{ type: 'object', additionalProperties: text }, 'x?: Record<string, string>;'],
    [
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', nullable: true } } },
      'x?: Record<string, (string | null)[]>;',
    ],
    [{ type: 'object' }, 'x?: Record<string, never>;'],
    [{ type: 'object', properties: {} }, '// +kb:schema={"properties":{}}\nx?: Record<string, never>;'],
    [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, 'x?: Record<string, unknown>;'],
    [
      { type: 'object', additionalProperties: true },
      '// +kb:schema={"additionalProperties":true,"x-kubernetes-preserve-unknown-fields":null}\nx?: Record<string, unknown>;',
    ],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, 'x?: unknown;'],
    [{ 'x-kubernetes-preserve-unknown-fields': true, nullable: true }, '// +nullable\nx?: unknown;'],
    [{}, '// +kubebuilder:validation:Schemaless\nx?: unknown;'],
    [
      { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      '// +kubebuilder:validation:EmbeddedResource\nx?: Narrowed<RawExtension, { apiVersion: string; kind: string; metadata?: ObjectMetaInput }>;',
    ],
  ])('%j', async (schema, declaration) => {
    expect(await declared(schema)).toBe(declaration);
  });
});

describe('markers of fields', () => {
  test.each<[schema: JsonSchemaProps, declaration: string]>([
    [{ ...text, description: 'Its name.' }, '/** Its name. */\nx?: string;'],
    [
      { ...text, description: 'Its\n name. ' },
      '/**\n * Its\n *  name.\n */\n// +kb:description="Its\\n name. "\nx?: string;',
    ],
    [{ ...text, description: '' }, '// +kb:schema={"description":""}\nx?: string;'],
    [
      { ...text, default: '', minLength: 0, maxLength: 9, pattern: '^a*$' },
      [
        '// +kubebuilder:validation:MinLength=0',
        '// +kubebuilder:validation:MaxLength=9',
        '// +kubebuilder:validation:Pattern=`^a*$`',
        '// +kubebuilder:default=""',
        'x?: string;',
      ].join('\n'),
    ],
    [
      { type: 'integer', minimum: -1, exclusiveMinimum: true, maximum: 5, multipleOf: 2, default: 3 },
      [
        '// +kubebuilder:validation:Minimum=-1',
        '// +kubebuilder:validation:ExclusiveMinimum=true',
        '// +kubebuilder:validation:Maximum=5',
        '// +kubebuilder:validation:MultipleOf=2',
        '// +kubebuilder:default=3',
        'x?: int;',
      ].join('\n'),
    ],
    [{ type: 'integer', minimum: 0.5 }, '// +kb:schema={"minimum":0.5}\nx?: int;'],
    [{ type: 'integer', minimum: 2, maximum: 1 }, '// +kb:schema={"minimum":2,"maximum":1}\nx?: int;'],
    [{ type: 'integer', exclusiveMaximum: false }, '// +kb:schema={"exclusiveMaximum":false}\nx?: int;'],
    [{ ...text, pattern: '(' }, '// +kb:schema={"pattern":"("}\nx?: string;'],
    [{ type: 'array', items: text, default: ['a'] }, '// +default=["a"]\nx?: string[];'],
    [
      { type: 'object', default: { a: null }, additionalProperties: text },
      '// +default={"a":null}\nx?: Record<string, string>;',
    ],
    [
      {
        type: 'array',
        items: { type: 'string', minLength: 1, enum: ['a', 'b'] },
        maxItems: 3,
        'x-kubernetes-list-type': 'set',
      },
      "// +listType=set\n// +kubebuilder:validation:MaxItems=3\n// +kubebuilder:validation:items:MinLength=1\nx?: ('a' | 'b')[];",
    ],
    [
      { type: 'array', items: { type: 'array', items: { type: 'string', minLength: 1 } } },
      'x?: X[][];\n\n// +kubebuilder:validation:MinLength=1\nexport type X = string;',
    ],
    [
      { type: 'object', additionalProperties: text, maxProperties: 2, 'x-kubernetes-map-type': 'atomic' },
      '// +mapType=atomic\n// +kubebuilder:validation:MaxProperties=2\nx?: Record<string, string>;',
    ],
    [
      {
        ...text,
        'x-kubernetes-validations': [
          { rule: 'self == oldSelf', message: 'it stays' },
          { rule: 'self != "a"', reason: 'FieldValueInvalid', fieldPath: '.a', optionalOldSelf: true },
        ],
      },
      [
        '// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="it stays"',
        '// +kubebuilder:validation:XValidation:rule=`self != "a"`,reason=FieldValueInvalid,fieldPath=.a,optionalOldSelf=true',
        'x?: string;',
      ].join('\n'),
    ],
    [
      { ...text, 'x-kubernetes-validations': [{ rule: '(self' }] },
      '// +kb:schema={"x-kubernetes-validations":[{"rule":"(self"}]}\nx?: string;',
    ],
    [
      { ...text, title: 'A title', example: 'a', externalDocs: { url: 'https://example.com/a', description: 'b' } },
      [
        '// +kubebuilder:title="A title"',
        '// +kubebuilder:externalDocs:url="https://example.com/a",description="b"',
        '// +kubebuilder:example=a',
        'x?: string;',
      ].join('\n'),
    ],
    [{ ...text, example: { a: 1 } }, '// +kb:schema={"example":{"a":1}}\nx?: string;'],
    [{ ...text, not: { enum: ['a'] } }, '// +kb:schema={"not":{"enum":["a"]}}\nx?: string;'],
  ])('%j', async (schema, declaration) => {
    expect(await declared(schema)).toBe(declaration);
  });
});
