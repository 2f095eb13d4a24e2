import { expect, test } from 'vitest';
import { startWire } from '../../test-support/wire.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const enabled = { enableAdmissionPlugins: ['ServiceAccount'] };

test('a Pod waits for the default account, which follows its namespace', async () => {
  const wire = startWire(enabled);
  const creating = wire.post(`${NAMESPACE}/pods`, pod);
  await wire.clock.settle();
  await wire.post(`${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' }, imagePullSecrets: [{ name: 's' }] });
  const { status, body } = await creating;
  expect([status, body.spec.serviceAccountName, body.spec.imagePullSecrets]).toEqual([201, 'default', [{ name: 's' }]]);
});

test('a Pod is refused if the default account does not come', async () => {
  const wire = startWire(enabled);
  const creating = wire.post(`${NAMESPACE}/pods`, pod);
  await wire.clock.advance(1400);
  const state = { answered: false };
  void creating.then(() => (state.answered = true));
  await wire.clock.settle();
  expect(state.answered).toBe(false);
  await wire.clock.advance(200);
  expect((await creating).body.message).toBe(
    'pods "a" is forbidden: error looking up service account default/default: serviceaccount "default" not found',
  );
});

test('no Pod waits for another account', async () => {
  const wire = startWire(enabled);
  const spec = { ...pod.spec, serviceAccountName: 'other' };
  expect((await wire.post(`${NAMESPACE}/pods`, { ...pod, spec })).status).toBe(403);
});

test('a bare server takes Pods without accounts, as nothing there creates any', async () => {
  const { status, body } = await startWire().post(`${NAMESPACE}/pods`, pod);
  expect([status, body.spec.volumes]).toEqual([201, undefined]);
});
