import type { JsonObject } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { namesInDefinition, numberedNames } from './numbered-names.ts';

const known = new Set(['ipv4Address', 's3Buckets', 'http2', 'Route53', 'policies', 'p12-keys', '7', 'spec']);

test.each([
  { name: 'ShopSpec', numbered: false },
  { name: 'IPv4Address', numbered: false },
  { name: 'ShopIpv4AddressRange', numbered: false },
  { name: 'S3Bucket', numbered: false },
  { name: 'HTTP2Settings', numbered: false },
  { name: 'Route53Spec', numbered: false },
  { name: 'P12Key', numbered: false },
  { name: 'Spec2', numbered: true },
  { name: 'S3Bucket2', numbered: true },
  { name: 'Ipv4Address1', numbered: true },
  { name: 'Policy7', numbered: true },
])('$name is numbered: $numbered', ({ name, numbered }) => {
  expect(numberedNames([name], known)).toEqual(numbered ? [name] : []);
});

test('the names of a CRD are those of its kind and of its fields at every depth', () => {
  const properties = {
    spec: {
      type: 'object',
      properties: { v4Lists: { type: 'array', items: { type: 'object', properties: { x5: { type: 'string' } } } } },
      additionalProperties: { type: 'object', properties: { y6: { type: 'string', description: 'K8sNode, not k9.' } } },
    },
  };
  const definition: JsonObject = {
    spec: {
      group: 'example.com',
      names: { kind: 'Shop3', plural: 'shop3s' },
      versions: [{ name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties } } }],
    },
  };
  expect([...namesInDefinition(definition)].sort()).toEqual([
    'K8sNode',
    'Shop3',
    'shop3s',
    'spec',
    'v4Lists',
    'x5',
    'y6',
  ]);
});
