import { describe, expect, test } from 'vitest';
import { SERVICES, startWire } from '../../../test-support/wire.ts';

const service = (name: string, spec: object): object => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name },
  spec,
});
const http = [{ port: 80 }];

describe('services', () => {
  test('get an address of their own, and keep it', async () => {
    const wire = startWire();
    const { body } = await wire.post(SERVICES, service('a', { ports: http }));
    expect(body.spec).toMatchObject({
      clusterIP: expect.stringMatching(/^10\.96\./),
      type: 'ClusterIP',
      ipFamilies: ['IPv4'],
    });
    const updated = await wire.put(`${SERVICES}/a`, service('a', { ports: [{ port: 81 }] }));
    expect(updated.body.spec).toMatchObject({ clusterIP: body.spec.clusterIP, clusterIPs: [body.spec.clusterIP] });
    const moved = await wire.merge(`${SERVICES}/a`, { spec: { clusterIP: '10.96.1.2' } });
    expect(moved.body.message).toContain('may not change once set');
  });

  test('release what they had', async () => {
    const wire = startWire();
    const spec = { type: 'NodePort', clusterIP: '10.96.0.77', ports: [{ port: 80, nodePort: 30_080 }] };
    expect((await wire.post(SERVICES, service('a', spec))).status).toBe(201);
    const second = await wire.post(SERVICES, service('b', spec));
    expect(second.body.message).toContain('provided IP is already allocated');
    await wire.del(`${SERVICES}/a`);
    expect((await wire.post(SERVICES, service('b', spec))).status).toBe(201);
    const typed = await wire.merge(`${SERVICES}/b`, { spec: { type: 'ClusterIP' } });
    expect(typed.body.spec.ports).toEqual([{ protocol: 'TCP', port: 80, targetPort: 80 }]);
    expect(
      (await wire.post(SERVICES, service('c', { type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] }))).status,
    ).toBe(201);
  });

  test('reserve nothing when they are refused, or in a dry run', async () => {
    const wire = startWire();
    const spec = { clusterIP: '10.96.0.78', ports: http };
    expect((await wire.post(`${SERVICES}?dryRun=All`, service('a', spec))).status).toBe(201);
    expect((await wire.post(SERVICES, service('a', { ...spec, ports: [{ port: 0 }] }))).status).toBe(422);
    expect((await wire.post(SERVICES, service('kubernetes', spec))).status).toBe(409);
    expect((await wire.post(SERVICES, service('a', spec))).status).toBe(201);
  });

  test.each([
    [
      'out of range',
      { clusterIP: '10.97.0.1', ports: http },
      'is not in the valid range. The range of valid IPs is 10.96.0.0/16',
    ],
    ['no address', { clusterIP: 'x', ports: http }, 'must be a valid IP address'],
    [
      'a port out of range',
      { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
      'The range of valid ports is 30000-32767',
    ],
    ['no ports', {}, 'spec.ports: Required value'],
  ])('refuse %s', async (_, spec, message) => {
    const wire = startWire();
    expect((await wire.post(SERVICES, service('a', spec))).body.message).toContain(message);
  });

  test('of some types have no address of their own', async () => {
    const wire = startWire();
    expect(
      (await wire.post(SERVICES, service('h', { clusterIP: 'None', selector: { a: 'b' }, ports: http }))).body.spec
        .clusterIPs,
    ).toEqual(['None']);
    expect(
      (await wire.post(SERVICES, service('e', { type: 'ExternalName', externalName: 'a.b' }))).body.spec.clusterIP,
    ).toBeUndefined();
  });
});
