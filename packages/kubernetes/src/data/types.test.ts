import { describe, expect, test } from 'vitest';
import type { TypeRef } from './type-data.ts';
import { packageNames, packageOf, typeNameOfClientNode, typeOf, typesOf } from './types.ts';

describe('typeOf', () => {
  test('gives a struct with its fields in Go order', () => {
    const type = typeOf('apps/v1.DeploymentStrategy');
    expect(type).toMatchObject({ name: 'apps/v1.DeploymentStrategy', localName: 'DeploymentStrategy', struct: true });
    expect(type?.fields.map(({ name }) => name)).toEqual(['type', 'rollingUpdate']);
  });

  test('distinguishes required from optional fields, and knows when Go omits a field', () => {
    const field = (type: string, name: string) => typeOf(type)?.fields.find((each) => each.name === name);
    expect(field('apps/v1.DeploymentSpec', 'selector')).toMatchObject({ required: true, omit: 'never' });
    expect(field('apps/v1.DeploymentSpec', 'replicas')).toMatchObject({ required: false, omit: 'empty' });
    expect(field('apps/v1.StatefulSetStatus', 'availableReplicas')).toMatchObject({ required: false, omit: 'never' });
    expect(field('meta/v1.ObjectMeta', 'creationTimestamp')).toMatchObject({ omit: 'zero' });
  });

  test('keeps merge keys, list types and defaults', () => {
    const ports = typeOf('core/v1.ServiceSpec')?.fields.find(({ name }) => name === 'ports');
    expect(ports).toMatchObject({
      patchStrategy: 'merge',
      patchMergeKey: 'port',
      schema: { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['port', 'protocol'] },
    });
    const protocol = typeOf('core/v1.ServicePort')?.fields.find(({ name }) => name === 'protocol');
    expect(protocol?.schema).toEqual({ default: 'TCP' });
  });

  test('distinguishes closed enumerations from open ones', () => {
    expect(typeOf('core/v1.PullPolicy')?.enum).toEqual(['Always', 'Never', 'IfNotPresent']);
    expect(typeOf('core/v1.PodConditionType')).not.toHaveProperty('enum');
    expect(typeOf('core/v1.PodConditionType')?.values).toContain('Ready');
  });

  test('knows what is deprecated, and what is behind a feature gate', () => {
    const field = (name: string) => typeOf('core/v1.PodSpec')?.fields.find((each) => each.name === name);
    expect(field('serviceAccount')?.deprecated).toBe(true);
    expect(field('serviceAccountName')?.deprecated).toBe(false);
    expect(
      typeOf('apps/v1.RollingUpdateStatefulSetStrategy')?.fields.find(({ name }) => name === 'maxUnavailable')
        ?.featureGate,
    ).toBe('MaxUnavailableStatefulSet');
  });

  test.each([
    'core/v1.Nothing',
    'nothing/v1.Pod',
    'Pod',
    '',
    '../../package.Pod',
    '__proto__.x',
    'core/v1.__proto__',
    'core/v1.constructor',
  ])('has nothing for %j', (name) => {
    expect(typeOf(name)).toBeUndefined();
  });
});

test('every referenced type exists', () => {
  const missing = new Set<string>();
  const check = (reference: TypeRef | undefined): void => {
    if (reference?.kind === 'named' && !typeOf(reference.name)) missing.add(reference.name);
    if (reference?.kind === 'list') check(reference.items);
    if (reference?.kind === 'map') check(reference.values);
    if (reference?.kind === 'map') check(reference.keys);
  };
  let types = 0;
  for (const name of packageNames()) {
    for (const type of typesOf(name)) {
      types++;
      check(type.type);
      for (const { type: reference } of [...type.fields, ...type.inline]) check(reference);
    }
  }
  expect([...missing]).toEqual([]);
  expect(types).toBeGreaterThan(1000);
});

test('packages have their group', () => {
  expect(packageOf('core/v1')).toEqual({ name: 'core/v1', goPackage: 'k8s.io/api/core/v1', group: '', version: 'v1' });
  expect(packageOf('rbac/v1')?.group).toBe('rbac.authorization.k8s.io');
  expect(packageOf('resource')).not.toHaveProperty('group');
  expect(() => typesOf('nothing/v1')).toThrow(RangeError);
});

test.each([
  ['V1PodTemplateSpec', 'core/v1.PodTemplateSpec'],
  ['V1Condition', 'meta/v1.Condition'],
  ['CoreV1Event', 'core/v1.Event'],
  ['EventsV1Event', 'events/v1.Event'],
  ['RbacV1Subject', 'rbac/v1.Subject'],
  ['V2MetricSpec', 'autoscaling/v2.MetricSpec'],
  ['V1JSONSchemaProps', 'apiextensions/v1.JSONSchemaProps'],
  ['V9Nothing', undefined],
])('the class %s is %s', (className, typeName) => {
  expect(typeNameOfClientNode(className)).toBe(typeName);
});
