import { createVirtualClock } from '@kb/apimachinery';
import { expect, test, vi } from 'vitest';
import { type AuditEvent, createApiServer } from '../index.ts';

const json = { 'content-type': 'application/json' };
const bytes = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));
const configMap = { metadata: { name: 'a' }, data: { secret: 'text' } };

test('without a policy every request is audited, and no contents are', async () => {
  const events: AuditEvent[] = [];
  const api = createApiServer({ clock: createVirtualClock(), audit: { onEvent: (event) => events.push(event) } });
  const path = '/api/v1/namespaces/default/configmaps';
  const created = await api.transport.send({ method: 'POST', path, headers: json, body: bytes(configMap) });
  expect(events.map(({ stage, level, responseStatus }) => [stage, level, responseStatus?.code])).toEqual([
    ['RequestReceived', 'Metadata', undefined],
    ['ResponseComplete', 'Metadata', 201],
  ]);
  expect(events.every(({ auditID }) => auditID === created.headers['audit-id'])).toBe(true);
  expect(JSON.stringify(events)).not.toContain('text');
});

test('a watch has an event when it begins and one when it ends, also if its client leaves', async () => {
  const stages: string[] = [];
  const api = createApiServer({
    clock: createVirtualClock(),
    audit: { onEvent: ({ stage }) => stages.push(stage) },
  });
  const leave = new AbortController();
  const path = '/api/v1/pods?watch=1';
  const { body } = await api.transport.send({ method: 'GET', path, headers: {} }, leave.signal);
  expect(stages).toEqual(['RequestReceived', 'ResponseStarted']);
  leave.abort(new Error('gone'));
  await expect(
    (async () => {
      for await (const _ of body) expect.unreachable();
    })(),
  ).rejects.toThrow('gone');
  expect(stages).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
});

test('a bug of the server is the stage Panic', async () => {
  const events: AuditEvent[] = [];
  const api = createApiServer({
    clock: createVirtualClock(),
    onBug: () => undefined,
    audit: { onEvent: (event) => events.push(event) },
  });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bytes({});
    throw new TypeError('a bug');
  }
  const path = '/api/v1/namespaces/default/configmaps';
  await api.transport.send({ method: 'POST', path, headers: json, body: broken() });
  expect(events.map(({ stage, responseStatus }) => [stage, responseStatus?.code])).toEqual([
    ['RequestReceived', undefined],
    ['Panic', 500],
  ]);
});

test('a listener that fails does not disturb the request', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const onEvent = (): never => {
    throw new Error('no disk');
  };
  const api = createApiServer({ clock: createVirtualClock(), audit: { onEvent } });
  const { status } = await api.transport.send({ method: 'GET', path: '/version', headers: {} });
  expect(status).toBe(200);
  expect(log).toHaveBeenCalledTimes(2);
  log.mockRestore();
});

test('a policy that kube-apiserver refuses is refused', () => {
  const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [] };
  expect(() => createApiServer({ clock: createVirtualClock(), audit: { policy, onEvent: () => undefined } })).toThrow(
    'loaded illegal policy with 0 rules',
  );
});
