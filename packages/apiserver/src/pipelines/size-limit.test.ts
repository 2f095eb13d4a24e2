import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeJson } from '../objects/object-text.ts';
import { toProtobuf } from '../serializer/protobuf/encode-protobuf.ts';
import { CONFIG_MAPS, startWire, widget, widgetDefinition, WIDGETS } from '../test-support/wire.ts';
import { bytesAtMost, fitsStore } from './size-limit.ts';

const LARGE = 'x'.repeat(1_600_000);
const preserving = widgetDefinition({
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
});

test('refuses what etcd would refuse, by every kind of request, and writes nothing', async () => {
  const wire = startWire({ crds: [preserving] });
  const { api } = wire;
  const { body: a } = await wire.post(WIDGETS, widget('a'));
  const before = api.revision();
  const refused = { code: 500, message: 'etcdserver: request is too large', status: 'Failure' };
  const spec = { color: 'red', text: LARGE };
  expect((await wire.post(WIDGETS, widget('b', spec))).body).toMatchObject(refused);
  expect((await wire.post(WIDGETS, widget('a', spec))).body).toMatchObject(refused);
  expect((await wire.put(`${WIDGETS}/a`, { ...a, spec })).body).toMatchObject(refused);
  expect((await wire.merge(`${WIDGETS}/a`, { spec })).body).toMatchObject(refused);
  expect((await wire.apply(`${WIDGETS}/a`, 'm', widget('a', spec))).body).toMatchObject(refused);
  expect((await wire.apply(`${WIDGETS}/c`, 'm', widget('c', spec))).body).toMatchObject(refused);
  expect([api.revision(), (await wire.get(`${WIDGETS}/b`)).status]).toEqual([before, 404]);
});

test('accepts what fits', async () => {
  const wire = startWire({ crds: [preserving] });
  expect((await wire.post(WIDGETS, widget('a', { color: 'red', text: 'x'.repeat(1_500_000) }))).status).toBe(201);
  expect((await wire.post(CONFIG_MAPS, { metadata: { name: 'a' }, data: { a: 'x'.repeat(1_000_000) } })).status).toBe(
    201,
  );
});

test('drops managed fields if only they make an object too large', () => {
  const fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`f:field-number-${index}`, {}]));
  const object = () => ({
    apiVersion: 'lab.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'a', managedFields: [{ manager: 'm', fieldsV1: { 'f:spec': fields } }] },
    spec: { text: 'x'.repeat(500_000) },
  });
  const given = object();
  expect(fitsStore(given, false)).toBe(true);
  expect(given.metadata.managedFields).toBeUndefined();
  expect(fitsStore(object(), true)).toBe(false);
});

describe('bytesAtMost', () => {
  const bytesOf = (object: object): number =>
    Math.max(toProtobuf(object)?.length ?? 0, new TextEncoder().encode(writeJson(object)).length);
  const many = (item: object): object[] => Array.from({ length: 500 }, () => item);
  const pod = (spec: object, status: object = {}): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {},
    spec,
    status,
  });
  const emptyParts: Readonly<Record<string, object>> = {
    containers: pod({ containers: many({}), initContainers: many({ name: 'a' }) }),
    probes: pod({
      containers: many({ livenessProbe: {}, securityContext: {}, lifecycle: { postStart: { exec: {} } } }),
    }),
    'ports and variables': pod({ containers: [{ ports: many({}), env: many({ valueFrom: { fieldRef: {} } }) }] }),
    volumes: pod({ volumes: many({ hostPath: {} }), tolerations: many({}) }),
    statuses: pod({}, { containerStatuses: many({ state: { terminated: {} } }), conditions: many({}) }),
    numbers: pod({ priority: 1, terminationGracePeriodSeconds: 9_007_199_254_740_991, activeDeadlineSeconds: -1 }),
    services: { apiVersion: 'v1', kind: 'Service', metadata: {}, spec: { ports: many({ targetPort: 1 }) } },
    quantities: { apiVersion: 'v1', kind: 'ResourceQuota', metadata: {}, spec: { hard: { a: '1', b: '2' } } },
    schemas: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: {},
      spec: {
        versions: [
          { schema: { openAPIV3Schema: { properties: Object.fromEntries(many({}).map((item, i) => [i, item])) } } },
        ],
      },
    },
    events: { apiVersion: 'v1', kind: 'Event', metadata: {}, involvedObject: {}, source: {} },
  };

  test.each(Object.entries(emptyParts))('covers fields that are empty: %s', (_name, object) => {
    expect(bytesAtMost(object)).toBeGreaterThanOrEqual(bytesOf(object));
  });

  test('covers every text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    const texts = fc.dictionary(text, text, { maxKeys: 6 });
    fc.assert(
      fc.property(texts, texts, (data, fields) => {
        const managedFields = [{ manager: 'm', fieldsV1: { 'f:data': fields } }];
        const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { managedFields }, data };
        expect(bytesAtMost(object)).toBeGreaterThanOrEqual(bytesOf(object));
      }),
    );
  });

  test('is below the limit for a ConfigMap of a megabyte, so that it is not written to be measured', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `key-${index}`);
    const fields = Object.fromEntries(keys.map((key) => [`f:${key}`, {}]));
    const data = Object.fromEntries(keys.map((key) => [key, 'x'.repeat(90)]));
    const managedFields = [{ manager: 'm', fieldsV1: { 'f:data': fields } }];
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { managedFields }, data };
    expect(bytesOf(object)).toBeGreaterThan(1_000_000);
    expect(bytesAtMost(object)).toBeLessThan(1.5 * 1024 * 1024 - 300);
  });
});
