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

/** Controllers that run in a manager of their own: what one operator process is. */
export interface TestOperator {
  readonly manager: Manager;
  /** Stops it gracefully. Resolves when all has ended; rejects when it had ended by an error of its own before. */
  readonly stop: () => Promise<void>;
  /**
   * Ends it, whether or not it ended well. For a process that is killed, run it on a dyingTransport and without a grace
   * period.
   */
  readonly kill: () => Promise<void>;
}

/**
 * A further cluster of a {@link TestOperator}: another test environment on the same clock, or the way to anything else.
 */
export interface TestCluster {
  readonly transport: Transport;
  /** What its cache holds. Default: all of what is asked for. */
  readonly cache?: CacheOptions;
  /** Which time passes there, where it is known. */
  readonly clock?: Clock;
}

/** What a manager of a test takes as any other does: see ManagerOptions and RunManagerOptions. */
export interface OperatorSettings {
  /** What the cache holds. Default: on a real control plane, only the environment's namespace. */
  readonly cache?: CacheOptions;
  /**
   * Further clusters by their names, as in `watches(…, { cluster })`. Each operator has clients and caches of its own
   * for them. Default: none.
   */
  readonly clusters?: Readonly<Record<string, TestCluster>>;
  /** What holds for all controllers that do not say otherwise. Default: nothing. */
  readonly controllerDefaults?: ControllerDefaults;
  /**
   * With it an operator works when it has the lease, and is started before: `manager.elected` tells when. Default:
   * none.
   */
  readonly leaderElection?: LeaderElectionOptions;
  /**
   * Adds to the manager before it starts: informers, runnables, checks. What it throws fails the start. Default:
   * nothing.
   */
  readonly setup?: (manager: Manager) => void | Promise<void>;
  /** How long an operator may take to stop. 0: it does not wait. Default: 30 seconds. */
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/** What a {@link TestOperator} runs on. */
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
    client: createClient({ transport, clock, fieldManager }),
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
  // Looked at by stop; until then a failure shows in what the test waits for.
  running.catch(() => undefined);
  await passing(() => manager.ready);
  const stop = (): Promise<void> =>
    passing(async () => {
      await manager.stop();
      await running;
    });
  return { manager, stop, kill: () => stop().catch(() => undefined) };
}

const fieldManager = 'kb-test-operator';

function clustersOf({ clusters = {}, clock, random, log }: OperatorOptions): Cluster[] {
  return Object.entries(clusters).map(([name, { transport, cache, clock: itsClock = clock }]) => {
    if (itsClock !== clock) {
      throw new TypeError(
        `the cluster "${name}" has another clock than the operator, so time would stand still in one of them: give createTestEnvironment the clock of the other as \`clock\``,
      );
    }
    const client = createClient({ transport, clock, fieldManager });
    return createCluster({ name, client, clock, random, log, ...(cache && { cache }) });
  });
}
