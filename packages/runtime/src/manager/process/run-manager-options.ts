import type { KubeConfigObject, Tracer } from '@kb/client';
import type { CacheOptions } from '../../cache/selection/cache-options.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import type { ControllerDefaults } from '../../controller/controller-options.ts';
import type { Controller } from '../../controller/controller.ts';
import type { Milliseconds } from '../../durations.ts';
import type { Logger } from '../../log/logger.ts';
import type { MetricsSource } from '@kb/apimachinery/metrics';
import type { WebhookDescription } from '../../webhook/webhook-builder.ts';
import type { LeaderElectionOptions } from '../manager-options.ts';
import type { Manager } from '../manager.ts';

/** Options of runManager. */
export interface RunManagerOptions {
  /** The controllers to run, which `controllerFor(…).reconcile(…)` returns. */
  readonly controllers: readonly Controller[];
  /** The webhooks that are served on `--webhook-bind-address`. Default: none. */
  readonly webhooks?: readonly WebhookDescription[];
  /**
   * The name of the Lease for leader election, such as `shop.example.com`: unique for the operator. `--leader-elect`
   * requires it. Default: none.
   */
  readonly leaderElectionId?: string;
  /**
   * Times and labels of leader election. Default: those of {@link LeaderElectionOptions}, but with
   * `releaseOnCancel: true`, since the process ends right after.
   */
  readonly leaderElection?: Omit<LeaderElectionOptions, 'id' | 'namespace' | 'client' | 'lock'>;
  /** Further clusters that controllers watch: `createCluster`'s. Default: none. */
  readonly clusters?: readonly Cluster[];
  /**
   * Options of all `controllers` that do not override them by `withOptions`: manager.Options.Controller. Default: none.
   */
  readonly controllerDefaults?: ControllerDefaults;
  /**
   * How long the event loop may stand still. With `--leader-elect`, the lease is renewed in a thread of its own, so
   * that a reconciler that computes does not lose it. The thread ends the process (SIGKILL) when the event loop stands
   * still for longer than this, since an endless loop must not keep the lease. 0: never. `--max-stall` overrides it.
   * Default: 60 seconds.
   */
  readonly maxStall?: Milliseconds;
  /**
   * True for an operator of single namespaces: the cache holds only objects of those that the environment variable
   * `WATCH_NAMESPACE` lists, separated by commas, and the process ends with 2 if it is not set. Empty: every namespace.
   * `namespaces` of {@link cache} override it. Default: false.
   */
  readonly namespaced?: boolean;
  /**
   * What the cache holds and how. Default: all objects of the requested resources; frozen, or trusted when `NODE_ENV`
   * is `production`.
   */
  readonly cache?: CacheOptions;
  /**
   * Default: a logger to standard error: plain lines on a terminal, else JSON lines. Flags (`--zap-log-level`,
   * `--zap-encoder`) or the environment (`LOG_FORMAT=text|json`, `LOG_LEVEL=debug|info|error`) change that.
   */
  readonly log?: Logger;
  /** As ManagerOptions.gracefulShutdownTimeout. Default: 30 seconds. */
  readonly gracefulShutdownTimeout?: Milliseconds;
  /**
   * More metrics for `--metrics-bind-address`. Custom metrics can also be added to `manager.metrics` in {@link setup}.
   * Default: none.
   */
  readonly metrics?: ProcessMetricsOptions;
  /** Traces reconciles and requests. Default: no tracing. */
  readonly tracer?: Tracer;
  /**
   * The kubeconfig when `--kubeconfig` is not set: a KubeConfig of `@kubernetes/client-node`, or an object of its
   * shape. Default: the kubeconfig of the environment.
   */
  readonly kubeConfig?: KubeConfigObject;
  /**
   * Adds to the manager before it starts: informers, runnables, checks, metrics. The manager starts when it has
   * resolved, and the process ends with 1 when it throws. Default: nothing.
   */
  readonly setup?: (manager: Manager) => void | Promise<void>;
  /** The command line. Default: the process's. */
  readonly args?: readonly string[];
}

/** Metrics of a process, in addition to those of its manager. */
export interface ProcessMetricsOptions {
  /** Another registry of metrics, such as prom-client's. Default: none. */
  readonly include?: MetricsSource;
  /** Count latency, sizes and retries of requests too. Default: false. */
  readonly requestDetails?: boolean;
}
