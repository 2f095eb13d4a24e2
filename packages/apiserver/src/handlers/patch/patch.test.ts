import { describe, expect, test } from 'vitest';
import {
  CONFIG_MAPS,
  configMap,
  DEPLOYMENTS,
  deployment,
  startWire,
  widget,
  widgetDefinition,
  WIDGETS,
} from '../../test-support/wire.ts';

describe('patching', () => {
  test('applies each kind of patch', async () => {
    const wire = startWire();
    await wire.post(DEPLOYMENTS, deployment('d'));
    expect((await wire.merge(`${DEPLOYMENTS}/d`, { spec: { replicas: 2 } })).body.spec.replicas).toBe(2);
    expect(
      (await wire.json(`${DEPLOYMENTS}/d`, [{ op: 'replace', path: '/spec/replicas', value: 3 }])).body.spec.replicas,
    ).toBe(3);
    const strategic = await wire.strategic(`${DEPLOYMENTS}/d`, {
      spec: { template: { spec: { containers: [{ name: 'd', image: 'x' }] } } },
    });
    expect(strategic.body.spec.template.spec.containers.map(({ name }: { name: string }) => name)).toEqual(['d', 'c']);
    expect(strategic.body.metadata.generation).toBe(4);
  });

  test('does not reveal why a JSON patch failed', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a'));
    const { body } = await wire.json(`${CONFIG_MAPS}/a`, [{ op: 'test', path: '/data/a', value: 'no' }]);
    expect(body).toMatchObject({
      code: 422,
      message: 'the server rejected our request due to an error in our request',
      details: {},
    });
  });

  test('refuses a resource version that the object does not have, and accepts an empty one', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a'));
    expect((await wire.merge(`${CONFIG_MAPS}/a`, { metadata: { resourceVersion: '1' } })).body.reason).toBe('Conflict');
    expect((await wire.merge(`${CONFIG_MAPS}/a`, { data: { b: '2' } })).status).toBe(200);
  });

  test('supports no strategic merge patch of custom objects', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    await wire.post(WIDGETS, widget('w'));
    expect((await wire.strategic(`${WIDGETS}/w`, {})).status).toBe(415);
  });
});

describe('patches in flight', () => {
  test('never conflict with each other', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a', {}));
    const keys = Array.from({ length: 12 }, (_, index) => `k${index}`);
    const answers = await Promise.all(
      keys.map((key, index) =>
        index % 3 === 0
          ? wire.apply(`${CONFIG_MAPS}/a`, key, configMap('a', { [key]: '1' }))
          : index % 3 === 1
            ? wire.merge(`${CONFIG_MAPS}/a`, { data: { [key]: '1' } })
            : wire.strategic(`${CONFIG_MAPS}/a`, { data: { [key]: '1' } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 200));
    const { body } = await wire.get(`${CONFIG_MAPS}/a`);
    expect(Object.keys(body.data).sort()).toEqual([...keys].sort());
  });
});

describe('server-side apply', () => {
  test('creates, shares, conflicts, and forces', async () => {
    const wire = startWire();
    expect((await wire.apply(`${CONFIG_MAPS}/a`, 'm1', configMap('a'))).status).toBe(201);
    expect((await wire.apply(`${CONFIG_MAPS}/a`, 'm2', configMap('a', { a: '2' }))).body).toMatchObject({
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "m1": .data.a',
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.a' }] },
    });
    const forced = await wire.apply(`${CONFIG_MAPS}/a?force=true`, 'm2', configMap('a', { a: '2' }));
    expect(forced.body.metadata.managedFields.map(({ manager }: { manager: string }) => manager)).toEqual(['m2']);
  });

  test('removes fields that are no longer applied and belong to nobody else', async () => {
    const wire = startWire();
    await wire.apply(`${CONFIG_MAPS}/a`, 'm1', configMap('a', { a: '1', b: '1' }));
    await wire.apply(`${CONFIG_MAPS}/a`, 'm2', configMap('a', { b: '1' }));
    expect((await wire.apply(`${CONFIG_MAPS}/a`, 'm1', configMap('a', {}))).body.data).toEqual({ b: '1' });
  });

  test('writes nothing when it is repeated', async () => {
    const wire = startWire();
    const { body } = await wire.apply(`${DEPLOYMENTS}/d`, 'm1', deployment('d'));
    await wire.clock.advance(10_000);
    expect((await wire.apply(`${DEPLOYMENTS}/d`, 'm1', deployment('d'))).body).toEqual(body);
  });

  test('reads YAML', async () => {
    const wire = startWire();
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: "yes"\n  b: "1"\n  b: "2"\n';
    const { body, warnings } = await wire.apply(`${CONFIG_MAPS}/a`, 'm1', yaml);
    expect([body.data, warnings]).toEqual([{ a: 'yes', b: '2' }, ['299 - "line 8: key \\"b\\" already set in map"']]);
  });

  test('refuses fields that the kind does not have, whatever field validation is', async () => {
    const wire = startWire();
    const { body } = await wire.apply(`${CONFIG_MAPS}/a?fieldValidation=Ignore`, 'm1', { ...configMap('a'), bogus: 1 });
    expect(body).toMatchObject({
      code: 500,
      message: 'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .bogus: field not declared in schema',
    });
  });
});
