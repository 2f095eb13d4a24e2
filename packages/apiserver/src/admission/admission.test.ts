import { isJsonObject } from '@kb/apimachinery/codec';
import { expect, test } from 'vitest';
import { anything, configMap, configMaps, patchOf, startLab } from '../test-support/webhook-lab.ts';

test('an update that another one overtakes is admitted again, as it then is', async () => {
  const lab = startLab(async () => {
    if (lab.asked.length === 1) await lab.merge(`${configMaps}/a`, { data: { late: 'yes' } });
    return { allowed: true };
  });
  await lab.post(configMaps, configMap('a'));
  await lab.configure('Mutating', { objectSelector: { matchLabels: { slow: 'yes' } } });
  const { body } = await lab.merge(`${configMaps}/a`, { metadata: { labels: { slow: 'yes' } } });
  expect(body.data).toEqual({ late: 'yes' });
  expect(lab.asked.map(({ object }) => isJsonObject(object) && object.data)).toEqual([undefined, { late: 'yes' }]);
});

test('a deletion is admitted again if the object changes meanwhile, and ends with it', async () => {
  let meanwhile: () => Promise<unknown> = async () => undefined;
  const lab = startLab(async () => {
    const act = meanwhile;
    meanwhile = async () => undefined;
    await act();
    return { allowed: true };
  });
  await lab.post(configMaps, configMap('a'));
  await lab.configure('Validating', { rules: [{ ...anything[0], operations: ['DELETE'] }] });
  meanwhile = () => lab.merge(`${configMaps}/a`, { data: { b: '1' } });
  expect((await lab.del(`${configMaps}/a`)).status).toBe(200);
  expect(lab.asked).toHaveLength(2);
  await lab.post(configMaps, configMap('a'));
  meanwhile = () => lab.del(`${configMaps}/a`);
  expect((await lab.del(`${configMaps}/a`)).status).toBe(404);
});

test('what the server itself writes is not sent to webhooks', async () => {
  const lab = startLab(() => ({ allowed: false }));
  await lab.configure('Validating');
  expect((await lab.post(configMaps, configMap('a'))).status).toBe(400);
  const other = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/lab';
  expect((await lab.del(other)).status).toBe(200);
  expect((await lab.post(configMaps, configMap('a'))).status).toBe(201);
});

test('a mutating webhook cannot move an object to another namespace', async () => {
  const lab = startLab(() => patchOf({ op: 'add', path: '/metadata/namespace', value: 'kube-system' }));
  await lab.configure('Mutating');
  const { status, body } = await lab.post(configMaps, configMap('a'));
  expect([status, body.message]).toEqual([
    400,
    'the namespace of the provided object does not match the namespace sent on the request',
  ]);
});
