import type { Clock } from '@kb/apimachinery';
import { aborted } from '../abort-scope.ts';
import type { Milliseconds } from '../durations.ts';
import type { EventBroadcaster } from '../events/event-broadcaster.ts';
import type { LeaderCallbacks, LeaderElector } from '../leader-election/leader-elector.ts';
import { LeadershipLostError } from '../leader-election/leadership-lost-error.ts';
import type { Logger } from '../log/logger.ts';
import { describeError } from '../log/describe-error.ts';
import { createGracePeriod } from './grace-period.ts';
import { createRunnableGroups, type RunnableGroups } from './runnables/runnable-groups.ts';

/** Options of {@link createManagerRun}. */
export interface ManagerRunOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly events: EventBroadcaster;
  readonly gracefulShutdownTimeout: Milliseconds;
}

/** The parts that a manager starts. */
export interface StartedParts {
  /** Undefined: this process leads without an election. */
  readonly elector: LeaderElector | undefined;
  /** Called right before the caches start. */
  readonly beforeCaches: () => void;
  /** Resolves when everything that does not wait for the lease works. */
  readonly working: Promise<unknown>;
}

/** One manager from its start to the sending of its last Event. */
export interface ManagerRun {
  readonly groups: RunnableGroups;
  /** The callbacks for the elector. */
  readonly callbacks: LeaderCallbacks;
  readonly ready: Promise<void>;
  readonly elected: Promise<void>;
  hasStarted(): boolean;
  /** Whether it was stopped, or ends because something failed. */
  isStopping(): boolean;
  start(parts: StartedParts, signal: AbortSignal | undefined): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the run of a manager; Manager documents what each part does. */
export function createManagerRun(options: ManagerRunOptions): ManagerRun {
  const { clock, log, events } = options;
  const grace = createGracePeriod(clock, options.gracefulShutdownTimeout, () => groups.unended());
  /** Aborted by stop. */
  const stopping = new AbortController();
  /** Aborted when everything that may act as the leader has ended. */
  const electionEnd = new AbortController();
  const ready = Promise.withResolvers<void>();
  // Callers that wait for it get the rejection; `start` rejects with it in any case.
  ready.promise.catch(() => undefined);
  const elected = Promise.withResolvers<void>();
  /** The errors of runnables before the stop began: the first, and those of the same moment. */
  const failures: unknown[] = [];
  /** Rejects with the first error of a runnable. */
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  let running: Promise<void> | undefined;
  let electing: Promise<void> | undefined;
  let isStopping = false;
  let lost: LeadershipLostError | undefined;

  const groups = createRunnableGroups({
    log,
    hardStop: grace.signal,
    onError: (error, runnable) => {
      if (!isStopping && !stopping.signal.aborted && !lost) {
        failures.push(error);
        failure.reject(error);
      } else log.error(error, 'error received after stop sequence was engaged', { runnable: runnable.name });
    },
  });

  /** Starts the runnables that only the leader runs. */
  const lead = async (): Promise<void> => {
    await groups.startLeading();
    if (!isStopping) elected.resolve();
  };

  const onStoppedLeading = (): void => {
    if (electionEnd.signal.aborted) return;
    // Nothing may continue as the leader, not even to end gracefully.
    lost = new LeadershipLostError();
    grace.expire(lost);
    failure.reject(lost);
  };

  const startAll = async ({ elector, beforeCaches, working }: StartedParts): Promise<void> => {
    await groups.startAll(beforeCaches);
    if (isStopping) return;
    if (elector) electing = elector.run(electionEnd.signal);
    else await lead();
    await working;
    ready.resolve();
  };

  /** Ends everything in order; resolves with the errors of that. */
  const stopAll = async (): Promise<unknown[]> => {
    isStopping = true;
    stopping.abort(new Error('the manager stopped'));
    ready.reject(stopping.signal.reason);
    grace.begin();
    await groups.stopAll();
    const late = grace.exceeded();
    // The lease is held until here: everything that it guards has ended or been aborted.
    electionEnd.abort(stopping.signal.reason);
    await electing;
    await events.shutdown(grace.signal);
    grace.end();
    return late ? [late] : [];
  };

  const run = async (parts: StartedParts): Promise<void> => {
    const errors: unknown[] = [];
    const stopped = aborted(stopping.signal);
    try {
      await Promise.race([startAll(parts), failure.promise, stopped]);
      await Promise.race([failure.promise, stopped]);
    } catch (error) {
      errors.push(error);
      ready.reject(error);
    }
    errors.push(...failures.filter((error) => !errors.includes(error)));
    errors.push(...(await stopAll()));
    if (lost && !errors.includes(lost)) errors.push(lost);
    throwAll(errors);
  };

  return {
    groups,
    callbacks: { onStartedLeading: () => void lead(), onStoppedLeading },
    ready: ready.promise,
    elected: elected.promise,
    hasStarted: () => running !== undefined,
    isStopping: () => isStopping || stopping.signal.aborted,
    start: async (parts, signal) => {
      if (running) throw new Error('manager already started');
      const onAbort = (): void => stopping.abort(new Error('the manager stopped'));
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
      running = run(parts);
      try {
        await running;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    stop: async () => {
      stopping.abort(new Error('the manager stopped'));
      await running?.catch(() => undefined);
    },
  };
}

/** Throws the errors: a single one as it is, several as an AggregateError. */
function throwAll(errors: readonly unknown[]): void {
  if (errors.length === 0) return;
  if (errors.length === 1) throw errors[0];
  throw new AggregateError(errors, errors.map((error) => describeError(error).message).join('; '));
}
