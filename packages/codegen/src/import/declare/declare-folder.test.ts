import type { JsonSchemaProps } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { planTypes } from '../plan/plan-types.ts';
import { printFile } from '../print/print-file.ts';
import type { CustomResourceDefinition } from '../read/custom-resource-definition.ts';
import { declareFolder } from './declare-folder.ts';

function definition(root: JsonSchemaProps, kind = 'Widget'): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`;
  return {
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
  };
}

async function printed(root: JsonSchemaProps, kind?: string): Promise<string> {
  const [plan] = planTypes([definition(root, kind)]);
  if (plan === undefined) throw new Error('there is no plan');
  const folder = declareFolder(plan);
  const texts = await Promise.all(folder.files.map((file) => printFile(file, folder)));
  return texts.join('\n');
}

const meta: { [name: string]: JsonSchemaProps } = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

/**
 * What is declared for a field called `x` of an object, without imports, and without the object around it where it says
 * nothing more.
 */
async function declared(schema: JsonSchemaProps, of: JsonSchemaProps = {}): Promise<string> {
  const spec: JsonSchemaProps = { type: 'object', ...of, properties: { x: schema, ...of.properties } };
  const text = await printed({ type: 'object', properties: { ...meta, spec } });
  const types = text.slice(text.indexOf('\n}\n') + 3).trim();
  // What it is called is decided elsewhere.
  const named = types.replaceAll(/\b(?:WidgetX|WidgetItem|AOrB)\b/g, 'X');
  const inside = /^export interface WidgetSpec \{\n((?: {2}.*\n)*)\}(?:\n|$)/.exec(named);
  return inside === null
    ? named
    : `${(inside[1] ?? '').replaceAll(/^ {2}/gm, '')}${named.slice(inside[0].length)}`.trim();
}

const text: JsonSchemaProps = { type: 'string' };

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
    // For the API server null is none of the values of an enum.
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

describe('what is said of fields', () => {
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

const inner: JsonSchemaProps = { type: 'object', properties: { a: text, b: text } };

describe('objects', () => {
  test.each<[name: string, schema: JsonSchemaProps, declaration: string]>([
    ['are interfaces', { ...inner, required: ['a'] }, 'x?: X;\n\nexport interface X {\n  a: string;\n  b?: string;\n}'],
    [
      'keep the order of what is required, if it is not that of names',
      { ...inner, required: ['b', 'a'] },
      'x?: X;\n\n// +kb:schema={"required":["b","a"]}\nexport interface X {\n  a: string;\n  b: string;\n}',
    ],
    [
      'may lack a required field that has a default, which the API server fills in first',
      {
        type: 'object',
        properties: { a: { ...text, default: 'x' }, b: { ...text, nullable: true, default: null }, c: text },
        required: ['a', 'b', 'c'],
      },
      [
        'x?: X;',
        '',
        'export interface X {',
        '  // +required',
        '  // +kubebuilder:default=x',
        '  a?: string;',
        '  // +kb:schema={"default":null}',
        '  b: string | null;',
        '  c: string;',
        '}',
      ].join('\n'),
    ],
    [
      'that keep other fields are open',
      { ...inner, 'x-kubernetes-preserve-unknown-fields': true },
      'x?: X;\n\nexport interface X {\n  a?: string;\n  b?: string;\n  [key: string]: unknown;\n}',
    ],
    [
      'of which one of several fields has to be there are narrower than their fields',
      { ...inner, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
      [
        'x?: X;',
        '',
        '// +kb:schema={"oneOf":[{"required":["a"]},{"required":["b"]}]}',
        'export type X = Narrowed<{ a?: string; b?: string }, { a: unknown; b?: never } | { b: unknown; a?: never }>;',
      ].join('\n'),
    ],
    [
      'with the rules of markers about one of several fields have these markers',
      {
        ...inner,
        'x-kubernetes-validations': [
          { rule: 'has(self.a)', message: 'no' },
          {
            rule: '(has(self.a)?1:0)+(has(self.b)?1:0) <= 1',
            message: 'at most one of the fields in [a b] may be set',
          },
        ],
      },
      [
        'x?: X;',
        '',
        '// +kubebuilder:validation:XValidation:rule="has(self.a)",message="no"',
        '// +kubebuilder:validation:AtMostOneOf=a;b',
        'export interface X {\n  a?: string;\n  b?: string;\n}',
      ].join('\n'),
    ],
    [
      'of the API inside of others have what every object has',
      { ...inner, 'x-kubernetes-embedded-resource': true, properties: { a: text, metadata: { type: 'object' } } },
      [
        'x?: X;',
        '',
        '// +kubebuilder:validation:XEmbeddedResource',
        'export type X = Narrowed<{ a?: string; metadata?: ObjectMetaInput }, { apiVersion: string; kind: string }>;',
      ].join('\n'),
    ],
    [
      'of the API inside of others have all fields of metadata, whichever are named',
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: {
          apiVersion: text,
          kind: { type: 'string', enum: ['Pod'] },
          metadata: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 5 } } },
        },
        required: ['kind'],
      },
      [
        'x?: X;',
        '',
        '// +kubebuilder:validation:XEmbeddedResource',
        'export type X = Narrowed<',
        '  {',
        '    apiVersion?: string;',
        "    kind: 'Pod';",
        '    // +kb:schema={"required":["name"],"properties":{"name":{"type":"string","maxLength":5}}}',
        '    metadata?: Narrowed<ObjectMetaInput, { name: unknown }>;',
        '  },',
        '  { apiVersion: string }',
        '>;',
      ].join('\n'),
    ],
    [
      'of the API inside of others may lack what is filled in',
      {
        type: 'object',
        'x-kubernetes-embedded-resource': true,
        properties: {
          apiVersion: { ...text, default: 'v1' },
          kind: { ...text, default: 'Pod' },
          metadata: { type: 'object', required: ['name'], properties: { name: { ...text, default: 'a' } } },
        },
        required: ['kind'],
      },
      [
        'x?: X;',
        '',
        '// +kubebuilder:validation:XEmbeddedResource',
        'export interface X {',
        '  // +kubebuilder:default=v1',
        '  apiVersion?: string;',
        '  // +required',
        '  // +kubebuilder:default=Pod',
        '  kind?: string;',
        '  // +kb:schema={"required":["name"],"properties":{"name":{"type":"string","default":"a"}}}',
        '  metadata?: ObjectMetaInput;',
        '}',
      ].join('\n'),
    ],
  ])('%s', async (_, schema, declaration) => {
    expect(await declared(schema)).toBe(declaration);
  });

  test('a field without a description takes away that of its type', async () => {
    const items = { ...inner, description: 'An inner one.' };
    const { description: _, ...bare } = items;
    expect(await declared({ type: 'array', items }, { properties: { y: bare, z: { ...bare, nullable: true } } })).toBe(
      [
        'x?: X[];',
        '// +kb:description=""',
        'y?: X;',
        '// +kb:description=""',
        'z?: X | null;',
        '',
        '/** An inner one. */',
        'export interface X {\n  a?: string;\n  b?: string;\n}',
      ].join('\n'),
    );
  });
});

describe('kinds', () => {
  const bare = { type: 'object', properties: meta };
  const usual = (text: string): string => text.slice(text.indexOf('// +kubebuilder:object:root')).trim();

  test.each<[name: string, root: JsonSchemaProps, declaration: string]>([
    [
      'say their own words of what every object has',
      { ...bare, properties: { ...meta, apiVersion: { type: 'string', description: 'A.' } }, required: ['metadata'] },
      [
        '// +kubebuilder:object:root=true',
        'export interface Widget extends KubernetesObject {',
        '  /** A. */',
        '  apiVersion: string;',
        '  kind: string;',
        '  // +required',
        '  metadata: ObjectMeta;',
        '}',
      ].join('\n'),
    ],
    [
      'say nothing of it where their schema does not',
      { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      [
        '// +kubebuilder:object:root=true',
        '// +kb:withoutTypeMeta',
        'export interface Widget extends KubernetesObject {',
        '  [key: string]: unknown;',
        '}',
      ].join('\n'),
    ],
    [
      'may lack a spec that has a default',
      {
        type: 'object',
        properties: { ...meta, spec: { type: 'object', additionalProperties: text, default: {} } },
        required: ['spec'],
      },
      [
        '// +kubebuilder:object:root=true',
        'export interface Widget extends KubernetesObject {',
        '  apiVersion: string;',
        '  kind: string;',
        '  // +required',
        '  // +default={}',
        '  spec?: Record<string, string>;',
        '}',
      ].join('\n'),
    ],
    [
      'have rules for their names',
      {
        ...bare,
        properties: {
          ...meta,
          kind: { type: 'string', enum: ['Widget'] },
          metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 9 } } },
        },
      },
      [
        '// +kubebuilder:object:root=true',
        'export interface Widget extends KubernetesObject {',
        '  apiVersion: string;',
        "  kind: 'Widget';",
        '  // +kb:schema={"properties":{"name":{"type":"string","maxLength":9}}}',
        '  metadata: ObjectMeta;',
        '}',
      ].join('\n'),
    ],
  ])('%s', async (_, root, declaration) => {
    expect(usual(await printed(root))).toBe(declaration);
  });

  test('may have the names of other types', async () => {
    const times = { type: 'object', properties: { a: { type: 'string', format: 'date-time' } } };
    const source = await printed({ type: 'object', properties: { ...meta, spec: times } }, 'Time');
    expect(source).toContain('Time as KubernetesTime');
    expect(source).toContain('a?: KubernetesTime;');
    const record = { type: 'object', properties: { a: { type: 'object', additionalProperties: text } } };
    expect(await printed({ type: 'object', properties: { ...meta, spec: record } }, 'Record')).toContain(
      'a?: { [key: string]: string };',
    );
  });

  test('the folder allows floating point numbers where there are some', async () => {
    expect(await printed({ ...bare, properties: { ...meta, a: { type: 'number' } } })).toContain(
      '// +kb:allowDangerousTypes\n',
    );
    expect(await printed(bare)).not.toContain('allowDangerousTypes');
  });
});
