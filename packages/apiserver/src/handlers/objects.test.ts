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
} from '../test-support/wire.ts';

describe('creating', () => {
  test('sets the fields that only the server sets', async () => {
    const wire = startWire();
    const { status, body } = await wire.post(
      CONFIG_MAPS,
      configMap('a', {}, { uid: 'x', creationTimestamp: '2001-01-01T00:00:00Z' }),
    );
    expect(status).toBe(201);
    expect(body.metadata).toMatchObject({
      namespace: 'default',
      creationTimestamp: '2026-01-01T00:00:00Z',
      resourceVersion: String(wire.api.revision()),
    });
    expect(body.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('generates names, and tries again when one is taken', async () => {
    // The first random numbers give the same name twice.
    const numbers = Array.from({ length: 80 }, () => 0.5);
    const wire = startWire({ random: () => numbers.shift() ?? Math.abs(Math.sin((wireRandom += 1))) });
    const first = await wire.post(CONFIG_MAPS, { metadata: { generateName: 'gen-' } });
    const second = await wire.post(CONFIG_MAPS, { metadata: { generateName: 'gen-' } });
    expect(first.body.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(second.status).toBe(201);
    expect(second.body.metadata.name).not.toBe(first.body.metadata.name);
    const long = await wire.post(CONFIG_MAPS, { metadata: { generateName: 'x'.repeat(70) } });
    expect(long.body.metadata.name).toHaveLength(63);
  });

  test('refuses a second object of the same name, and one in a missing namespace', async () => {
    const wire = startWire();
    await wire.post(CONFIG_MAPS, configMap('a'));
    expect((await wire.post(CONFIG_MAPS, configMap('a'))).body).toMatchObject({
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      code: 409,
    });
    const missing = await wire.post('/api/v1/namespaces/none/configmaps', configMap('a'));
    expect(missing.body).toMatchObject({ reason: 'NotFound', message: 'namespaces "none" not found' });
  });

  test('stores nothing in a dry run', async () => {
    const wire = startWire();
    const before = wire.api.revision();
    const { status, body } = await wire.post(`${CONFIG_MAPS}?dryRun=All`, configMap('a'));
    expect([status, body.metadata.resourceVersion, typeof body.metadata.uid]).toEqual([201, undefined, 'string']);
    expect(wire.api.revision()).toBe(before);
  });

  test('keeps integers that a double would round', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    const body =
      '{"apiVersion":"lab.example.com/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"big":9007199254740993}}';
    expect((await wire.post(WIDGETS, body)).status).toBe(201);
    expect((await wire.get(`${WIDGETS}/w`)).text).toContain('"big":9007199254740993');
    expect((await wire.get(WIDGETS)).text).toContain('"big":9007199254740993');
    const watching = await wire.watch(`${WIDGETS}?watch=1`);
    expect(watching.names()).toEqual(['ADDED w']);
    await watching.stop();
  });
});

let wireRandom = 0;

describe('updating', () => {
  test('checks resource versions', async () => {
    const wire = startWire();
    const { body } = await wire.post(CONFIG_MAPS, configMap('a'));
    const { resourceVersion } = body.metadata;
    const updated = await wire.put(`${CONFIG_MAPS}/a`, configMap('a', { a: '2' }, { resourceVersion }));
    expect(updated.status).toBe(200);
    const late = await wire.put(`${CONFIG_MAPS}/a`, configMap('a', { a: '3' }, { resourceVersion }));
    expect(late.body).toMatchObject({ code: 409, reason: 'Conflict', details: { name: 'a', kind: 'configmaps' } });
    expect((await wire.get(`${CONFIG_MAPS}/a`)).body).toEqual(updated.body);
  });

  test('writes nothing when nothing changes, even seconds later', async () => {
    const wire = startWire();
    const { body } = await wire.post(DEPLOYMENTS, deployment('d'));
    await wire.clock.advance(5000);
    const again = await wire.put(`${DEPLOYMENTS}/d`, deployment('d'));
    expect(again.body).toEqual(body);
    expect(String(wire.api.revision())).toBe(body.metadata.resourceVersion);
  });

  test('increases the generation when the desired state changes', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    const generation = async (change: Promise<{ body: { metadata: { generation: number } } }>): Promise<number> =>
      (await change).body.metadata.generation;
    expect(await generation(wire.post(WIDGETS, widget('w', { color: 'red' }, { status: { replicas: 9 } })))).toBe(1);
    expect(await generation(wire.merge(`${WIDGETS}/w`, { metadata: { labels: { a: 'b' } } }))).toBe(1);
    expect(await generation(wire.merge(`${WIDGETS}/w/status`, { status: { replicas: 1 } }))).toBe(1);
    expect(await generation(wire.merge(`${WIDGETS}/w`, { spec: { color: 'green' } }))).toBe(2);
  });

  test('separates status and spec', async () => {
    const wire = startWire({ crds: [widgetDefinition()] });
    await wire.post(WIDGETS, widget('w', { color: 'red' }, { status: { replicas: 9 } }));
    expect((await wire.get(`${WIDGETS}/w`)).body.status).toBeUndefined();
    const status = await wire.merge(`${WIDGETS}/w/status`, {
      spec: { color: 'green' },
      status: { replicas: 2 },
      metadata: { labels: { a: 'b' } },
    });
    expect(status.body).toMatchObject({ spec: { color: 'red' }, status: { replicas: 2 } });
    expect(status.body.metadata.labels).toBeUndefined();
    expect((await wire.merge(`${WIDGETS}/w`, { status: { replicas: 3 } })).body.status).toEqual({ replicas: 2 });
  });
});

describe('the scale subresource', () => {
  test('shows and changes the replicas', async () => {
    const wire = startWire();
    await wire.post(DEPLOYMENTS, deployment('d'));
    expect((await wire.get(`${DEPLOYMENTS}/d/scale`)).body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 1 },
      status: { selector: 'app=d' },
    });
    expect((await wire.merge(`${DEPLOYMENTS}/d/scale`, { spec: { replicas: 3 } })).body.spec).toEqual({ replicas: 3 });
    expect((await wire.get(`${DEPLOYMENTS}/d`)).body).toMatchObject({
      spec: { replicas: 3 },
      metadata: { generation: 2 },
    });
  });

  test('conflicts with managers that apply replicas', async () => {
    const wire = startWire();
    await wire.apply(`${DEPLOYMENTS}/d`, 'owner', deployment('d', { replicas: 1 }));
    await wire.merge(`${DEPLOYMENTS}/d/scale?fieldManager=hpa`, { spec: { replicas: 4 } });
    const { body } = await wire.apply(`${DEPLOYMENTS}/d`, 'owner', deployment('d', { replicas: 1 }));
    expect(body.message).toBe(
      'Apply failed with 1 conflict: conflict with "hpa" with subresource "scale" using apps/v1: .spec.replicas',
    );
  });
});

test.each([
  ['itself', '1e400', '1e400'],
  ['in an object', '{"a":1.5,"b":{"c":1e400}}', '1e400'],
  ['in a list, the first of two', '[1,-1e400,1e999]', '-1e400'],
])(
  'raw JSON with a number that no float64 holds is refused, and the number shown as written: %s',
  async (_what, data, number) => {
    const path = '/apis/apps/v1/namespaces/default/controllerrevisions';
    const { status, body } = await startWire().post(path, `{"metadata":{"name":"a"},"revision":1,"data":${data}}`);
    expect(status).toBe(400);
    expect(body.message).toMatch(
      new RegExp(
        `json: cannot unmarshal number ${number} into Go struct field ControllerRevision\\.data of type float64$`,
      ),
    );
  },
);
