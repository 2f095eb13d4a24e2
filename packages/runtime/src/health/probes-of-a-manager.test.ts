import { systemClock } from '@kb/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { noAnswer } from '../../test/scenarios/embedded-environment.ts';
import { type Embedded, startEmbedded } from '../test-support/embedded.ts';
import { widgets } from '../test-support/widgets.ts';
import { createHealthServer, type HealthServer } from './health-server.ts';

let env: Embedded;
let server: HealthServer;
beforeEach(async () => {
  env = await startEmbedded();
  server = createHealthServer({ address: '127.0.0.1:0', clock: systemClock });
});
afterEach(async () => {
  await env.stop();
  await server.close();
});

const controller = controllerFor(widgets).reconcile(() => undefined);

async function get(path: string): Promise<string> {
  const { url } = await server.listening;
  const response = await fetch(`${url}${path}`);
  return `${response.status} ${await response.text()}`;
}

test('probes respond from the beginning, are ready when the caches have synced, and stop with the manager', async () => {
  env.intercept = (request, signal) => (request.path.includes('/widgets') ? noAnswer(signal) : undefined);
  const manager = env.manager([controller], { healthServer: server });
  expect(await get('/healthz')).toBe('200 ok');
  expect(await get('/readyz')).toBe(
    '500 [-]caches failed: reason withheld\n[+]readyz ok\n[-]started failed: reason withheld\nhealthz check failed\n',
  );
  const running = manager.start();
  await env.clock.settle();
  expect(await get('/readyz/caches')).toContain('widgets.test.example.com: not synced');
  await manager.stop();
  await running;
  await expect(get('/healthz')).rejects.toThrow('fetch failed');
});

test('the manager is ready once the caches have synced', async () => {
  const manager = env.manager([controller], { healthServer: server });
  const running = manager.start();
  // The server's socket is real: it listens when the system reports it, independent of the clock.
  await server.listening;
  await expect
    .poll(async () => (await env.clock.settle(), get('/readyz?verbose')))
    .toBe('200 [+]caches ok\n[+]readyz ok\nhealthz check passed\n');
  await manager.stop();
  await running;
});

test('the manager reports a port in use, and nothing else has started', async () => {
  const { port } = await server.listening;
  const second = createHealthServer({ address: `127.0.0.1:${port}`, clock: systemClock });
  const manager = env.manager([controller], { healthServer: second });
  await expect(manager.start()).rejects.toMatchObject({
    code: 'EADDRINUSE',
    message: `the health probe server cannot listen on 127.0.0.1:${port}: the address is already in use by another process or server`,
  });
  expect(env.lines.map(({ message }) => message)).not.toContain('Starting Controller');
});

test.each([true, false])('a taken name is refused at once, even without probes (served: %s)', (served) => {
  const manager = env.manager([controller], served ? { healthServer: server } : {});
  manager.addReadyzCheck('own', () => undefined);
  expect(() => manager.addReadyzCheck('own', () => undefined)).toThrow('there are two checks named "own" at /readyz');
  expect(() => manager.addReadyzCheck('caches', () => undefined)).toThrow('the check "caches" at /readyz is built in');
  expect(() => manager.addHealthzCheck('healthz', () => undefined)).toThrow(
    'the check "healthz" at /healthz is built in',
  );
});
