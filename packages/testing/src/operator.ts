import type { Clock, Random, Transport, VirtualClock } from '@kb/apimachinery';
import { createClient } from '@kb/client';
import {
  type CacheOptions,
  type Controller,
  createManager,
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
  /** Ends it, whether or not it ended well. For a process that is killed, run it on a dyingTransport and without a grace period. */
  readonly kill: () => Promise<void>;
}

/** What a {@link TestOperator} runs on. */
export interface OperatorOptions {
  readonly controllers: readonly Controller[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly virtualClock: VirtualClock | undefined;
  readonly random: Random;
  readonly log: Logger;
  readonly cache?: CacheOptions;
  readonly gracefulShutdownTimeout?: Milliseconds;
}

/** Starts controllers. Resolves when their caches are synced and they work; rejects when that fails. */
export async function startOperator(options: OperatorOptions): Promise<TestOperator> {
  const { controllers, transport, clock, virtualClock, random, log, cache, gracefulShutdownTimeout } = options;
  const client = createClient({ transport, clock, random, fieldManager: 'kb-test-operator' });
  const manager = createManager({
    client,
    clock,
    random,
    controllers,
    log,
    ...(cache && { cache }),
    ...(gracefulShutdownTimeout !== undefined && { gracefulShutdownTimeout }),
  });
  const passing = <T>(work: () => Promise<T>): Promise<T> =>
    virtualClock ? whileTimePasses(virtualClock, work) : work();
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
