import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import { openApiSchemaOf } from '@kb/kubernetes/data';
import { describe, expect, test } from 'vitest';
import { definitionOf, list, map, nameAt, object, planOne, text, typesOf } from '../test-support/definitions.ts';
import type { PlannedType } from '../../type-plan.ts';

const int32: JsonSchemaProps = { type: 'integer', format: 'int32' };

/** The recognised type in a field of a spec. */
function typeOfField(field: string, schema: JsonSchemaProps): PlannedType | undefined {
  const folder = planOne(definitionOf('Shop', { spec: object({ [field]: schema }) }));
  const use = folder.useOf(schema.items ?? schema);
  return use?.kind === 'declared' ? use.type : undefined;
}

/** A schema without these properties, or with others. */
function changed(
  schema: JsonSchemaProps,
  without: readonly string[],
  more: JsonSchemaProps['properties'] = {},
): JsonSchemaProps {
  const kept = Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name));
  const required = schema.required?.filter((name) => !without.includes(name));
  return { ...schema, properties: { ...Object.fromEntries(kept), ...more }, ...(required && { required }) };
}

const condition = openApiSchemaOf('meta/v1.Condition');
const podSpec = openApiSchemaOf('core/v1.PodSpec');

describe('copies of types of Kubernetes have their names', () => {
  test.each<[string, string, JsonSchemaProps, string]>([
    ['a condition', 'conditions', list(condition), 'Condition'],
    ['an older condition', 'conditions', list(changed(condition, ['observedGeneration'])), 'Condition'],
    ['a pod of another version', 'spec', changed(podSpec, ['hostUsers', 'os'], { newField: text }), 'PodSpec'],
    ['wherever it stands', 'workers', changed(podSpec, ['hostUsers', 'os']), 'PodSpec'],
    ['a toleration', 'others', list(openApiSchemaOf('core/v1.Toleration')), 'Toleration'],
    ['a selector of labels', 'chosen', openApiSchemaOf('meta/v1.LabelSelector'), 'LabelSelector'],
    [
      'a reference to a name, which its schema tells',
      'other',
      openApiSchemaOf('core/v1.LocalObjectReference'),
      'LocalObjectReference',
    ],
    ['a key of a secret', 'secretKeyRef', object({ key: text, name: text }), 'SecretKeySelector'],
    [
      'a key of a secret, by a word of its field',
      'tokenSecretRef',
      object({ key: text, name: text }),
      'SecretKeySelector',
    ],
    [
      'a key of a config map',
      'configMapKeyRef',
      object({ key: text, name: text, optional: { type: 'boolean' } }),
      'ConfigMapKeySelector',
    ],
    [
      'resources without claims',
      'resources',
      object({ limits: map(text), requests: map(text) }),
      'ResourceRequirements',
    ],
    [
      'part of a security context of a pod',
      'securityContext',
      object({
        fsGroup: { type: 'integer' },
        runAsUser: { type: 'integer' },
        runAsGroup: { type: 'integer' },
        supplementalGroups: list({ type: 'integer' }),
        sysctls: list(object({ name: text, value: text })),
        fsGroupChangePolicy: text,
        runAsNonRoot: { type: 'boolean' },
      }),
      'PodSecurityContext',
    ],
  ])('%s', (_, field, schema, want) => {
    expect(typeOfField(field, schema)?.name).toBe(want);
  });

  test('so have the types inside them', () => {
    const schema = changed(podSpec, ['hostUsers', 'os'], { newField: text });
    const folder = planOne(
      definitionOf('Shop', { spec: object({ template: object({ metadata: { type: 'object' }, spec: schema }) }) }),
    );
    const names = typesOf(folder).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'PodTemplateSpec',
        'PodSpec',
        'Container',
        'EnvVar',
        'EnvVarSource',
        'Probe',
        'Volume',
        'Affinity',
        'KeySelector',
      ]),
    );
    expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
  });
});

describe('coincidences keep their own names', () => {
  test.each<[string, string, JsonSchemaProps, string]>([
    ['a name', 'owner', object({ name: text }), 'Owner'],
    ['a name and a value', 'setting', object({ name: text, value: text }), 'ShopSetting'],
    ['a name and a namespace', 'place', object({ name: text, namespace: text }), 'Place'],
    ['a key and a name', 'lock', object({ key: text, name: text }), 'Lock'],
    [
      'another thing with a template',
      'shelf',
      object({ metadata: { type: 'object' }, spec: object({ boards: int32 }) }),
      'Shelf',
    ],
    [
      'a template of something else',
      'template',
      object({ metadata: { type: 'object' }, spec: object({ boards: int32 }) }),
      'ShopTemplate',
    ],
    ['conditions of its own', 'conditions', list(object({ active: text, type: text })), 'Condition'],
  ])('%s', (_, field, schema, want) => {
    expect(typeOfField(field, schema)?.name).toBe(want);
  });

  test('a status with only conditions is not the status of another kind', () => {
    const status = object({ conditions: list(condition) });
    expect(nameAt(planOne(definitionOf('Shop', { spec: object({ a: text }), status })), status)).toBe('ShopStatus');
  });
});

describe('a copy of the same structure', () => {
  test('extends the type of Kubernetes, under a name of its own', () => {
    expect(typeOfField('conditions', list(condition))?.parent).toEqual({
      to: { name: 'Condition', module: '@kb/apimachinery', as: 'MetaCondition' },
      withQuantities: false,
      inherited: new Set(),
    });
    expect(typeOfField('chosen', openApiSchemaOf('meta/v1.LabelSelector'))?.parent).toMatchObject({
      to: { name: 'LabelSelector', module: '@kb/kubernetes/meta/v1', as: 'MetaLabelSelector' },
    });
  });

  test('accepts numbers as quantities', () => {
    const type = typeOfField('field', list(openApiSchemaOf('core/v1.ResourceRequirements')));
    expect(type?.parent).toMatchObject({ to: { name: 'ResourceRequirements' }, withQuantities: true });
  });

  test.each<[string, JsonSchemaProps]>([
    ['has another structure', changed(condition, ['observedGeneration'])],
    ['has metadata without fields, as objects of Kubernetes have not', openApiSchemaOf('core/v1.PodTemplateSpec')],
    [
      'has a quantity in a field that is text elsewhere',
      changed(openApiSchemaOf('autoscaling/v2.MetricTarget'), [], {}),
    ],
    ['may leave out its kind, as objects of Kubernetes may not', openApiSchemaOf('core/v1.ConfigMap')],
    ['keeps any value', openApiSchemaOf('resource/v1.OpaqueDeviceConfiguration')],
  ])('extends nothing if it %s', (_, schema) => {
    const type = typeOfField('field', list(schema));
    expect(type).toBeDefined();
    expect(type?.parent).toBeUndefined();
  });

  test('two of one structure that several Kubernetes types have get the common part of their names', () => {
    const source = (name: string): JsonSchemaProps => openApiSchemaOf(`core/v1.${name}`);
    const schema = source('EnvFromSource');
    expect(source('ConfigMapEnvSource').properties).toEqual(source('SecretEnvSource').properties);
    const folder = planOne(definitionOf('Shop', { spec: object({ envFrom: list(schema) }) }));
    expect(typesOf(folder).map(({ name }) => name)).toEqual(['Shop', 'ShopSpec', 'EnvFromSource', 'EnvSource']);
  });
});

describe('sets of values', () => {
  test("have Kubernetes' names for them in the same fields", () => {
    const policy = (): JsonSchemaProps => ({ type: 'string', enum: ['Always', 'Never', 'IfNotPresent'] });
    const [one, two] = [policy(), policy()];
    const spec = object({
      first: object({ imagePullPolicy: one }),
      second: object({ imagePullPolicy: two, more: text }),
    });
    const folder = planOne(definitionOf('Shop', { spec }));
    expect(nameAt(folder, one)).toBe('PullPolicy');
    expect(folder.useOf(two)).toEqual(folder.useOf(one));
  });
});
