import { monotonicNow } from '@kb/apimachinery';
import { abortScope } from '../../abort-scope.ts';
import type { Milliseconds } from '../../durations.ts';
import type { Span } from '@kb/client';
import type { NotedRun } from '../../run-board.ts';
import { roomOfRecord } from '../../inspection/plain-value.ts';
import type { ReconcileCause } from '../causes/causes.ts';
import { inspectedCause } from '../causes/inspected-cause.ts';
import type { ReconcileResult, Reconciler } from '../controller.ts';
import { ReconcileRun } from './reconcile-run.ts';
import type { RunEnvironment } from './run-environment.ts';
import { settleError, settleResult } from './settle-run.ts';

/** A key that was handed out, and why. */
export interface HandedOut {
  readonly item: string;
  readonly priority: number;
  readonly causes: readonly ReconcileCause[];
}

/** After this many times its timeout, a reconcile is no longer waited for. */
export const GIVE_UP_AFTER = 2;

/** A reconciler that computes this long without a break is logged. */
const BLOCKED_TOO_LONG: Milliseconds = 1000;

/** A reconcile ran longer than its controller's `reconciliationTimeout`; the reason of its aborted signal. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'ReconcileTimeoutError';
  readonly code = 'KB_RECONCILE_TIMEOUT';
  constructor(timeout: Milliseconds) {
    super(`the reconcile took longer than its timeout of ${timeout} ms`);
  }
}

/**
 * Reconciles a key once, and requeues, retries or forgets it by the outcome. Returns undefined when that is done, and a
 * promise when it takes time; `signal` is aborted when it has to end. Anything that the reconciler throws, at once or
 * later, is an outcome, except a bug while `recoverPanic` is off: that is thrown or rejected.
 */
export function runReconcile(
  environment: RunEnvironment,
  handedOut: HandedOut,
  signal: AbortSignal,
): Promise<void> | undefined {
  const { options } = environment;
  if (options.reconciliationTimeout > 0) return runWithTimeout(environment, handedOut, signal);
  const run = new ReconcileRun(environment, handedOut.item, handedOut.priority, handedOut.causes, signal);
  tellBegin(environment, run);
  return environment.tracer ? trace(environment, run, signal) : reconcile(environment, run, signal, undefined);
}

/**
 * Calls the reconciler. `stop` is aborted when a shutdown cuts the run short: what it throws then is neither reported
 * nor retried.
 */
function reconcile(
  environment: RunEnvironment,
  run: ReconcileRun,
  stop: AbortSignal,
  span: Span | undefined,
): Promise<void> | undefined {
  const fail = (error: unknown, priority?: number): void => {
    try {
      span?.fail(error);
    } catch (trouble) {
      // A failing tracer must not cost the key its retry.
      run.log.error(trouble, 'Span could not be marked as failed');
    }
    if (stop.aborted) run.recorder?.ended({ result: 'stopped', thrown: { error } });
    else settleError(environment, run, error, priority);
  };
  const succeed = (result: ReconcileResult | void): void => settleResult(environment, run, result, fail);
  const noted = environment.board?.began(environment.controller.name, run.item, (ms) => {
    logBlocked(environment, run, ms);
  });
  let result: ReconcileResult | void;
  try {
    const answer = call(environment, run, noted);
    // Inside the try block, because the returned value may throw when it is inspected.
    if (isPromise(answer)) {
      const settled = Promise.resolve(answer).then(succeed, (error: unknown) => fail(error));
      return noted ? settled.finally(() => noted.ended()) : settled;
    }
    result = answer;
  } catch (error) {
    noted?.ended();
    fail(error);
    return undefined;
  }
  noted?.ended();
  // A reconciler that is not an async function is done here, without a promise.
  succeed(result);
  return undefined;
}

/** Calls the reconciler, and logs when it blocked the event loop for long before it returned. */
function call(environment: RunEnvironment, run: ReconcileRun, noted: NotedRun | undefined): ReturnType<Reconciler> {
  const began = monotonicNow(environment.clock);
  noted?.computes();
  try {
    return environment.controller.reconcile(run);
  } finally {
    noted?.returned();
    const took = monotonicNow(environment.clock) - began;
    if (took >= BLOCKED_TOO_LONG) {
      noted?.logged(took);
      logBlocked(environment, run, took);
    }
  }
}

/** Logs and counts that a reconcile blocked the event loop. */
function logBlocked({ metrics }: RunEnvironment, run: ReconcileRun, ms: Milliseconds): void {
  metrics?.blocked(ms / 1000);
  run.log.info(
    'Warning: the reconciler held the event loop: watches, requests and timers waited for it; see createComputePool',
    { seconds: Math.round(ms) / 1000 },
  );
}

function isPromise(answer: ReturnType<Reconciler>): answer is Promise<ReconcileResult | void> {
  return typeof answer === 'object' && answer !== null && 'then' in answer;
}

async function runWithTimeout(
  environment: RunEnvironment,
  { item, priority, causes }: HandedOut,
  signal: AbortSignal,
): Promise<void> {
  const { options, clock, metrics } = environment;
  const timeout = options.reconciliationTimeout;
  const scope = abortScope(signal);
  const run = new ReconcileRun(environment, item, priority, causes, scope.signal);
  tellBegin(environment, run);
  const logStuck = (): void => {
    const message = 'Warning: a reconcile does not end although it was aborted; its worker continues with other keys';
    run.log.info(message, { timeoutMs: timeout });
  };
  let cancel = clock.after(timeout, () => {
    cancel = clock.after((GIVE_UP_AFTER - 1) * timeout, logStuck);
    // Only this deadline counts, not a shutdown that ended the run earlier.
    if (scope.signal.aborted) return;
    metrics?.timeout();
    scope.abort(new ReconcileTimeoutError(timeout));
  });
  try {
    await (environment.tracer ? trace(environment, run, signal) : reconcile(environment, run, signal, undefined));
  } finally {
    cancel();
    scope.close();
  }
}

function trace(environment: RunEnvironment, run: ReconcileRun, stop: AbortSignal): Promise<void> | undefined {
  const { tracer, controller, queueWait } = environment;
  const attributes = {
    controller: controller.name,
    namespace: run.key.namespace,
    name: run.key.name,
    reconcileID: run.reconcileID,
    priority: run.priority,
    attempt: run.attempt,
    queueWaitSeconds: queueWait?.(run.item),
  };
  return tracer?.span('reconcile', attributes, async (span) => reconcile(environment, run, stop, span));
}

/** Logs and records that a run begins. */
function tellBegin(environment: RunEnvironment, run: ReconcileRun): void {
  const { inspector, log, queueWait } = environment;
  const { causes, attempt, priority } = run;
  if (inspector.active && inspector.mayRecordRun()) {
    const waited = environment.tracer ? undefined : queueWait?.(run.item);
    run.record().began(() => {
      const room = roomOfRecord();
      return {
        causes: causes.map((cause) => inspectedCause(cause, inspector.writers, room)),
        attempt,
        priority,
        ...(waited !== undefined && { waitedMs: waited * 1000 }),
      };
    });
  }
  if (log.enabled('debug')) run.log.debug('Reconciling', { causes: causes.map(String), attempt, priority });
}
