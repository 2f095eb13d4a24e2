import type { JsonValue } from '@kb/apimachinery';
import { describe, expect, test } from 'vitest';
import { namedGoType } from './compile-go-type.ts';
import { DecodeContext } from './decode-context.ts';

function decode(
  type: Parameters<typeof namedGoType>[0],
  value: JsonValue,
): { text: string; unknown: readonly string[] } {
  const context = new DecodeContext();
  return { text: JSON.stringify(namedGoType(type).decode(value, context)), unknown: context.unknownFields };
}

describe('Go types', () => {
  test.each<[string, Parameters<typeof namedGoType>[0], JsonValue, string]>([
    [
      'puts fields in Go order',
      'core/v1.ConfigMap',
      { data: { b: '2', a: '1' }, metadata: { name: 'x' }, kind: 'ConfigMap', apiVersion: 'v1' },
      '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"x"},"data":{"a":"1","b":"2"}}',
    ],
    [
      'writes structs that are empty',
      'apps/v1.DeploymentSpec',
      { replicas: 0 },
      '{"replicas":0,"selector":null,"template":{"metadata":{},"spec":{"containers":null}},"strategy":{}}',
    ],
    [
      'leaves out what is empty',
      'core/v1.Container',
      { name: 'c', args: [], env: null, image: '', stdin: false },
      '{"name":"c","resources":{}}',
    ],
    [
      'keeps pointers to zero',
      'core/v1.SecurityContext',
      { runAsUser: 0, privileged: false },
      '{"privileged":false,"runAsUser":0}',
    ],
    [
      'keeps pointers to empty structs',
      'core/v1.PodSpec',
      { containers: [], securityContext: {} },
      '{"containers":[],"securityContext":{}}',
    ],
    ['reads null as nothing', 'core/v1.Container', { name: null, resources: null }, '{"name":"","resources":{}}'],
    [
      'brings quantities into their form',
      'core/v1.ResourceRequirements',
      { limits: { cpu: '1000m', memory: '1024Mi', x: 0.25 } },
      '{"limits":{"cpu":"1","memory":"1Gi","x":"250m"}}',
    ],
    [
      'brings times into their form',
      'core/v1.EventSeries',
      { count: 1, lastObservedTime: '2026-01-02T03:04:05.123456+01:00' },
      '{"count":1,"lastObservedTime":"2026-01-02T02:04:05.123456Z"}',
    ],
    [
      'keeps raw JSON',
      'apps/v1.ControllerRevision',
      { data: { z: 1, a: [null] }, revision: 1 },
      '{"metadata":{},"data":{"z":1,"a":[null]},"revision":1}',
    ],
    [
      'sorts the keys of defaults',
      'apiextensions/v1.JSONSchemaProps',
      { default: [{ b: { z: 1, a: '' }, a: null }], enum: [{ b: 1, a: 2 }] },
      '{"default":[{"a":null,"b":{"a":"","z":1}}],"enum":[{"a":2,"b":1}]}',
    ],
    [
      'keeps integers of 64 bits',
      'core/v1.EventSeries',
      { count: 2147483647 },
      '{"count":2147483647,"lastObservedTime":null}',
    ],
  ])('%s', (_, type, value, wanted) => {
    const { text } = decode(type, value);
    expect(text).toBe(wanted);
    // Decoding the result again changes nothing.
    expect(decode(type, JSON.parse(text)).text).toBe(wanted);
  });

  test.each<[Parameters<typeof namedGoType>[0], JsonValue, string]>([
    [
      'core/v1.ConfigMap',
      { data: 5 },
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type map[string]string',
    ],
    [
      'core/v1.ConfigMap',
      { data: { a: 5 } },
      'json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      'apps/v1.Deployment',
      { spec: { replicas: 'x' } },
      'json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      'apps/v1.Deployment',
      { spec: { replicas: 1.5 } },
      'json: cannot unmarshal number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32',
    ],
    [
      'core/v1.Pod',
      { spec: { containers: [{ ports: 'x' }] } },
      'json: cannot unmarshal string into Go struct field Container.spec.containers.ports of type []v1.ContainerPort',
    ],
    ['core/v1.Secret', { data: { a: '!' } }, 'illegal base64 data at input byte 0'],
    [
      'core/v1.EventSeries',
      { lastObservedTime: '2026-01-01T00:00:00Z' },
      'parsing time "2026-01-01T00:00:00Z" as "2006-01-02T15:04:05.000000Z07:00": cannot parse "Z" as ".000000"',
    ],
    [
      'core/v1.ResourceRequirements',
      { limits: { cpu: 'x' } },
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    ],
  ])('refuses values that do not fit %s', (type, value, message) => {
    expect(() => decode(type, value)).toThrow(message);
  });

  test('records unknown fields with their paths', () => {
    const { unknown } = decode('core/v1.Pod', {
      bogus: 1,
      spec: { containers: [{ name: 'a' }, { foo: 1 }], Volumes: [] },
      metadata: { labels: { any: 'x' } },
    });
    expect(unknown).toEqual(['bogus', 'spec.containers[1].foo', 'spec.Volumes']);
  });

  test('treats __proto__ as a key like any other', () => {
    const labels = JSON.parse('{"__proto__":"x"}') as JsonValue;
    expect(decode('meta/v1.ObjectMeta', { labels }).text).toBe('{"labels":{"__proto__":"x"}}');
    expect(decode('core/v1.Pod', JSON.parse('{"__proto__":{"spec":{}}}') as JsonValue).unknown).toEqual(['__proto__']);
  });
});

describe('values of a map', () => {
  test.each<[Parameters<typeof namedGoType>[0], JsonValue, string]>([
    ['apps/v1.DeploymentSpec', { replicas: 'x' }, 'unrecognized type: int32'],
    ['apps/v1.DeploymentSpec', { replicas: 1.5 }, 'cannot convert float64 to int32'],
    ['apps/v1.DeploymentSpec', { paused: 1 }, 'unrecognized type: bool'],
    ['apps/v1.DeploymentSpec', { template: 'x' }, 'cannot restore struct from: string'],
    ['core/v1.Container', { image: 5 }, 'cannot convert int64 to string'],
    ['core/v1.Container', { imagePullPolicy: 5 }, 'cannot convert int64 to v1.PullPolicy'],
    ['core/v1.Container', { args: true }, 'cannot restore slice from bool'],
    ['core/v1.ConfigMap', { data: ['a'] }, 'cannot restore map from slice'],
    [
      'core/v1.ConfigMap',
      { binaryData: { a: '***' } },
      'error decoding from json: illegal base64 data at input byte 0',
    ],
    ['core/v1.HTTPGetAction', { port: true }, 'json: cannot unmarshal bool into Go value of type int32'],
  ])('of %s that do not fit: %j', (type, value, message) => {
    expect(() => namedGoType(type).decode(value, new DecodeContext({ fromMap: true }))).toThrow(message);
  });

  test('lose the bits that do not fit their type', () => {
    const decoded = namedGoType('apps/v1.DeploymentSpec').decode(
      { replicas: 99_999_999_999 },
      new DecodeContext({ fromMap: true }),
    );
    expect(decoded).toMatchObject({ replicas: 1_215_752_191 });
  });
});
