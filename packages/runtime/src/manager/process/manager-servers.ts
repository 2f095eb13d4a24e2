import path from 'node:path';
import { type Client, systemClock, systemRandom } from '@kb/client';
import type { CertWatcher } from '../../certificates/files/cert-watcher.ts';
import type { WebhookCaller } from '../../certificates/own/inject-authorities.ts';
import type { HealthServer } from '../../health/health-server.ts';
import type { Logger } from '../../log/logger.ts';
import type { RuntimeMetrics } from '../../metrics/runtime-metrics.ts';
import type { MetricsServer } from '../../metrics/server/metrics-server.ts';
import type { WebhookDescription } from '../../webhook/webhook-builder.ts';
import type { WebhookServer } from '../../webhook/webhook-server.ts';
import type { CertificateFiles, ManagerFlags, OwnCertificateFlags } from './manager-flags.ts';
import type { ProcessMetricsOptions, RunManagerOptions } from './run-manager-options.ts';
import type { Runnable } from '../runnables/runnable.ts';

/** The servers of a process, as its flags describe them. */
export interface ManagerServers {
  readonly metrics: RuntimeMetrics | undefined;
  readonly healthServer: HealthServer | undefined;
  /** Creates the webhook server, which keeps its own certificate through `client`; undefined when there is none. */
  readonly webhookServer: ((client: Client) => WebhookServer) | undefined;
  /** Creates the metrics server, which authorizes readers through `client`; undefined when there is none. */
  readonly metricsServer: ((client: Client) => MetricsServer) | undefined;
  /** Other runnables of the servers: those that watch certificates. */
  readonly runnables: readonly Runnable[];
}

/**
 * Creates the servers that the flags describe, the health server by `probes`. The code of each is loaded only when it
 * is needed. Rejects with a CertificateError when a certificate cannot be read.
 */
export async function managerServers(
  flags: ManagerFlags,
  { webhooks = [], metrics: metricsOptions = {} }: Pick<RunManagerOptions, 'webhooks' | 'metrics'>,
  log: Logger,
  probes: (address: string) => Promise<HealthServer> = (address) => loadHealthServer(address, log),
): Promise<ManagerServers> {
  const { metricsAddress, healthProbeAddress, webhookAddress } = flags;
  const [metrics, healthServer] = await Promise.all([
    metricsAddress === undefined ? undefined : loadMetrics(metricsOptions),
    healthProbeAddress === undefined ? undefined : probes(healthProbeAddress),
  ]);
  const metricsCertificate =
    metrics && flags.metricsSecure && flags.metricsCertificate
      ? await watchCertificate(flags.metricsCertificate, metrics, log)
      : undefined;
  return {
    metrics,
    healthServer,
    webhookServer:
      webhooks.length === 0 || webhookAddress === undefined
        ? undefined
        : await loadWebhookServer(webhookAddress, flags, webhooks, metrics, log),
    metricsServer:
      metrics && metricsAddress !== undefined
        ? await loadMetricsServer(metricsAddress, flags.metricsSecure, metricsCertificate, metrics, log)
        : undefined,
    runnables: metricsCertificate
      ? [{ name: 'metrics certificate', group: 'http-servers', start: (signal) => metricsCertificate.start(signal) }]
      : [],
  };
}

async function loadMetrics({ include, requestDetails = false }: ProcessMetricsOptions): Promise<RuntimeMetrics> {
  const [{ createRuntimeMetrics }, { readProcessStatistics }] = await Promise.all([
    import('../../metrics/runtime-metrics.ts'),
    import('../../metrics/adapters/process-statistics.ts'),
  ]);
  const metrics = createRuntimeMetrics({
    clock: systemClock,
    processStatistics: readProcessStatistics,
    requestDetails,
  });
  if (include) metrics.registry.include(include);
  return metrics;
}

async function loadMetricsServer(
  address: string,
  secure: boolean,
  certificates: CertWatcher | undefined,
  metrics: RuntimeMetrics,
  log: Logger,
): Promise<(client: Client) => MetricsServer> {
  const [{ createMetricsServer }, { withAuthenticationAndAuthorization }] = await Promise.all([
    import('../../metrics/server/metrics-server.ts'),
    import('../../metrics/server/authentication-filter.ts'),
  ]);
  const time = { clock: systemClock, random: systemRandom, log };
  return (client) =>
    createMetricsServer({
      address,
      registry: metrics.registry,
      clock: systemClock,
      log,
      secure,
      ...(certificates && { certificates }),
      ...(secure && { filter: withAuthenticationAndAuthorization({ client, ...time }) }),
    });
}

/** Creates the health server that runs on the event loop. */
export async function loadHealthServer(address: string, log: Logger): Promise<HealthServer> {
  const { createHealthServer } = await import('../../health/health-server.ts');
  return createHealthServer({ address, clock: systemClock, log });
}

async function loadWebhookServer(
  address: string,
  { webhookCertificate: files, ownCertificate: own }: ManagerFlags,
  webhooks: readonly WebhookDescription[],
  metrics: RuntimeMetrics | undefined,
  log: Logger,
): Promise<(client: Client) => WebhookServer> {
  const [{ createWebhookServer }, ownCertificates] = await Promise.all([
    import('../../webhook/webhook-server.ts'),
    own && import('../../certificates/own/own-certificate.ts'),
  ]);
  const counted = metrics && { metrics: metrics.certificates };
  return (client) =>
    createWebhookServer({
      clock: systemClock,
      address,
      webhooks,
      log,
      ...(files && { certDir: files.folder, certName: files.certificate, keyName: files.key }),
      ...(metrics && { metrics: metrics.webhooks, certificateMetrics: metrics.certificates }),
      ...(own &&
        ownCertificates && {
          ownCertificate: ownCertificates.createOwnCertificate({
            client,
            clock: systemClock,
            log,
            secretName: own.secret,
            service: { namespace: own.namespace, name: own.service },
            callers: callersOf(own, webhooks),
            ...counted,
          }),
        }),
    });
}

/** What calls the webhooks: the configurations that the flags name, and the CRDs of the kinds that are converted. */
function callersOf(own: OwnCertificateFlags, webhooks: readonly WebhookDescription[]): WebhookCaller[] {
  const { mutatingConfiguration, validatingConfiguration } = own;
  const definitions = webhooks
    .filter(({ converter }) => converter !== undefined)
    .map(({ resource }) => `${resource.plural}.${resource.group}`);
  return [
    ...(mutatingConfiguration === undefined
      ? []
      : [{ kind: 'MutatingWebhookConfiguration' as const, name: mutatingConfiguration }]),
    ...(validatingConfiguration === undefined
      ? []
      : [{ kind: 'ValidatingWebhookConfiguration' as const, name: validatingConfiguration }]),
    ...[...new Set(definitions)].map((name) => ({ kind: 'CustomResourceDefinition' as const, name })),
  ];
}

async function watchCertificate(files: CertificateFiles, metrics: RuntimeMetrics, log: Logger): Promise<CertWatcher> {
  const { createCertWatcher } = await import('../../certificates/files/cert-watcher.ts');
  return createCertWatcher({
    certPath: path.join(files.folder, files.certificate),
    keyPath: path.join(files.folder, files.key),
    clock: systemClock,
    log,
    metrics: metrics.certificates,
  });
}
