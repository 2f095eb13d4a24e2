import { expect, test } from 'vitest';
import { startWire } from '../../test-support/wire.ts';

const CLAIMS = '/api/v1/namespaces/default/persistentvolumeclaims';
const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: 'fast' };
const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'a' }, spec };

test.each([
  [{ accessModes: ['ReadOnlyMany'] }],
  [{ storageClassName: 'slow' }],
  [{ resources: { requests: { storage: '2Gi' } } }],
])('a claim that is not bound keeps its spec: %j', async (change) => {
  const wire = startWire();
  await wire.post(CLAIMS, claim);
  const { status, body } = await wire.merge(`${CLAIMS}/a`, { spec: change });
  expect(status).toBe(422);
  expect(body.details.causes).toEqual([
    {
      reason: 'FieldValueForbidden',
      message:
        'Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
      field: 'spec',
    },
  ]);
});

test('its volume can be set once, and its class too if it has none', async () => {
  const wire = startWire();
  const { storageClassName: _, ...classless } = spec;
  await wire.post(CLAIMS, { ...claim, spec: classless });
  expect((await wire.merge(`${CLAIMS}/a`, { spec: { volumeName: 'v', storageClassName: 'fast' } })).status).toBe(200);
  expect((await wire.merge(`${CLAIMS}/a`, { spec: { volumeName: 'w' } })).status).toBe(422);
});
