import fc from 'fast-check';
import { expect, test } from 'vitest';
import { controllerFor } from '../controller/builder.ts';
import { answerHealth } from '../health/health-handler.ts';
import { metricsHandler } from '../metrics/server/metrics-handler.ts';
import { createMetricsRegistry } from '@kb/apimachinery/metrics';
import { startEmbedded } from '../test-support/embedded.ts';
import { hostileValue } from '../test-support/hostile-values.ts';
import { recordingLogger } from '../test-support/recording-logger.ts';
import { widgets } from '../test-support/widgets.ts';

const probe = { method: 'GET', path: '/readyz', headers: {} };
const text = (body: unknown): string => new TextDecoder().decode(body instanceof Uint8Array ? body : new Uint8Array());

test.each(['', '/bad'])('a health check at /readyz%s may throw anything', async (path) => {
  await fc.assert(
    fc.asyncProperty(hostileValue, async ({ make }) => {
      const thrown = make();
      const fail = (): never => {
        throw thrown;
      };
      const { signal } = new AbortController();
      const { log } = recordingLogger();
      const { status, body } = await answerHealth(new Map([['bad', fail]]), path, probe, signal, log);
      expect(status).toBe(500);
      expect(text(body).length).toBeLessThan(20_000);
    }),
  );
});

test('a source of metrics may throw anything', async () => {
  await fc.assert(
    fc.asyncProperty(hostileValue, async ({ make }) => {
      const thrown = make();
      const registry = createMetricsRegistry();
      registry.include({ metrics: () => Promise.reject(thrown) });
      const { log, lines } = recordingLogger();
      const { status, body } = await metricsHandler(registry, log)(probe, new AbortController().signal);
      expect(status).toBe(500);
      expect(text(body).length).toBeLessThan(20_000);
      expect(lines).toHaveLength(1);
    }),
  );
});

test('a runnable may reject with anything: the manager ends with it, and everything else has ended', async () => {
  await fc.assert(
    fc.asyncProperty(hostileValue, hostileValue, async (one, other) => {
      const [first, second] = [one.make(), other.make()];
      const env = await startEmbedded();
      const manager = env.manager([]);
      const ended: string[] = [];
      manager.add({ name: 'a', group: 'others', start: () => Promise.reject(first) });
      manager.add({ name: 'b', group: 'others', start: () => Promise.reject(second) });
      manager.add({
        name: 'c',
        group: 'others',
        start: (signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              ended.push('c');
              resolve();
            });
          }),
      });
      let rejected = false;
      await manager.start().then(undefined, () => {
        rejected = true;
      });
      expect(rejected).toBe(true);
      expect(ended).toEqual(['c']);
      await env.stop();
    }),
    { numRuns: 20 },
  );
});

test('a watch error handler may throw anything: the watch continues', async () => {
  await fc.assert(
    fc.asyncProperty(hostileValue, async ({ make }) => {
      const thrown = make();
      const env = await startEmbedded();
      let failures = 0;
      env.intercept = (request) => {
        if (!request.path.includes('/widgets')) return Promise.resolve(undefined);
        failures += 1;
        if (failures > 3) return Promise.resolve(undefined);
        return Promise.reject(thrown);
      };
      const ran: string[] = [];
      const manager = env.manager([controllerFor(widgets).reconcile(({ key }) => void ran.push(key.name))], {
        cache: {
          watchErrorHandler: () => {
            throw thrown;
          },
        },
      });
      const running = manager.start();
      await env.widget('a');
      await env.clock.advance(60_000);
      expect(ran).toContain('a');
      await manager.stop();
      await running;
      await env.stop();
    }),
    { numRuns: 20 },
  );
});
