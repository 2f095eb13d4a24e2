import { expect, test } from 'vitest';
import { CONFIG_MAPS, startWire, widget, widgetDefinition, WIDGETS } from '../test-support/wire.ts';
import { fitsStore } from './size-limit.ts';

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
