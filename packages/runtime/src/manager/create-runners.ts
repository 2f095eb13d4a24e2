import type { Clock, Random } from '@kb/apimachinery';
import { createApplyMemory } from '../client/apply-memory.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type ControllerDefaults, resolveControllerOptions } from '../controller/controller-options.ts';
import { type ControllerRunner, createControllerRunner } from '../controller/runner/controller-runner.ts';
import type { Controller } from '../controller/controller.ts';
import type { EventBroadcaster } from '../events/event-broadcaster.ts';
import { fencedClient } from '../leader-election/fenced-client.ts';
import type { Leadership } from '../leader-election/leadership.ts';
import type { Inspector } from '../inspection/inspector.ts';
import type { Logger } from '../log/logger.ts';
import type { RuntimeMetrics } from '../metrics/runtime-metrics.ts';
import type { RunBoard } from '../run-board.ts';
import type { Tracer } from '@kb/client';

/** Options of {@link createRunners}. */
export interface RunnersOptions {
  readonly controllers: readonly Controller[];
  /** Options of controllers that do not override them. */
  readonly controllerDefaults?: ControllerDefaults | undefined;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly own: Cluster;
  readonly events: EventBroadcaster;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** The fence of writes of controllers that need the lease; undefined without leader election. */
  readonly leadership: Leadership | undefined;
  readonly metrics?: RuntimeMetrics | undefined;
  readonly tracer?: Tracer | undefined;
  readonly board?: RunBoard | undefined;
  readonly inspector: Inspector;
}

/**
 * Creates the runners of all controllers. Throws a TypeError when two have the same name, or one watches in an unknown
 * cluster.
 */
export function createRunners(options: RunnersOptions): ControllerRunner[] {
  const { controllers, own, clusters, events, clock, random, log, leadership, metrics, tracer } = options;
  const memory = createApplyMemory(own.cache);
  const fenced = leadership ? fenceAll(clusters, leadership) : clusters;
  const runners = controllers.map((controller) => {
    checkClusters(controller, clusters);
    const { needLeaderElection } = resolveControllerOptions(controller, options.controllerDefaults);
    const clusterOf = (name?: string): Cluster => clusterNamed(needLeaderElection ? fenced : clusters, name);
    return createControllerRunner({
      controller,
      defaults: options.controllerDefaults,
      clusterOf,
      client: clusterOf().client,
      memory,
      events: events.recorderFor(controller.name),
      clock,
      random,
      log,
      metrics: metrics?.controllers,
      queueMetrics: metrics?.queues,
      tracer,
      board: options.board,
      inspector: options.inspector,
    });
  });
  checkNames(runners);
  return runners;
}

/**
 * Returns a cluster by its name; without a name the manager's own. Throws a TypeError, whose message begins with
 * `where`, when there is no such cluster.
 */
export function clusterNamed(clusters: ReadonlyMap<string, Cluster>, name = '', where = ''): Cluster {
  const cluster = clusters.get(name);
  if (!cluster) {
    const others = [...clusters.keys()].filter((other) => other !== '').map((other) => `"${other}"`);
    const known = others.length === 0 ? 'none besides its own' : others.join(', ');
    throw new TypeError(`${where}there is no cluster "${name}" in this manager: ManagerOptions.clusters has ${known}`);
  }
  return cluster;
}

/** Returns the clusters with clients whose writes are fenced by the leadership. */
function fenceAll(clusters: ReadonlyMap<string, Cluster>, leadership: Leadership): ReadonlyMap<string, Cluster> {
  return new Map(
    [...clusters].map(([name, cluster]) => [name, { ...cluster, client: fencedClient(cluster.client, leadership) }]),
  );
}

function checkClusters({ name, watches }: Controller, clusters: ReadonlyMap<string, Cluster>): void {
  for (const { resource, cluster } of watches) {
    clusterNamed(clusters, cluster, `controller ${name}: watch of ${resource.plural}: `);
  }
}

function checkNames(runners: readonly ControllerRunner[]): void {
  const names = new Set<string>();
  for (const { name, skipNameValidation } of runners) {
    if (names.has(name) && !skipNameValidation) {
      throw new TypeError(
        `two controllers are named "${name}": names distinguish them in logs, metrics and managed fields; use .named(…)`,
      );
    }
    names.add(name);
  }
}
