import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { describe, expect, test } from 'vitest';
import { declared, meta, printed, text } from './test-support/declared.ts';

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

  test('a field without a description removes that of its type', async () => {
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

  test('can have the names of other types', async () => {
    const times = { type: 'object', properties: { a: { type: 'string', format: 'date-time' } } };
    const source = await printed({ type: 'object', properties: { ...meta, spec: times } }, 'Time');
    expect(source).toContain('Time as KubernetesTime');
    expect(source).toContain('a?: KubernetesTime;');
    const record = { type: 'object', properties: { a: { type: 'object', additionalProperties: text } } };
    expect(await printed({ type: 'object', properties: { ...meta, spec: record } }, 'Record')).toContain(
      'a?: { [key: string]: string };',
    );
  });

  test('the folder allows floating point numbers if there are any', async () => {
    expect(await printed({ ...bare, properties: { ...meta, a: { type: 'number' } } })).toContain(
      '// +kb:allowDangerousTypes\n',
    );
    expect(await printed(bare)).not.toContain('allowDangerousTypes');
  });
});
