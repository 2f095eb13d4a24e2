import type { Clock, Random } from '@kb/apimachinery';
import type { Client, Tracer } from '@kb/client';
import type { CacheOptions } from '../cache/selection/cache-options.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { ControllerDefaults } from '../controller/controller-options.ts';
import type { Controller } from '../controller/controller.ts';
import type { Milliseconds } from '../durations.ts';
import type { HealthServer } from '../health/health-server.ts';
import type { ResourceLock } from '../leader-election/lock/resource-lock.ts';
import type { Logger } from '../log/logger.ts';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';
import type { MetricsServer } from '../metrics/server/metrics-server.ts';
import type { WebhookServer } from '../webhook/webhook-server.ts';
import type { Runnable } from './runnables/runnable.ts';

/** Options of {@link createManager}: controller-runtime's manager.Options. */
export interface ManagerOptions {
  /** The client of the API server. */
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  /**
   * The controllers to run, which `controllerFor(…).reconcile(…)` returns. Their names must differ, unless
   * `skipNameValidation` is set.
   */
  readonly controllers: readonly Controller[];
  /**
   * Options of all `controllers` that do not override them by `withOptions`: manager.Options.Controller. Default: none.
   */
  readonly controllerDefaults?: ControllerDefaults;
  /** What the cache holds and how. Default: all objects of the requested resources. */
  readonly cache?: CacheOptions;
  /** Further clusters that controllers watch. They start with the caches. Default: none. */
  readonly clusters?: readonly Cluster[];
  /** How replicas elect a leader. Default: no election; every replica works. */
  readonly leaderElection?: LeaderElectionOptions;
  /** Serves the probes: `createHealthServer`'s. The manager runs it. Default: none. */
  readonly healthServer?: HealthServer;
  /** Serves the metrics: `createMetricsServer`'s. The manager runs it. Default: none. */
  readonly metricsServer?: Runnable & Partial<Pick<MetricsServer, 'addExtraHandler'>>;
  /**
   * Serves admission and conversion webhooks: `createWebhookServer`'s. The manager runs it before its caches fill.
   * Default: none.
   */
  readonly webhookServer?: WebhookServer;
  /** Counts what the manager does: `createRuntimeMetrics`'s. Default: nothing is counted. */
  readonly metrics?: RuntimeMetrics;
  /** Traces reconciles. Default: no tracing. */
  readonly tracer?: Tracer;
  /** Default: silent. */
  readonly log?: Logger;
  /** Where this process runs, in Events (`reportingInstance`) and in the name of the leader. Default: `localhost`. */
  readonly hostname?: string;
  /**
   * How long running reconciles and unsent Events may take after {@link Manager.stop}. 0: do not wait; less than 0:
   * wait forever. After it, running reconciles are aborted and `start` rejects. Default: 30 seconds.
   */
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/** Options of leader election: how replicas agree on the one that works. */
export interface LeaderElectionOptions {
  /**
   * Name of the Lease. It is the same in all replicas of an operator, and different for other operators in the
   * namespace.
   */
  readonly id: string;
  /** Namespace of the Lease: the operator's own. */
  readonly namespace: string;
  /**
   * How long the others wait after the leader's last renewal before they take over: longer than `renewDeadline`.
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
   * Release the lease when the manager stops, so that the next replica does not wait for it to expire. It is released
   * only when everything that only the leader runs has ended. Default: false.
   */
  readonly releaseOnCancel?: boolean;
  /** Labels that the leader puts on the Lease. Default: none. */
  readonly labels?: Readonly<Record<string, string>>;
  /** The client of the election's requests. Default: the manager's client. */
  readonly client?: Client;
  /** The lock that replicas compete for. Default: a Lease of that name. */
  readonly lock?: ResourceLock;
}
