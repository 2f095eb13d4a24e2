import { createVirtualClock, settleEventLoop } from '@kb/apimachinery';
import { expect, test } from 'vitest';
import { startWire } from '../test-support/wire.ts';
import { startExpiry } from './expiry.ts';
import { Store } from './store.ts';

const MINUTE = 60_000;
const events = '/api/v1/namespaces/default/events';
const event = (name: string): object => ({ metadata: { name }, involvedObject: { namespace: 'default' } });

test('events are removed an hour after their last write, in both groups, and watches see it', async () => {
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

test('an event that was deleted and created again gets a full hour', async () => {
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

test('many events that expire at once are removed in slices, and other requests are served in between', async () => {
  const wire = startWire();
  const count = 2500;
  for (let index = 0; index < count; index += 1) await wire.post(events, event(`e-${index}`));
  const start = wire.api.revision();
  const revisions = [start];
  const answered: number[] = [];
  const advancing = wire.clock.advance(60 * MINUTE);
  while (wire.api.revision() < start + count) {
    await settleEventLoop(1);
    revisions.push(wire.api.revision());
    void wire.get('/api/v1/namespaces/default').then(({ status }) => answered.push(status));
  }
  await advancing;
  const slices = revisions.slice(1).map((revision, index) => revision - (revisions[index] ?? 0));
  expect(Math.max(...slices)).toBeLessThanOrEqual(1000);
  expect(answered.length).toBeGreaterThan(1);
  expect((await wire.get(events)).body.items).toEqual([]);
  // The timer is still running.
  await wire.post(events, event('later'));
  await wire.clock.advance(60 * MINUTE);
  expect((await wire.get(events)).body.items).toEqual([]);
});

test('removes nothing more as soon as the expiry is stopped', async () => {
  const clock = createVirtualClock();
  const store = new Store({ historySize: 100 });
  let steps = 0;
  let goOn = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (goOn = resolve));
  const beforeStep = (): Promise<void> | undefined => ((steps += 1) === 3 ? waiting : undefined);
  const end = startExpiry({ store, clock, collection: 'events', ttlMs: MINUTE, turns: { beforeStep } });
  for (const name of ['a', 'b', 'c', 'd'])
    store.create('events', { apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'default' } });
  await clock.advance(MINUTE);
  expect(store.collection('events').size).toBe(2);
  end();
  goOn();
  await clock.settle();
  expect(store.collection('events').size).toBe(2);
});
