import { describe, expect, test } from 'vitest';
import { RefusedTypeError } from './go-schema.ts';
import { openApiSchemaOf } from './open-api-schema.ts';

const quantity = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  'x-kubernetes-int-or-string': true,
};

describe('openApiSchemaOf', () => {
  test.each([
    ['resource.Quantity', quantity],
    ['intstr.IntOrString', { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }],
    ['meta/v1.Time', { type: 'string', format: 'date-time' }],
    ['meta/v1.Duration', { type: 'string' }],
    ['meta/v1.ObjectMeta', { type: 'object' }],
    ['runtime.RawExtension', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
    ['apiextensions/v1.JSON', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['core/v1.PullPolicy', { type: 'string' }],
    ['core/v1.ResourceList', { type: 'object', additionalProperties: quantity }],
  ])('gives %s its known schema', (name, want) => {
    expect(openApiSchemaOf(name)).toEqual(want);
  });

  test('merges embedded structs, resolves references and keeps markers', () => {
    expect(openApiSchemaOf('core/v1.ConfigMapKeySelector')).toEqual({
      type: 'object',
      properties: { name: { type: 'string', default: '' }, key: { type: 'string' }, optional: { type: 'boolean' } },
      required: ['key'],
      'x-kubernetes-map-type': 'atomic',
    });
    expect(openApiSchemaOf('core/v1.ResourceRequirements')).toMatchObject({
      properties: {
        claims: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', required: ['name'] },
        },
        limits: { type: 'object', additionalProperties: quantity },
      },
    });
  });

  test('gives embedded metadata only when asked', () => {
    const metadata = (options?: { generateEmbeddedObjectMeta: boolean }) =>
      openApiSchemaOf('core/v1.PodTemplateSpec', options).properties?.['metadata'];
    expect(metadata()).toEqual({ type: 'object' });
    expect(Object.keys(metadata({ generateEmbeddedObjectMeta: true })?.properties ?? {})).toEqual([
      'name',
      'namespace',
      'annotations',
      'labels',
      'finalizers',
    ]);
  });

  test('refuses what controller-gen refuses', () => {
    expect(() => openApiSchemaOf('meta/v1.TableRow')).toThrow(RefusedTypeError);
    expect(() => openApiSchemaOf('apiextensions/v1.JSONSchemaProps')).toThrow(RefusedTypeError);
    // Once more: a partial result must not be kept.
    expect(() => openApiSchemaOf('apiextensions/v1.JSONSchemaProps')).toThrow(RefusedTypeError);
  });

  test('says when there is no such type', () => {
    expect(() => openApiSchemaOf('core/v1.Nothing')).toThrow('the data file has no type "core/v1.Nothing"');
  });
});
