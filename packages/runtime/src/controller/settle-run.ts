import { hasStatusCause, isConflict, isNotFound } from '@kb/apimachinery';
import { shown } from '../check-options.ts';
import type { Milliseconds } from '../durations.ts';
import { describeError } from '../log/describe-error.ts';
import { requeueCause, retryCause } from './causes.ts';
import type { ReconcileResult } from './controller.ts';
import { isBug } from '../is-bug.ts';
import type { ReconcileRun } from './reconcile-run.ts';
import type { RunEnvironment } from './run-environment.ts';
import { isTerminalError } from './terminal-error.ts';

/**
 * How often a conflict, or an object that went away on the way, is taken for the everyday thing that it is before it is
 * logged as an error.
 */
const everydayRetries = 5;

/** Does with the key what the answer of its reconciler asks for. `fail` is for answers that are errors. */
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
  } else if (requeue) {
    if (tell) run.log.debug('Reconcile done, requeueing');
    environment.requeue(item, requeueCause, { rateLimited: true, priority });
    metrics?.reconciled('requeue');
  } else {
    if (tell) run.log.debug('Reconcile successful');
    queue.forget(item);
    metrics?.reconciled('success');
  }
}

/** What an answer asks for. */
interface Asked {
  readonly after: Milliseconds;
  readonly requeue: boolean;
  readonly error: unknown;
  readonly priority: number;
  readonly mistake: string | undefined;
}

/** Reads an answer, each member once. Throws what its getters do. */
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
 * What is wrong with an answer that is no error. Only one that asks for nothing is looked at closely: it may be meant
 * to.
 */
function mistakeIn(result: unknown, after: number, priority: number): string | undefined {
  if (!Number.isFinite(after)) return `requeueAfter must be a number of milliseconds, got ${shown(after)}`;
  if (!Number.isFinite(priority)) return `priority must be a number, got ${shown(priority)}`;
  if (after !== 0 || result === undefined || result === null) return undefined;
  const expected = `expected nothing, or an object with ${resultMembers.join(', ')}`;
  if (typeof result !== 'object') return `the reconciler answered ${shown(result)}: ${expected}`;
  const unknown = Object.keys(result).filter((member) => !resultMembers.includes(member));
  if (unknown.length === 0) return undefined;
  return `the reconciler answered an object with ${unknown.slice(0, 5).join(', ')}: ${expected}`;
}

/**
 * Logs what a reconciler threw and tries the key again later, unless that is of no use. Throws a bug while
 * `recoverPanic` is off.
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
      throw error;
    }
  }
  metrics?.reconciled('error');
  if (isTerminalError(error)) {
    metrics?.terminalError();
    run.log.error(error, 'Reconciler error', { terminal: true });
    return;
  }
  if (hasStatusCause(error, 'NamespaceTerminating')) {
    // Everything in it goes, what asked for this too: its deletion is the next event.
    queue.forget(item);
    run.log.debug('Namespace is being deleted', { error: describeError(error).message });
    return;
  }
  const everyday = (isConflict(error) || isNotFound(error)) && queue.numRequeues(item) < everydayRetries;
  if (everyday) run.log.info('Reconcile overtaken, trying again', { error: describeError(error).message });
  else run.log.error(error, 'Reconciler error');
  environment.requeue(item, retryCause, { rateLimited: true, priority });
}
