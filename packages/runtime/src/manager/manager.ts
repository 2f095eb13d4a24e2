import type { KubernetesObject, Resource } from '@kb/apimachinery';
import type { Client } from '@kb/client';
import type { CachedReads } from '../cache/read/cache-reader.ts';
import type { Cache } from '../cache/cache.ts';
import type { Informer } from '../cache/read/informer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { RunningController } from '../controller/runner/controller-runner.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import type { HealthCheck } from '../health/health-check.ts';
import type { Leadership } from '../leader-election/leadership.ts';
import type { MetricsRegistry } from '@kb/apimachinery/metrics';
import type { HttpHandler } from '../serving/http-server.ts';
import type { WebhookServer } from '../webhook/webhook-server.ts';
import type { Runnable } from './runnables/runnable.ts';

/** Runs controllers on one shared cache: controller-runtime's manager. */
export interface Manager extends CachedReads, AsyncDisposable {
  /**
   * Returns the informer of a resource: event handlers, indexes and reads for code outside of controllers, from the
   * cache that the controllers use. Informers that are requested before {@link Manager.start} have synced before
   * anything else runs. Throws a ManagerStoppingError when the manager is stopping or has stopped.
   *
   * ```ts
   * const apps = manager.informer(appServices);
   * apps.addEventHandler({ onAdd: (app) => console.log(app.spec.image) });
   * apps.lister.list({ namespace: 'default', labelSelector: 'tier=web' });
   * ```
   */
  informer<T extends KubernetesObject, A, N extends boolean = boolean>(
    resource: Resource<T, A, never, N>,
  ): Informer<T, N>;
  /**
   * Adds a runnable, which runs as long as the manager does; it starts at once when the manager runs. Throws a
   * ManagerStoppingError when the manager is stopping or has stopped.
   */
  add(runnable: Runnable): void;
  /**
   * Adds a check to `/healthz`. Throws when the manager has started, since probes may have passed by then, and a
   * TypeError when the name is taken (built in are `healthz` and `leader-election`; at `/readyz` `readyz`, `caches`,
   * `webhooks`) or cannot be part of a path. Without a health server it only checks the name.
   */
  addHealthzCheck(name: string, check: HealthCheck): void;
  /** Adds a check to `/readyz`, like {@link addHealthzCheck}. */
  addReadyzCheck(name: string, check: HealthCheck): void;
  /**
   * Serves one more path beside `/metrics`, with the same authentication; a path that ends in `/` includes all paths
   * below it. Throws when the manager has started, and a TypeError when the path is taken. Without a metrics server it
   * does nothing.
   */
  addMetricsServerExtraHandler(path: string, handler: HttpHandler): void;
  /** Returns a recorder of Events for a reporter; Events are sent until the end of a stop. */
  eventRecorderFor(name: string): EventRecorder;
  /**
   * The client that the manager was created with, for code outside of controllers: its writes are not fenced by the
   * lease (`fencedClient` makes one whose writes are).
   */
  readonly client: Client;
  /** The cache of the manager's own cluster: waiting reads, and the state of every watch. */
  readonly cache: Cache;
  /**
   * Returns a cluster of `ManagerOptions.clusters` by its name; without a name the manager's own. Throws a TypeError
   * when there is no such cluster.
   */
  cluster(name?: string): Cluster;
  /**
   * Returns a controller by its name, to add sources to it at any time. Throws a TypeError when there is no such
   * controller.
   */
  controller(name: string): RunningController;
  /**
   * Starts everything in order ({@link Runnable}). Resolves after {@link Manager.stop}, or when `signal` is aborted and
   * all has ended; rejects when something could not start or failed, the lease was lost (a LeadershipLostError: the
   * process must end), or the grace period ended before everything did; with an AggregateError for several errors. A
   * second call rejects.
   */
  start(signal?: AbortSignal): Promise<void>;
  /**
   * Stops: running reconciles end, queued keys are dropped, watches end, the lease is released, Events are sent.
   * Resolves when all of this is done. Never rejects.
   */
  stop(): Promise<void>;
  /**
   * Resolves when the caches have synced and every controller that does not wait for the lease works; rejects when
   * `start` rejects before that.
   */
  readonly ready: Promise<void>;
  /**
   * Resolves when this process leads, at once without leader election. Never rejects: it stays pending when the manager
   * stops before.
   */
  readonly elected: Promise<void>;
  /**
   * The webhook server, for webhooks without a builder: `webhookServer.register(path, handler)`. Undefined when the
   * manager has none.
   */
  readonly webhookServer: WebhookServer | undefined;
  /** The registry for custom metrics; undefined when the manager counts nothing. */
  readonly metrics: MetricsRegistry | undefined;
  /**
   * Whether this process may act as the leader: check it before each write outside of a controller. Always valid
   * without leader election.
   */
  readonly leadership: Leadership;
}
