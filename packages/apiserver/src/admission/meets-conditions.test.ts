import { expect, test } from 'vitest';
import { configMap, configMaps, type Lab, startLab } from '../test-support/webhook-lab.ts';

/** A server with a webhook that refuses what its conditions match. */
async function startConditional(expressions: readonly string[], failurePolicy?: string): Promise<Lab> {
  const lab = startLab(() => ({ allowed: false }));
  await lab.configure('Validating', {
    matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })),
    ...(failurePolicy !== undefined && { failurePolicy }),
  });
  return lab;
}

const create = (lab: Lab): ReturnType<Lab['post']> => lab.post(configMaps, configMap('a', { a: '1' }));

test('a webhook is called if all its conditions are true', async () => {
  const lab = await startConditional(["object.data.a == '1'", "request.operation == 'CREATE'"]);
  expect((await create(lab)).status).toBe(400);
  expect(lab.asked).toHaveLength(1);
});

test('a webhook is not called if one of its conditions is false', async () => {
  const lab = await startConditional(["object.data.a == '1'", "request.operation == 'UPDATE'"]);
  expect((await create(lab)).status).toBe(201);
  expect(lab.asked).toEqual([]);
});

const failing = "object.data.b == '1'";
const why = `expression '${failing}' resulted in error: no such key: b`;

test('a condition that fails refuses the request, without a call', async () => {
  const lab = await startConditional([failing]);
  const { status, body } = await create(lab);
  expect([status, body.reason, body.message]).toEqual([403, 'Forbidden', `configmaps "a" is forbidden: ${why}`]);
  expect(lab.asked).toEqual([]);
});

test('a webhook whose failures are ignored is not called if its condition fails', async () => {
  const lab = await startConditional([failing], 'Ignore');
  expect((await create(lab)).status).toBe(201);
  expect(lab.asked).toEqual([]);
});

test('conditions are compiled again when a configuration changes', async () => {
  const lab = await startConditional(["object.data.a == '2'"]);
  expect((await create(lab)).status).toBe(201);
  const path = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/lab';
  const change = { op: 'replace', path: '/webhooks/0/matchConditions/0/expression', value: "object.data.a == '1'" };
  expect((await lab.json(path, [change])).status).toBe(200);
  expect((await lab.post(configMaps, configMap('b', { a: '1' }))).status).toBe(400);
});
