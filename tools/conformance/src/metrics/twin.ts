import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transport } from '@kb/apimachinery';
import { createClient, systemClock, systemRandom } from '@kb/client';
import { configMaps } from '@kb/kubernetes/core/v1';
import {
  type Controller,
  controllerFor,
  createLogger,
  createManager,
  hours,
  jsonSink,
  terminalError,
} from '@kb/runtime';
import { createMetricsServer, createRuntimeMetrics, readProcessStatistics } from '@kb/runtime/metrics';
import { createHealthServer, createSelfSignedCertificate } from '@kb/runtime/serving';
import { createWebhookServer } from '@kb/runtime/webhook';
import type { MeteredProgram } from './exercise.ts';

/**
 * Runs the counterpart of tools/controller-runtime/metrics in this process: a controller of the ConfigMaps in a
 * namespace. The name of each object determines how its reconcile ends.
 */
export async function startTwin(transport: Transport, namespace: string): Promise<MeteredProgram> {
  const metrics = createRuntimeMetrics({ clock: systemClock, processStatistics: readProcessStatistics });
  const lines: string[] = [];
  const log = createLogger({ clock: systemClock, sink: jsonSink((line) => void lines.push(line.trimEnd())) });
  const time = { clock: systemClock, random: systemRandom };
  const folder = mkdtempSync(join(tmpdir(), 'kb-metrics-'));
  const pair = await createSelfSignedCertificate({ now: Date.now() });
  writeFileSync(join(folder, 'tls.crt'), pair.cert);
  writeFileSync(join(folder, 'tls.key'), pair.key, { mode: 0o600 });

  const metricsServer = createMetricsServer({
    address: '127.0.0.1:0',
    registry: metrics.registry,
    clock: systemClock,
    log,
  });
  const webhookServer = createWebhookServer({
    clock: systemClock,
    address: '127.0.0.1:0',
    certDir: folder,
    metrics: metrics.webhooks,
    certificateMetrics: metrics.certificates,
    log,
  });
  const allowed = new TextEncoder().encode('{"response":{"uid":"1","allowed":true}}');
  webhookServer.register('/validate', () =>
    Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body: allowed }),
  );
  const manager = createManager({
    client: createClient({ transport, ...time, observe: metrics.requests }),
    ...time,
    controllers: [twinController()],
    cache: { namespaces: [namespace] },
    leaderElection: { id: 'metrics', namespace, releaseOnCancel: true },
    metrics,
    metricsServer,
    healthServer: createHealthServer({ address: '127.0.0.1:0', clock: systemClock, log }),
    webhookServer,
    log,
    hostname: 'twin',
  });
  const running = manager.start();
  const ended = running.finally(() => rmSync(folder, { recursive: true, force: true }));
  ended.catch(() => undefined);
  await Promise.race([manager.ready, running]);
  const { url } = await metricsServer.listening;
  return {
    metricsUrl: url,
    webhookUrl: webhookServer.address()?.url ?? '',
    stop: async () => {
      await manager.stop();
      await ended;
      return lines;
    },
  };
}

function twinController(): Controller {
  const seen = new Set<string>();
  return controllerFor(configMaps)
    .named('metrics')
    .withOptions({ maxConcurrentReconciles: 2, reconciliationTimeout: 2000 })
    .reconcile(async ({ key: { name }, signal }) => {
      if (seen.has(name)) return undefined;
      seen.add(name);
      switch (name) {
        case 'requeue-after':
          return { requeueAfter: hours(1) };
        case 'requeue':
          return { requeue: true };
        case 'error':
          // An expected error: without a code, it would be reported as a bug.
          throw Object.assign(new Error('as asked'), { code: 'AS_ASKED' });
        case 'terminal-error':
          throw terminalError('as asked');
        case 'panic':
          throw new TypeError('as asked');
        case 'timeout':
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve, { once: true });
          });
          return undefined;
        default:
          return undefined;
      }
    });
}
