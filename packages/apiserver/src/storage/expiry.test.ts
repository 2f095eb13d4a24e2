import { expect, test } from 'vitest';
import { startWire } from '../test-support/wire.ts';

const MINUTE = 60_000;
const events = '/api/v1/namespaces/default/events';
const event = (name: string): object => ({ metadata: { name }, involvedObject: { namespace: 'default' } });

test('events are gone an hour after they were written last, in both groups, and who watches sees it', async () => {
  const wire = startWire();
  const { clock } = wire;
  await wire.post(events, event('kept'));
  await wire.post(events, event('gone'));
  const watching = await wire.watch(`${events}?watch=1&resourceVersion=0&timeoutSeconds=7200`);
  await clock.advance(30 * MINUTE);
  await wire.merge(`${events}/kept`, { count: 2 });
  await clock.advance(29 * MINUTE);
  expect((await wire.get(`${events}/gone`)).status).toBe(200);
  await clock.advance(MINUTE);
  expect((await wire.get(`${events}/gone`)).status).toBe(404);
  expect((await wire.get('/apis/events.k8s.io/v1/namespaces/default/events/gone')).status).toBe(404);
  expect((await wire.get(`${events}/kept`)).status).toBe(200);
  expect(watching.names()).toEqual(['ADDED gone', 'ADDED kept', 'MODIFIED kept', 'DELETED gone']);
  await clock.advance(30 * MINUTE);
  expect((await wire.get(`${events}/kept`)).status).toBe(404);
  await watching.stop();
});

test('an event that was deleted and made again has its own hour', async () => {
  const wire = startWire();
  const { clock } = wire;
  await wire.post(events, event('a'));
  await clock.advance(50 * MINUTE);
  await wire.del(`${events}/a`);
  await wire.post(events, event('a'));
  await clock.advance(20 * MINUTE);
  expect((await wire.get(`${events}/a`)).status).toBe(200);
  await clock.advance(40 * MINUTE);
  expect((await wire.get(`${events}/a`)).status).toBe(404);
});
