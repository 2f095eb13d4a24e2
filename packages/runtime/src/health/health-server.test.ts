import { systemClock } from '@kb/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../test-support/free-port-adapter.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { createHealthServer, type HealthServer } from './health-server.ts';

let server: HealthServer;
let logged: ReturnType<typeof recordingLogger>;
let manager: AbortController;
beforeEach(() => {
  manager = new AbortController();
  logged = recordingLogger();
  server = createHealthServer({ address: '127.0.0.1:0', clock: systemClock, log: logged.log });
});
afterEach(async () => {
  manager.abort();
  await server.close();
});

/** Starts the server, as a manager does when it runs. */
async function start(): Promise<void> {
  await server.ready();
  void server.start(manager.signal);
  await expect.poll(async () => (await get('/readyz?exclude=good&exclude=also')).status).toBe(200);
}

const fails = (): never => {
  throw new Error('blech');
};

async function get(path: string, method = 'GET'): Promise<{ status: number; text: string; type: string | null }> {
  const { url } = await server.listening;
  const response = await fetch(`${url}${path}`, { method });
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') };
}

describe('health exclude/verbose', () => {
  const passed = (...lines: string[]): string => [...lines, 'healthz check passed\n'].join('\n');
  const failed = (...lines: string[]): string => [...lines, 'healthz check failed\n'].join('\n');
  test.each([
    { path: '/readyz', status: 200, text: 'ok' },
    { path: '/readyz/', status: 200, text: 'ok' },
    { path: '/readyz?verbose', status: 200, text: passed('[+]also ok', '[+]good ok') },
    { path: '/readyz?verbose=true', status: 200, text: passed('[+]also ok', '[+]good ok') },
    { path: '/readyz?exclude=good&verbose', status: 200, text: passed('[+]also ok', '[+]good excluded: ok') },
    { path: '/readyz?exclude=none', status: 200, text: 'ok' },
    {
      path: '/readyz?exclude=none&exclude=two&verbose',
      status: 200,
      text: passed(
        '[+]also ok',
        '[+]good ok',
        'warn: some health checks cannot be excluded: no matches for "none","two"',
      ),
    },
    { path: '/readyz/good', status: 200, text: 'ok' },
    { path: '/readyz/ping', status: 404, text: '404 page not found\n' },
    { path: '/healthz', status: 500, text: failed('[-]bad failed: reason withheld', '[+]good ok') },
    { path: '/healthz?exclude=bad', status: 200, text: 'ok' },
    { path: '/healthz?exclude=bad&verbose', status: 200, text: passed('[+]bad excluded: ok', '[+]good ok') },
    { path: '/healthz/good', status: 200, text: 'ok' },
    { path: '/healthz/bad', status: 500, text: 'internal server error: blech\n' },
    { path: '/healthz/other', status: 404, text: '404 page not found\n' },
    { path: '/healthzz', status: 404, text: '404 page not found\n' },
    { path: '/', status: 404, text: '404 page not found\n' },
  ])('$path', async ({ path, status, text }) => {
    server.addHealthzCheck('good', () => undefined);
    server.addHealthzCheck('bad', () => Promise.reject(new Error('blech')));
    server.addReadyzCheck('good', () => undefined);
    server.addReadyzCheck('also', () => undefined);
    await start();
    expect(await get(path)).toEqual({
      status,
      text,
      type: 'text/plain; charset=utf-8',
    });
  });

  test('without checks an endpoint responds with ok, not with 404', async () => {
    await start();
    expect(await get('/readyz')).toMatchObject({ status: 200, text: 'ok' });
    expect(await get('/healthz?verbose')).toMatchObject({ status: 200, text: '[+]ping ok\nhealthz check passed\n' });
    expect(await get('/healthz/ping')).toMatchObject({ status: 200, text: 'ok' });
  });

  test('nothing is ready before the manager runs, since not all checks have been added', async () => {
    server.addReadyzCheck('good', () => undefined);
    expect(await get('/readyz')).toMatchObject({
      status: 500,
      text: failed('[+]good ok', '[-]started failed: reason withheld'),
    });
    expect(await get('/healthz')).toMatchObject({ status: 200 });
    await start();
    expect(await get('/readyz')).toMatchObject({ status: 200 });
  });

  test('the reason is in the log and at the check, not in the response for all', async () => {
    server.addHealthzCheck('bad', fails);
    expect((await get('/healthz')).text).not.toContain('blech');
    expect(logged.lines).toMatchObject([
      { level: 'debug', message: 'healthz check failed', values: { checker: 'bad', error: 'blech' } },
      { level: 'info', message: 'healthz check failed', values: { failed: ['bad'] } },
    ]);
  });

  test('a probe with HEAD gets no body', async () => {
    expect(await get('/healthz', 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  test('the endpoints can have other names', async () => {
    await server.close();
    server = createHealthServer({
      address: '127.0.0.1:0',
      clock: systemClock,
      livenessEndpoint: '/live',
      readinessEndpoint: '/ready',
    });
    server.addReadyzCheck('bad', fails);
    expect([(await get('/live')).status, (await get('/ready')).status, (await get('/healthz')).status]).toEqual([
      200, 500, 404,
    ]);
  });

  test.each(['', 'a/b', 'a b', '..', 'a?'])('"%s" cannot name a check', (name) => {
    expect(() => server.addHealthzCheck(name, () => undefined)).toThrow(TypeError);
  });

  test('two checks of one name are refused', () => {
    server.addReadyzCheck('a', () => undefined);
    expect(() => server.addReadyzCheck('a', () => undefined)).toThrow('there are two checks named "a" at /readyz');
  });
});

describe('probes stop with the manager and port-in-use is reported', () => {
  test('the port is in use from the beginning, and free after the end', async () => {
    await server.close();
    const port = await freePort();
    server = createHealthServer({ address: `127.0.0.1:${port}`, clock: systemClock });
    const { url } = await server.listening;
    const second = createHealthServer({ address: `127.0.0.1:${port}`, clock: systemClock });
    await expect(second.listening).rejects.toThrow(
      `the health probe server cannot listen on 127.0.0.1:${port}: the address is already in use by another process or server`,
    );
    await expect(second.start(new AbortController().signal)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const stop = new AbortController();
    const running = server.start(stop.signal);
    await server.ready();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    stop.abort();
    await running;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
    const third = createHealthServer({ address: `127.0.0.1:${port}`, clock: systemClock });
    expect((await third.listening).port).toBe(port);
    await third.close();
  });

  test('it stops even when a check never ends', async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    server.addHealthzCheck('stuck', (signal) => {
      asked.resolve(signal);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('gone')), { once: true });
      });
    });
    const probe = get('/healthz').catch(() => undefined);
    const signal = await asked.promise;
    await server.close();
    expect(signal.aborted).toBe(true);
    await probe;
  });

  test('an invalid address is refused, and one that turns it off too', () => {
    expect(() => createHealthServer({ address: '8081', clock: systemClock })).toThrow(
      '"8081" is not an address to listen on: expected <host>:<port>',
    );
    expect(() => createHealthServer({ address: '0', clock: systemClock })).toThrow('is turned off by its address');
  });
});
