import { loopTurns } from '../../loop-turns.ts';
import { type Causes, requeueCause } from '../causes/causes.ts';
import type { LoopGuard } from '../loop-guard/loop-guard.ts';
import { GIVE_UP_AFTER, type HandedOut, runReconcile } from '../reconcile/run-reconcile.ts';
import type { RunEnvironment } from '../reconcile/run-environment.ts';
import { createLoopSlowdown } from './loop-slowdown.ts';

/** Options of {@link runWorkers}. */
export interface WorkersOptions {
  readonly environment: RunEnvironment;
  readonly causes: Causes;
  /** Absent: loops are not detected. */
  readonly guard: LoopGuard | undefined;
  /** Milliseconds, for durations in metrics. */
  readonly metricsNow: () => number;
  /** Aborted when running reconciles have to end. */
  readonly signal: AbortSignal;
}

/**
 * The causes of a key that has none left: a plain queue hands a key out at once for an event, and once more at its
 * delayed time.
 */
const delayedAgain = [requeueCause];

/**
 * Hands the keys of the queue to the reconciler, `count` at the same time, until the queue is shut down and every run
 * has ended. Rejects with a bug of the reconciler while `recoverPanic` is off; the queue is shut down then.
 */
export async function runWorkers(count: number, options: WorkersOptions): Promise<void> {
  const { environment, causes, guard, metricsNow, signal } = options;
  const { queue, metrics, clock } = environment;
  const timeout = environment.options.reconciliationTimeout;
  /**
   * Runs that no worker waits for any more. The end of the controller still waits for them: they still write in its
   * name.
   */
  const givenUp = new Set<Promise<void>>();
  const crash = Promise.withResolvers<never>();
  crash.promise.catch(() => undefined);
  const turns = loopTurns(clock);
  const holdBack = guard && createLoopSlowdown(environment, causes, guard);

  const fail = (error: unknown): void => {
    queue.shutDown();
    crash.reject(error);
  };

  const finish = (item: string, began: number): void => {
    guard?.ended(item);
    metrics?.workerEnded((metricsNow() - began) / 1000);
    queue.done(item);
  };

  /** Returns a promise when the worker has to wait. */
  const work = (handedOut: HandedOut): Promise<void> | undefined => {
    const { item } = handedOut;
    const began = metrics ? metricsNow() : 0;
    metrics?.workerBegan();
    let running;
    try {
      running = runReconcile(environment, handedOut, signal);
    } catch (error) {
      fail(error);
    }
    if (!running) {
      finish(item, began);
      return undefined;
    }
    const ended = running.then(
      () => finish(item, began),
      (error: unknown) => {
        fail(error);
        finish(item, began);
      },
    );
    return timeout > 0 ? orGivenUp(ended) : ended;
  };

  /**
   * A reconcile that does not end when it is aborted keeps its key, but not its worker, which continues with other
   * keys.
   */
  const orGivenUp = (ended: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(GIVE_UP_AFTER * timeout, () => {
        givenUp.add(ended);
        void ended.then(() => givenUp.delete(ended));
        resolve();
      });
      void ended.then(() => {
        cancel();
        resolve();
      });
    });

  const worker = async (): Promise<void> => {
    for (;;) {
      // Before the key is taken: events for a key that is still in the queue do not cause a second run.
      const turn = turns.beforeRun();
      if (turn) await turn;
      const got = queue.take();
      if (!got) {
        if (await queue.available()) continue;
        return;
      }
      const { item, priority } = got;
      // Taken together with the key: later causes are for the next run.
      const taken = causes.take(item);
      const handedOut: HandedOut = { item, priority, causes: taken.length > 0 ? taken : delayedAgain };
      if (holdBack?.(handedOut)) continue;
      const pending = work(handedOut);
      if (pending) {
        turns.runGoesOn();
        await pending;
      }
    }
  };

  const all = async (): Promise<void> => {
    await Promise.all(Array.from({ length: count }, worker));
    await Promise.all(givenUp);
  };
  await Promise.race([all(), crash.promise]);
}
