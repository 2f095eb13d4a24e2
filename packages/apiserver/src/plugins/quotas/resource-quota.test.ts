import { describe, expect, test } from 'vitest';
import { startWire, type Wire } from '../../test-support/wire.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const quotas = `${NAMESPACE}/resourcequotas`;
const configMaps = `${NAMESPACE}/configmaps`;

async function limit(wire: Wire, name: string, hard: Record<string, string>, spec: object = {}): Promise<void> {
  await wire.post(quotas, { metadata: { name }, spec: { hard, ...spec } });
  const used = Object.fromEntries(Object.keys(hard).map((resource) => [resource, '0']));
  expect((await wire.merge(`${quotas}/${name}/status`, { status: { hard, used } })).status).toBe(200);
}

const usedOf = async (wire: Wire, name: string): Promise<unknown> =>
  (await wire.get(`${quotas}/${name}`)).body.status.used;
const pod = (name: string, requests: object = {}): object => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests } }] },
});

describe('quotas', () => {
  test('let no more pass than there is room for, however many requests come at once', async () => {
    const wire = startWire();
    await limit(wire, 'q', { configmaps: '10' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => wire.post(configMaps, { metadata: { name: `a${index}` } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(40);
    expect(await usedOf(wire, 'q')).toEqual({ configmaps: '10' });
  });

  test('count quotas too', async () => {
    const wire = startWire();
    await limit(wire, 'q', { resourcequotas: '1' });
    expect((await wire.post(quotas, { metadata: { name: 'r' } })).status).toBe(201);
    expect((await wire.post(quotas, { metadata: { name: 's' } })).body.message).toBe(
      'resourcequotas "s" is forbidden: exceeded quota: q, requested: resourcequotas=1, used: resourcequotas=1, limited: resourcequotas=1',
    );
  });

  test('do nothing where the plugin is disabled', async () => {
    const wire = startWire({ disableAdmissionPlugins: ['ResourceQuota', 'ServiceAccount'] });
    await limit(wire, 'q', { configmaps: '0' });
    expect((await wire.post(configMaps, { metadata: { name: 'a' } })).status).toBe(201);
  });

  test('keep amounts of any size exactly', async () => {
    const wire = startWire();
    await limit(wire, 'q', { 'requests.cpu': '1e400', 'requests.example.com/gpu': '5' });
    expect((await wire.post(`${NAMESPACE}/pods`, pod('a', { cpu: '9e399' }))).status).toBe(201);
    expect((await wire.post(`${NAMESPACE}/pods`, pod('b', { cpu: '2e399' }))).body.message).toContain(
      'exceeded quota: q, requested: requests.cpu=2e399, used: requests.cpu=9e399, limited: requests.cpu=10e399',
    );
    expect((await wire.post(`${NAMESPACE}/pods`, pod('c', { cpu: '1' }))).status).toBe(201);
  });

  test('of a namespace are all charged, or none', async () => {
    const wire = startWire();
    for (let index = 0; index < 200; index += 1)
      await limit(wire, `q${index}`, { configmaps: index === 150 ? '1' : '9' });
    expect((await wire.post(configMaps, { metadata: { name: 'a' } })).status).toBe(201);
    expect((await wire.post(configMaps, { metadata: { name: 'b' } })).body.message).toContain('exceeded quota: q150,');
    expect([await usedOf(wire, 'q0'), await usedOf(wire, 'q150'), await usedOf(wire, 'q199')]).toEqual(
      Array.from({ length: 3 }, () => ({ configmaps: '1' })),
    );
  });

  test('are written once for each creation, and not for what they do not count', async () => {
    const wire = startWire();
    await limit(wire, 'q', { configmaps: '10' });
    const before = wire.api.revision();
    await wire.post(configMaps, { metadata: { name: 'a' } });
    expect(wire.api.revision() - before).toBe(2);
    await wire.post(`${NAMESPACE}/secrets`, { metadata: { name: 'a' } });
    await wire.merge(`${configMaps}/a`, { data: { a: 'b' } });
    expect(wire.api.revision() - before).toBe(4);
  });
});
