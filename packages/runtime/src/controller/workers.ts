import { parseObjectKey } from '@kb/apimachinery';
import { loopTurns } from '../loop-turns.ts';
import { type Causes, requeueCause } from './causes.ts';
import type { LoopGuard, ReconcileLoop } from './loop-guard.ts';
import { logOfKey } from './reconcile-run.ts';
import { giveUpAfter, type HandedOut, runReconcile } from './run-reconcile.ts';
import type { RunEnvironment } from './run-environment.ts';

/** What workers work with. */
export interface WorkersOptions {
  readonly environment: RunEnvironment;
  readonly causes: Causes;
  /** Absent: loops are not looked for. */
  readonly guard: LoopGuard | undefined;
  /** Milliseconds, for durations in metrics. */
  readonly metricsNow: () => number;
  /** Aborted when running reconciles have to end. */
  readonly signal: AbortSignal;
}

/**
 * A plain queue hands a key out at once for an event and once more at its delayed time: the wish for that is all there
 * is left to say.
 */
const delayedAgain = [requeueCause];
/** Loops are told for so many different fields of a controller at most: each with the object that showed it first. */
const maxToldLoops = 50;

/**
 * Hands the keys of the queue to the reconciler, `count` at the same time, until the queue is shut down, and every run
 * has ended. Rejects with a bug of the reconciler while `recoverPanic` is off; the queue is shut down then.
 */
export async function runWorkers(count: number, options: WorkersOptions): Promise<void> {
  const { environment, causes, guard, metricsNow, signal } = options;
  const { queue, metrics, clock } = environment;
  const timeout = environment.options.reconciliationTimeout;
  const toldLoops = new Set<string>();
  /** Keys that wait because of the loop guard: their next run is made whatever it says. */
  const heldBack = new Set<string>();
  /** Runs that nobody waits for any more, except the end: what they do is still this controller's doing. */
  const givenUp = new Set<Promise<void>>();
  const crash = Promise.withResolvers<never>();
  crash.promise.catch(() => undefined);
  const turns = loopTurns(clock);

  const fail = (error: unknown): void => {
    queue.shutDown();
    crash.reject(error);
  };

  const tellLoop = (item: string, { fields, runs, repeats }: ReconcileLoop): void => {
    const field = fields.join(', ');
    const how = repeats ? 'to values that it had before' : 'to a new value each time';
    const loop = `${how}: ${field}`;
    if (toldLoops.has(loop) || toldLoops.size >= maxToldLoops) return;
    toldLoops.add(loop);
    metrics?.loopDetected(field);
    const message = `Warning: reconcile loop: each run of the reconciler changes what wakes it again, ${how}`;
    logOfKey(environment, parseObjectKey(item)).info(message, { field, runs });
  };

  /** Whether the key is to wait, because the controller keeps waking itself with it. */
  const holdBack = (handedOut: HandedOut): boolean => {
    const { item, priority } = handedOut;
    if (!guard || heldBack.delete(item)) return false;
    const loop = guard.check(item, handedOut.causes);
    if (!loop) return false;
    tellLoop(item, loop);
    if (loop.delay === 0) return false;
    heldBack.add(item);
    causes.putBack(item, handedOut.causes);
    queue.done(item);
    queue.addWithOptions(item, { after: loop.delay, priority });
    return true;
  };

  const finish = (item: string, began: number): void => {
    guard?.ended(item);
    metrics?.workerEnded((metricsNow() - began) / 1000);
    queue.done(item);
  };

  /** Answers a promise when the worker has to wait. */
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
   * A reconcile that does not end when it is aborted keeps its key, but not its worker: that goes on with other keys
   * then.
   */
  const orGivenUp = (ended: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.after(giveUpAfter * timeout, () => {
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
      // Before the key is taken: one that waits for the loop may still be asked for again, without a second run.
      const turn = turns.beforeRun();
      if (turn) await turn;
      const got = queue.take();
      if (!got) {
        if (await queue.available()) continue;
        return;
      }
      const { item, priority } = got;
      // In the same moment as the key: what comes from now on is for the next run.
      const taken = causes.take(item);
      const handedOut: HandedOut = { item, priority, causes: taken.length > 0 ? taken : delayedAgain };
      if (holdBack(handedOut)) continue;
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
