import { expect, test } from 'vitest';
import { startWire } from '../../test-support/wire.ts';

const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses';

const priorityClass = (name: string, value: number): object => ({
  apiVersion: 'scheduling.k8s.io/v1',
  kind: 'PriorityClass',
  metadata: { name },
  value,
});

test('preempts lower priorities by default', async () => {
  const { body } = await startWire().post(CLASSES, priorityClass('high', 1000));
  expect(body).toMatchObject({ value: 1000, preemptionPolicy: 'PreemptLowerPriority' });
});

test('accepts values up to one billion, and refuses higher ones', async () => {
  const wire = startWire();
  expect((await wire.post(CLASSES, priorityClass('highest', 1_000_000_000))).status).toBe(201);
  const { status, body } = await wire.post(CLASSES, priorityClass('higher', 1_000_000_001));
  expect(status).toBe(422);
  expect(body.message).toContain('value: Forbidden: maximum allowed value of a user defined priority is 1000000000');
});

test('refuses unknown names of the system, and changes of a value', async () => {
  const wire = startWire();
  const { body } = await wire.post(CLASSES, priorityClass('system-mine', 1));
  expect(body.message).toContain('system-mine is not a known system priority class');
  await wire.post(CLASSES, priorityClass('high', 1000));
  expect((await wire.merge(`${CLASSES}/high`, { value: 1001 })).body.message).toContain(
    'value: Forbidden: may not be changed in an update.',
  );
});

test('keeps the classes of the system', async () => {
  const wire = startWire();
  const { status, body } = await wire.del(`${CLASSES}/system-node-critical`);
  expect(status).toBe(403);
  expect(body.message).toContain('this is a system priority class and cannot be deleted');
});
