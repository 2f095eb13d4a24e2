import { type Clock, monotonicNow } from '@kb/apimachinery';
import type { RequestObserver } from '@kb/client';
import type { CertificateMetrics } from '../certificates/certificate-metrics.ts';
import type { ControllerMetricsProvider } from '../controller/controller-metrics.ts';
import type { EventMetrics } from '../events/event-metrics.ts';
import type { LeaderElectionMetrics } from '../leader-election/leader-election-metrics.ts';
import type { QueueMetricsProvider } from '../queue/queue-metrics.ts';
import type { ReflectorMetricsProvider } from '../reflector/shared/reflector-metrics.ts';
import type { WebhookMetrics } from '../webhook/http/webhook-metrics.ts';
import type { ProcessStatistics } from './adapters/process-statistics.ts';
import { certificateMetrics } from './families/certificates.ts';
import { controllerMetrics } from './families/controllers.ts';
import { eventMetrics } from './families/events.ts';
import { leaderElectionMetrics } from './families/leader-election.ts';
import { processMetrics } from './families/process.ts';
import { queueMetrics } from './families/queues.ts';
import { reflectorMetrics } from './families/reflectors.ts';
import { requestMetrics } from './families/requests.ts';
import { type WatchedCluster, type WatchedState, watchStateMetrics } from './families/watch-states.ts';
import { webhookMetrics } from './families/webhooks.ts';
import { createMetricsRegistry, type MetricsRegistry } from '@kb/apimachinery/metrics';

/** Options of {@link createRuntimeMetrics}. */
export interface RuntimeMetricsOptions {
  readonly clock: Clock;
  /** Reads the system's statistics of the process, for `process_*` and `nodejs_*`. Default: those are left out. */
  readonly processStatistics?: () => ProcessStatistics;
  /** Counts latency, sizes and retries of requests too, which controller-runtime does not. Default: false. */
  readonly requestDetails?: boolean;
}

/** The metrics of a manager and its client: each member belongs to one component. */
export interface RuntimeMetrics {
  /** The registry with all of them, also for custom metrics. */
  readonly registry: MetricsRegistry;
  readonly queues: QueueMetricsProvider;
  readonly controllers: ControllerMetricsProvider;
  readonly reflectors: ReflectorMetricsProvider;
  readonly leaderElection: LeaderElectionMetrics;
  readonly webhooks: WebhookMetrics;
  readonly certificates: CertificateMetrics;
  readonly events: EventMetrics;
  /** The observer for `createClient({ observe })`. */
  readonly requests: RequestObserver;
  /**
   * Adds the state of a cluster's watches, which is read at each scrape. Called once for each cluster; the manager's
   * own has no name.
   */
  watches(states: () => Iterable<WatchedState>, cluster?: string): void;
}

/**
 * Creates the metrics of one manager, under the names, types, labels and buckets of controller-runtime and client-go;
 * metrics that those do not have are called `kb_…`. Loads no other package.
 */
export function createRuntimeMetrics(options: RuntimeMetricsOptions): RuntimeMetrics {
  const { clock, processStatistics, requestDetails = false } = options;
  const now = (): number => monotonicNow(clock);
  const registry = createMetricsRegistry();
  if (processStatistics) processMetrics(registry, processStatistics);
  const clusters: WatchedCluster[] = [];
  watchStateMetrics(registry, clusters);
  return {
    registry,
    queues: queueMetrics(registry, now),
    controllers: controllerMetrics(registry, clock, now),
    reflectors: reflectorMetrics(registry),
    leaderElection: leaderElectionMetrics(registry),
    webhooks: webhookMetrics(registry),
    certificates: certificateMetrics(registry),
    events: eventMetrics(registry),
    requests: requestMetrics(registry, now, requestDetails),
    watches: (states, cluster = '') => void clusters.push({ cluster, states }),
  };
}
