import { isConflict, isNotFound } from '@kb/apimachinery';
import { abortScope } from '../abort-scope.ts';
import type { RateLimitingQueue } from '../queue/rate-limiting-queue.ts';
import type { Clock } from '@kb/apimachinery';
import type { ControllerOptions, ReconcileContext, Reconciler } from './controller.ts';
import { describeError } from '../log/sinks.ts';
import { isNamespaceTerminating } from '../namespace-terminating.ts';
import { isTerminalError } from './terminal-error.ts';

/** One run of a reconciler, before its signal is known. */
export interface ReconcileRun {
  readonly reconcile: Reconciler;
  /** Makes the context for a signal. */
  readonly context: (signal: AbortSignal) => ReconcileContext;
  readonly options: ControllerOptions;
  readonly clock: Clock;
  /** Aborted when the grace period of a shutdown is over. */
  readonly signal: AbortSignal;
}

/** How a run ended: controller-runtime's result labels. */
export type ReconcileOutcome =
  | { readonly result: 'success' }
  | { readonly result: 'requeue_after'; readonly after: number }
  | { readonly result: 'error'; readonly error: unknown };

/** Runs a reconciler once, within its timeout. Whatever it throws, at once or later, is an outcome. */
export async function runReconcile(run: ReconcileRun): Promise<ReconcileOutcome> {
  const timeout = run.options.reconciliationTimeout ?? 0;
  const scope = timeout > 0 ? abortScope(run.signal) : undefined;
  const cancel = scope && run.clock.after(timeout, () => scope.abort(new ReconcileTimeoutError(timeout)));
  try {
    const result = await run.reconcile(run.context(scope?.signal ?? run.signal));
    const after = result?.requeueAfter ?? 0;
    if (Number.isNaN(after)) throw new TypeError('requeueAfter is not a number');
    return after > 0 ? { result: 'requeue_after', after } : { result: 'success' };
  } catch (error) {
    return { result: 'error', error };
  } finally {
    cancel?.();
    scope?.close();
  }
}

/** A reconcile ran longer than its controller's `reconciliationTimeout`; the reason of its aborted signal. */
export class ReconcileTimeoutError extends Error {
  override readonly name = 'ReconcileTimeoutError';
  readonly code = 'ReconcileTimeout';
  constructor(timeout: number) {
    super(`the reconcile took longer than its timeout of ${timeout} ms`);
  }
}

/** How often a conflict, or an object that went away on the way, is taken for the everyday thing that it is before it counts as an error. */
const everydayRetries = 5;

/** Does with the key what the outcome asks for, and says so. */
export function settleOutcome(
  outcome: ReconcileOutcome,
  item: string,
  queue: Pick<RateLimitingQueue<string>, 'forget' | 'addAfter' | 'addRateLimited' | 'numRequeues'>,
  log: ReconcileContext['log'],
): void {
  switch (outcome.result) {
    case 'success':
      queue.forget(item);
      log.debug('Reconciled');
      return;
    case 'requeue_after':
      queue.forget(item);
      queue.addAfter(item, outcome.after);
      log.debug('Reconciled', { requeueAfterMs: outcome.after });
      return;
    case 'error': {
      const { error } = outcome;
      if (isTerminalError(error)) {
        log.error(error, 'Reconciler error', { terminal: true });
        return;
      }
      if (isNamespaceTerminating(error)) {
        // Everything in it goes, what asked for this too: its deletion is the next event.
        queue.forget(item);
        log.debug('Namespace is being deleted', { error: describeError(error).message });
        return;
      }
      const everyday = (isConflict(error) || isNotFound(error)) && queue.numRequeues(item) < everydayRetries;
      if (everyday) log.info('Reconcile overtaken, trying again', { error: describeError(error).message });
      else log.error(error, 'Reconciler error');
      queue.addRateLimited(item);
    }
  }
}
