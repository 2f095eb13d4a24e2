import { createVirtualClock } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { startWire } from '../test-support/wire.ts';

const withTokens = { authentication: { tokens: { secret: { name: 'ann' } } } };
const MAP = '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking';

test('the ConfigMap is created again, half an hour after it was created at the earliest', async () => {
  const clock = createVirtualClock();
  const wire = startWire({ clock, ...withTokens });
  expect((await wire.get(MAP)).status).toBe(200);
  await wire.del(MAP);
  await clock.advance(29 * 60_000);
  expect((await wire.get(MAP)).status).toBe(404);
  await clock.advance(60_000);
  expect((await wire.get(MAP)).status).toBe(200);
  await clock.advance(31 * 60_000);
  await wire.del(MAP);
  await clock.advance(0);
  expect((await wire.get(MAP)).status).toBe(200);
});

test.each(['', 'x', '2020-02-30', '2020-1-01', '2020-01-01T00:00:00Z'])('the date %j is corrected', async (since) => {
  const wire = startWire(withTokens);
  const { body: before } = await wire.get(MAP);
  await wire.merge(MAP, { data: { since, other: 'kept' } });
  const { body } = await wire.get(MAP);
  expect(body).toMatchObject({ data: { since: before.data.since, other: 'kept' } });
  await wire.merge(MAP, { data: { since: '2001-02-03' } });
  expect((await wire.get(MAP)).body).toMatchObject({ data: { since: '2001-02-03' } });
});
