import { describe, expect, test } from 'vitest';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { kinds } from '../data/kinds.ts';
import { serverSchemaOf } from './server-schema.ts';

/** The schema at a path of properties; `[]` goes into the elements of a list. */
function at(typeName: string, path: string): JsonSchemaProps {
  let schema: JsonSchemaProps | undefined = serverSchemaOf(typeName);
  for (const step of path.split('.').filter((each) => each !== '')) {
    schema = step === '[]' ? schema?.items : schema?.properties?.[step];
  }
  if (!schema) throw new Error(`${typeName} has no ${path}`);
  return schema;
}

describe('list types and merge keys', () => {
  const list = (type: string, mapKeys?: string[], strategy?: string, mergeKey?: string): JsonSchemaProps =>
    JSON.parse(
      JSON.stringify({
        'x-kubernetes-list-type': type,
        'x-kubernetes-list-map-keys': mapKeys,
        'x-kubernetes-patch-strategy': strategy,
        'x-kubernetes-patch-merge-key': mergeKey,
      }),
    );
  const table: [typeName: string, path: string, want: JsonSchemaProps][] = [
    ['meta/v1.ObjectMeta', 'finalizers', list('set', undefined, 'merge')],
    ['meta/v1.ObjectMeta', 'ownerReferences', list('map', ['uid'], 'merge', 'uid')],
    ['meta/v1.ObjectMeta', 'managedFields', list('atomic')],
    ['core/v1.PodSpec', 'containers', list('map', ['name'], 'merge', 'name')],
    ['core/v1.PodSpec', 'volumes', list('map', ['name'], 'merge,retainKeys', 'name')],
    ['core/v1.PodSpec', 'tolerations', list('atomic')],
    [
      'core/v1.PodSpec',
      'topologySpreadConstraints',
      list('map', ['topologyKey', 'whenUnsatisfiable'], 'merge', 'topologyKey'),
    ],
    ['core/v1.Container', 'ports', list('map', ['containerPort', 'protocol'], 'merge', 'containerPort')],
    ['core/v1.PodStatus', 'hostIPs', list('atomic', undefined, 'merge', 'ip')],
    ['core/v1.ServiceSpec', 'ports', list('map', ['port', 'protocol'], 'merge', 'port')],
    ['batch/v1.JobStatus', 'conditions', list('atomic', undefined, 'merge', 'type')],
    ['admissionregistration/v1.ValidatingWebhookConfiguration', 'webhooks', list('map', ['name'], 'merge', 'name')],
    ['apps/v1.DeploymentSpec', 'strategy', { 'x-kubernetes-patch-strategy': 'retainKeys' }],
    [
      'policy/v1.PodDisruptionBudgetSpec',
      'selector',
      { 'x-kubernetes-patch-strategy': 'replace', 'x-kubernetes-map-type': 'atomic' },
    ],
    ['core/v1.PodSpec', 'nodeSelector', { 'x-kubernetes-map-type': 'atomic' }],
    ['core/v1.ServiceSpec', 'selector', { 'x-kubernetes-map-type': 'atomic' }],
    ['meta/v1.LabelSelector', '', { 'x-kubernetes-map-type': 'atomic' }],
    ['core/v1.LocalObjectReference', '', { 'x-kubernetes-map-type': 'atomic' }],
  ];

  test.each(table)('%s %s', (typeName, path, want) => {
    const schema = at(typeName, path);
    const found = Object.fromEntries(Object.entries(schema).filter(([key]) => key.startsWith('x-kubernetes-')));
    expect(found).toEqual(want);
  });
});

test('metadata is whole', () => {
  expect(at('apps/v1.Deployment', 'metadata.labels')).toEqual({
    type: 'object',
    additionalProperties: { type: 'string' },
  });
  expect(at('apps/v1.Deployment', 'metadata.managedFields.[].fieldsV1')).toMatchObject({
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
  });
  expect(at('apps/v1.Deployment', 'apiVersion')).toEqual({ type: 'string' });
});

test('formats tell apart what JSON does not', () => {
  expect(at('core/v1.Container', 'resources.limits').additionalProperties).toMatchObject({ format: 'quantity' });
  expect(at('core/v1.ServicePort', 'targetPort')).toMatchObject({ format: 'int-or-string' });
  expect(at('coordination/v1.LeaseSpec', 'renewTime')).toMatchObject({ type: 'string', format: 'micro-time' });
  expect(at('core/v1.Secret', 'data').additionalProperties).toEqual({ type: 'string', format: 'byte' });
  expect(at('core/v1.ServicePort', 'nodePort')).toEqual({ type: 'integer', format: 'int32' });
});

test('has defaults, and no rules that kube-apiserver does not read from types', () => {
  expect(at('core/v1.ServicePort', 'protocol')).toEqual({ type: 'string', default: 'TCP' });
  expect(at('core/v1.AzureDiskVolumeSource', 'cachingMode')).toEqual({ type: 'string', default: 'ReadWrite' });
  expect(at('meta/v1.Condition', 'reason')).toEqual({ type: 'string', default: '' });
  expect(serverSchemaOf('core/v1.PortStatus').required).toEqual(['port', 'protocol']);
});

test('a recursive type contains itself', () => {
  const schema = serverSchemaOf('apiextensions/v1.JSONSchemaProps');
  expect(schema.properties?.['properties']?.additionalProperties).toBe(schema);
  expect(schema.properties?.['not']).toBe(schema);
});

test('every kind has a schema', () => {
  for (const kind of kinds()) expect(serverSchemaOf(kind.type)).toMatchObject({ type: 'object' });
});
