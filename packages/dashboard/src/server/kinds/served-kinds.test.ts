import { createVirtualClock, type Transport } from '@kb/apimachinery';
import { createApiServer } from '@kb/apiserver';
import { createClient, systemRandom } from '@kb/client';
import { expect, test } from 'vitest';
import { createServedKinds } from './served-kinds.ts';

const forbidden = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 };

test('where definitions may not be watched the kinds are asked for by one timer, which ends with the dashboard', async () => {
  const clock = createVirtualClock();
  const server = createApiServer({ clock, random: systemRandom, onNotEnforced: () => undefined });
  let asked = 0;
  const transport: Transport = {
    send: (request, signal) => {
      if (request.path === '/apis') asked += 1;
      if (!/\/(?:customresourcedefinitions|apiservices)\b/.test(request.path))
        return server.transport.send(request, signal);
      const headers = { 'content-type': 'application/json' };
      return Promise.resolve({ status: 403, headers, body: Buffer.from(JSON.stringify(forbidden)) });
    },
  };
  const before = clock.pending();
  const access = { client: createClient({ transport, clock }), clock, onAnswer: () => undefined };
  const kinds = createServedKinds(access, () => []);
  expect((await kinds.kinds()).map(({ kind }) => kind)).toContain('Pod');
  await clock.advance(1000);
  const first = asked;
  await clock.advance(60_000);
  expect(asked - first).toBe(2);
  kinds.stop();
  await clock.settle();
  expect(clock.pending()).toBe(before);
  await server.stop();
});
