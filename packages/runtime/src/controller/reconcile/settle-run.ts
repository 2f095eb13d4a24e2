import { hasStatusCause, isConflict, isNotFound, monotonicNow } from '@kb/apimachinery';
import { shown } from '../../check-options.ts';
import type { Milliseconds } from '../../durations.ts';
import type { ReconcileEnded } from '../../inspection/reconcile-records.ts';
import { describeError } from '../../log/describe-error.ts';
import { requeueCause, retryCause } from '../causes/causes.ts';
import type { ReconcileResult } from '../controller.ts';
import { isBug } from '../../is-bug.ts';
import type { ReconcileRun } from './reconcile-run.ts';
import type { RunEnvironment } from './run-environment.ts';
import { isTerminalError } from '../terminal-error.ts';

/**
 * How many times in a row a conflict, or an object that disappeared, is retried quietly before it is logged as an
 * error.
 */
const EVERYDAY_RETRIES = 5;

/** Requeues or forgets the key by the result of its reconciler. `fail` handles results that are errors. */
export function settleResult(
  environment: RunEnvironment,
  run: ReconcileRun,
  result: ReconcileResult | void,
  fail: (error: unknown, priority?: number) => void,
): void {
  const { queue, metrics, log } = environment;
  const { item } = run;
  let asked: Asked;
  try {
    asked = readResult(result, run.priority);
  } catch (thrown) {
    fail(thrown);
    return;
  }
  const { after, requeue, error, priority, mistake } = asked;
  if (error !== undefined) {
    if (after > 0 || requeue) run.log.info('Warning: a result had an error and asked to be requeued: the error wins');
    fail(error, priority);
    return;
  }
  if (mistake !== undefined) {
    fail(new TypeError(mistake));
    return;
  }
  const tell = log.enabled('debug');
  if (after > 0) {
    if (tell) run.log.debug(`Reconcile done, requeueing after ${after / 1000}s`);
    queue.forget(item);
    environment.requeue(item, requeueCause, { after, priority });
    metrics?.reconciled('requeue_after');
    run.recorder?.ended({ result: 'requeue-after', requeueAfterMs: after });
  } else if (requeue) {
    if (tell) run.log.debug('Reconcile done, requeueing');
    environment.requeue(item, requeueCause, { rateLimited: true, priority });
    metrics?.reconciled('requeue');
    run.recorder?.ended({ result: 'requeue', ...retryIn(environment, item) });
  } else {
    if (tell) run.log.debug('Reconcile successful');
    queue.forget(item);
    metrics?.reconciled('success');
    run.recorder?.ended({ result: 'success' });
  }
}

/** What a result asks for. */
interface Asked {
  readonly after: Milliseconds;
  readonly requeue: boolean;
  readonly error: unknown;
  readonly priority: number;
  readonly mistake: string | undefined;
}

/** Reads a result, each member once. Throws what its getters throw. */
function readResult(result: ReconcileResult | void, usual: number): Asked {
  const { requeueAfter: after = 0, requeue = false, error, priority = usual } = result ?? {};
  return { after, requeue, error, priority, mistake: mistakeIn(result, after, priority) };
}

const resultMembers: readonly string[] = [
  'requeueAfter',
  'priority',
  'error',
  'requeue',
] satisfies (keyof ReconcileResult)[];

/**
 * Returns what is wrong with a result without an error. Only a result that asks for nothing is inspected closely: it
 * may be a mistake.
 */
function mistakeIn(result: unknown, after: number, priority: number): string | undefined {
  if (!Number.isFinite(after)) return `requeueAfter must be a number of milliseconds, got ${shown(after)}`;
  if (!Number.isFinite(priority)) return `priority must be a number, got ${shown(priority)}`;
  if (after !== 0 || result === undefined || result === null) return undefined;
  const expected = `expected nothing, or an object with ${resultMembers.join(', ')}`;
  if (typeof result !== 'object') return `the reconciler returned ${shown(result)}: ${expected}`;
  const unknown = Object.keys(result).filter((member) => !resultMembers.includes(member));
  if (unknown.length === 0) return undefined;
  return `the reconciler returned an object with ${unknown.slice(0, 5).join(', ')}: ${expected}`;
}

/**
 * Logs what a reconciler threw and retries the key later, unless a retry cannot help. Throws a bug while `recoverPanic`
 * is off.
 */
export function settleError(
  environment: RunEnvironment,
  run: ReconcileRun,
  error: unknown,
  priority: number = run.priority,
): void {
  const { queue, metrics, options } = environment;
  const { item } = run;
  if (isBug(error)) {
    metrics?.panic();
    if (!options.recoverPanic) {
      run.log.error(error, 'Observed a panic in reconciler');
      run.recorder?.ended({ result: 'error', thrown: { error } });
      throw error;
    }
  }
  metrics?.reconciled('error');
  if (isTerminalError(error)) {
    metrics?.terminalError();
    run.log.error(error, 'Reconciler error', { terminal: true });
    run.recorder?.ended({ result: 'terminal-error', thrown: { error } });
    return;
  }
  if (hasStatusCause(error, 'NamespaceTerminating')) {
    // Everything in the namespace is deleted, the reconciled object too: its deletion is the next event.
    queue.forget(item);
    run.log.debug('Namespace is being deleted', { error: describeError(error).message });
    run.recorder?.ended({ result: 'error', thrown: { error } });
    return;
  }
  const everyday = (isConflict(error) || isNotFound(error)) && queue.numRequeues(item) < EVERYDAY_RETRIES;
  if (everyday) run.log.info('Reconcile overtaken, trying again', { error: describeError(error).message });
  else run.log.error(error, 'Reconciler error');
  environment.requeue(item, retryCause, { rateLimited: true, priority });
  run.recorder?.ended({ result: 'error', thrown: { error }, ...retryIn(environment, item) });
}

/** When a key is tried again, if its queue tells. */
function retryIn({ queue, clock }: RunEnvironment, item: string): Pick<ReconcileEnded, 'retryAfterMs'> {
  const readyAt = queue.readyAt?.(item);
  return readyAt === undefined ? {} : { retryAfterMs: Math.max(0, readyAt - monotonicNow(clock)) };
}
