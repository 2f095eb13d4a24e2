import type { Clock, Random, Transport, VirtualClock } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import {
  type CacheOptions,
  type Cluster,
  type Controller,
  type ControllerDefaults,
  createCluster,
  createManager,
  type LeaderElectionOptions,
  type Logger,
  type Manager,
  type Milliseconds,
} from '@kb/runtime';
import { whileTimePasses } from './eventually.ts';

/** Controllers in their own manager, which correspond to one operator process. */
export interface TestOperator {
  readonly manager: Manager;
  /** Stops it gracefully. Resolves when everything has ended; rejects when it ended with an error before. */
  readonly stop: () => Promise<void>;
  /**
   * Stops it and ignores errors. To simulate a killed process, run it on a dyingTransport and without a grace
   * period.
   */
  readonly kill: () => Promise<void>;
}

/**
 * Another cluster of a {@link TestOperator}: a test environment on the same clock, or a transport.
 */
export interface TestCluster {
  readonly transport: Transport;
  /** The scope of its cache. Default: all objects. */
  readonly cache?: CacheOptions;
  /** The clock of that cluster, if known. */
  readonly clock?: Clock;
}

/** The manager options that tests use too: see ManagerOptions and RunManagerOptions. */
export interface OperatorSettings {
  /**
   * The scope of the cache. Default: everything; on a real control plane, and for operators of one namespace, only the
   * environment's namespace.
   */
  readonly cache?: CacheOptions;
  /**
   * Other clusters by name, as in `watches(…, { cluster })`. Each operator has clients and caches of its own
   * for them. Default: none.
   */
  readonly clusters?: Readonly<Record<string, TestCluster>>;
  /** Default options of all controllers. Default: none. */
  readonly controllerDefaults?: ControllerDefaults;
  /**
   * Leader election: the operator starts at once, and works when it has the lease; `manager.elected` resolves then.
   * Default: none.
   */
  readonly leaderElection?: LeaderElectionOptions;
  /**
   * Adds informers, runnables or checks to the manager before it starts. An error that it throws fails the start.
   * Default: nothing.
   */
  readonly setup?: (manager: Manager) => void | Promise<void>;
  /** How long an operator may take to stop. 0: no waiting. Default: 30 seconds. */
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/** The surroundings of a {@link TestOperator}. */
export interface OperatorOptions extends OperatorSettings {
  readonly controllers: readonly Controller[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly virtualClock: VirtualClock | undefined;
  readonly random: Random;
  readonly log: Logger;
}

/**
 * Starts controllers. Resolves when their caches are synced and they work, unless they wait for the lease; rejects when
 * that fails.
 */
export async function startOperator(options: OperatorOptions): Promise<TestOperator> {
  const { controllers, transport, clock, virtualClock, random, log } = options;
  const { cache, controllerDefaults, leaderElection, gracefulShutdownTimeout } = options;
  const manager = createManager({
    client: createClient({ transport, clock, fieldManager: FIELD_MANAGER }),
    clock,
    random,
    controllers,
    clusters: clustersOf(options),
    log,
    ...(cache && { cache }),
    ...(controllerDefaults && { controllerDefaults }),
    ...(leaderElection && { leaderElection }),
    ...(gracefulShutdownTimeout !== undefined && { gracefulShutdownTimeout }),
  });
  const passing = <T>(work: () => Promise<T>): Promise<T> =>
    virtualClock ? whileTimePasses(virtualClock, work) : work();
  const { setup } = options;
  if (setup) await passing(async () => setup(manager));
  const running = manager.start();
  // stop() reports it; until then a failure shows in what the test waits for.
  running.catch(() => undefined);
  await passing(() => manager.ready);
  const stop = (): Promise<void> =>
    passing(async () => {
      await manager.stop();
      await running;
    });
  return { manager, stop, kill: () => stop().catch(() => undefined) };
}

const FIELD_MANAGER = 'kb-test-operator';

function clustersOf({ clusters = {}, clock, random, log }: OperatorOptions): Cluster[] {
  return Object.entries(clusters).map(([name, { transport, cache, clock: itsClock = clock }]) => {
    if (itsClock !== clock) {
      throw new TypeError(
        `the cluster "${name}" has another clock than the operator, so time would stand still in one of them: give createTestEnvironment the clock of the other as \`clock\``,
      );
    }
    const client = createClient({ transport, clock, fieldManager: FIELD_MANAGER });
    return createCluster({ name, client, clock, random, log, ...(cache && { cache }) });
  });
}
