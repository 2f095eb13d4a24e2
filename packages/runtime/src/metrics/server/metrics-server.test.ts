import { gunzipSync } from 'node:zlib';
import { get as getRaw } from 'node:http';
import { systemClock } from '@kb/client';
import { afterEach, describe, expect, test } from 'vitest';
import { textResponse } from '../../serving/text-response.ts';
import { recordingLogger } from '../../test-support/recording-logger.ts';
import { createMetricsRegistry, type MetricsRegistry } from '@kb/apimachinery/metrics';
import { createMetricsServer, type MetricsServer, type MetricsServerOptions } from './metrics-server.ts';

const running: { stop: AbortController; ended: Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop, ended } of running.splice(0)) {
    stop.abort();
    await ended;
  }
});

function registryOfOne(): MetricsRegistry {
  const registry = createMetricsRegistry();
  registry.counter({ name: 'a_total', help: 'A.' }).with().inc();
  return registry;
}

const text = '# HELP a_total A.\n# TYPE a_total counter\na_total 1\n';

async function start(options: Partial<MetricsServerOptions> = {}): Promise<MetricsServer & { url: string }> {
  const server = createMetricsServer({
    address: '127.0.0.1:0',
    registry: registryOfOne(),
    clock: systemClock,
    ...options,
  });
  const stop = new AbortController();
  running.push({ stop, ended: server.start(stop.signal) });
  await server.ready(stop.signal);
  const { url } = await server.listening;
  return { ...server, url };
}

describe('/metrics', () => {
  test('is text in the format of Prometheus', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/metrics`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
      text,
    ]);
    expect((await fetch(`${url}/`)).status).toBe(404);
    expect((await fetch(`${url}/metrics/`)).status).toBe(404);
  });

  test.each([
    ['gzip', 'gzip'],
    ['zstd, GZIP;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
  ])('accept-encoding %s gets the encoding %s', async (accept, want) => {
    const { url } = await start();
    const { headers, body } = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>(
      (resolve, reject) => {
        getRaw(`${url}/metrics`, { headers: { 'accept-encoding': accept } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        }).once('error', reject);
      },
    );
    expect(headers['content-encoding']).toBe(want);
    expect((want === 'gzip' ? gunzipSync(body) : body).toString()).toBe(text);
  });

  test('responds with 500 when the metrics cannot be gathered', async () => {
    const registry = registryOfOne();
    registry.include({ metrics: () => Promise.reject(new Error('broken')) });
    const { log, lines } = recordingLogger();
    const { url } = await start({ registry, log });
    const response = await fetch(`${url}/metrics`);
    expect([response.status, await response.text()]).toEqual([
      500,
      'An error has occurred while serving metrics:\n\nbroken\n',
    ]);
    expect(lines.at(-1)).toMatchObject({ level: 'error', message: 'Metrics not gathered' });
  });
});

describe('extra handlers', () => {
  const say = (word: string) => () => textResponse(200, word);

  test('serve their path, or all below it; none can hide /metrics', async () => {
    const server = await start({ extraHandlers: { '/debug': say('debug'), '/': say('all') } });
    server.addExtraHandler('/debug/x/', say('below'));
    const get = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text();
    expect(await Promise.all(['/debug', '/debug/y', '/debug/x/1/2', '/', '/other', '/metrics'].map(get))).toEqual([
      'debug',
      'all',
      'below',
      'all',
      'all',
      text,
    ]);
    expect(() => server.addExtraHandler('/metrics', say('x'))).toThrow(
      'overriding builtin /metrics endpoint is not allowed',
    );
    expect(() => server.addExtraHandler('/debug', say('x'))).toThrow('there are two handlers for the path /debug');
    expect(() => server.addExtraHandler('debug', say('x'))).toThrow('is not a path');
  });

  test('one that would hide /metrics is refused before anything starts', () => {
    const options = { address: ':0', registry: createMetricsRegistry(), clock: systemClock };
    expect(() => createMetricsServer({ ...options, extraHandlers: { '/metrics': say('x') } })).toThrow(TypeError);
  });

  test('are behind the same filter as /metrics', async () => {
    const { url } = await start({
      extraHandlers: { '/debug': say('debug') },
      filter: (handler) => (request, signal) =>
        request.headers['x-in'] ? handler(request, signal) : textResponse(401, 'Unauthorized\n'),
    });
    const statusOf = async (path: string, headers?: Record<string, string>): Promise<number> =>
      (await fetch(`${url}${path}`, { ...(headers && { headers }) })).status;
    expect(await Promise.all([statusOf('/metrics'), statusOf('/debug'), statusOf('/none')])).toEqual([401, 401, 404]);
    expect(await statusOf('/debug', { 'x-in': '1' })).toBe(200);
  });
});

describe('listening', () => {
  test('a port that is in use is reported when it starts, and rejects `ready`', async () => {
    const { url } = await start();
    const second = createMetricsServer({
      address: new URL(url).host,
      registry: createMetricsRegistry(),
      clock: systemClock,
    });
    const { signal } = new AbortController();
    const ready = second.ready(signal).catch((error: unknown) => error);
    await expect(second.start(signal)).rejects.toThrow('the metrics server cannot listen on');
    expect(await ready).toMatchObject({ code: 'EADDRINUSE' });
  });

  test('without a certificate, HTTPS uses a self-signed one', async () => {
    const { url } = await start({ secure: true });
    expect(url).toMatch(/^https:/);
    await expect(fetch(`${url}/metrics`)).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/) },
    });
  });
});
