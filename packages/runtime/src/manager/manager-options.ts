import type { Clock, Random } from '@kb/apimachinery';
import type { Client, Tracer } from '@kb/client';
import type { CacheOptions } from '../cache/cache-options.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { ControllerDefaults } from '../controller/controller-options.ts';
import type { Controller } from '../controller/controller.ts';
import type { Milliseconds } from '../durations.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { ResourceLock } from '../leader-election/resource-lock.ts';
import type { Logger } from '../log/logger.ts';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';
import type { MetricsServer } from '../metrics/server/metrics-server.ts';
import type { WebhookServer } from '../webhook/webhook-server.ts';
import type { Runnable } from './runnable.ts';

/** Options of {@link createManager}: controller-runtime's manager.Options. */
export interface ManagerOptions {
  /** How to talk to the API server. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /** What runs: `controllerFor(…).reconcile(…)`'s. Their names differ, unless `skipNameValidation` says otherwise. */
  readonly controllers: readonly Controller[];
  /**
   * What holds for all `controllers` that do not say otherwise by `withOptions`: manager.Options.Controller. Default:
   * nothing.
   */
  readonly controllerDefaults?: ControllerDefaults;
  /** What the cache holds and how. Default: all of what is asked for. */
  readonly cache?: CacheOptions;
  /** Further clusters that controllers watch. They start with the caches. Default: none. */
  readonly clusters?: readonly Cluster[];
  /** Default: none; every replica works. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Serves the probes: `createHealthServer`'s. The manager runs it. Default: none. */
  readonly healthServer?: HealthServer;
  /** Serves the metrics: `createMetricsServer`'s. The manager runs it. Default: none. */
  readonly metricsServer?: Runnable & Partial<Pick<MetricsServer, 'addExtraHandler'>>;
  /**
   * Answers admission and conversion reviews: `createWebhookServer`'s. The manager runs it, before its caches fill.
   * Default: none.
   */
  readonly webhookServer?: WebhookServer;
  /** Counts what the manager does: `createRuntimeMetrics`'s. Default: nothing is counted. */
  readonly metrics?: RuntimeMetrics;
  /** Traces reconciles. Default: not. */
  readonly tracer?: Tracer;
  /** Default: silent. */
  readonly log?: Logger;
  /** Where this process runs, in Events (`reportingInstance`) and in the name of the leader. Default: `localhost`. */
  readonly hostname?: string;
  /**
   * How long running reconciles and unsent Events may take after {@link Manager.stop}. 0: do not wait; less than 0:
   * wait for ever. After it, running reconciles are aborted and `start` rejects. Default: 30 seconds.
   */
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/** How replicas agree on the one that works. */
export interface LeaderElectionOptions {
  /** Name of the Lease. All replicas of an operator have the same, other operators in the namespace another. */
  readonly id: string;
  /** Namespace of the Lease: the operator's own. */
  readonly namespace: string;
  /**
   * How long the others wait, after the leader was last heard of, before they take over: longer than `renewDeadline`.
   * Default: 15 seconds.
   */
  readonly leaseDuration?: Milliseconds;
  /**
   * How long the leader tries to renew before it gives up and ends: longer than 1.2 retry periods. Default: 10 seconds.
   */
  readonly renewDeadline?: Milliseconds;
  /** How long to wait between two tries. Default: 2 seconds. */
  readonly retryPeriod?: Milliseconds;
  /**
   * Give the lease away when the manager stops, so that the next replica need not wait for it to expire. It is given
   * away only when everything that only the leader runs has ended. Default: false.
   */
  readonly releaseOnCancel?: boolean;
  /** Put on the Lease by the leader. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** For the requests of the election. Default: the manager's client. */
  readonly client?: Client;
  /** What replicas agree by. Default: a Lease of that name. */
  readonly lock?: ResourceLock;
}
