import { isError, memberOf } from '@kb/apimachinery';
import { aborted } from '../../abort-scope.ts';
import type { Logger } from '../../log/logger.ts';
import type { Runnable, RunnableGroupName } from './runnable.ts';

/** Something was added to a manager that is stopping or has stopped. */
export class ManagerStoppingError extends Error {
  override readonly name = 'ManagerStoppingError';
  readonly code = 'KB_MANAGER_STOPPING';
  /** `what` was added. */
  constructor(what: string) {
    super(`${what}: can't accept new runnable as stop procedure is already engaged`);
  }
}

/** The runnables of one group: controller-runtime's runnableGroup. */
export interface RunnableGroup {
  /**
   * Adds a runnable; it starts with the group, or at once when the group has started. Throws a
   * {@link ManagerStoppingError} when the group has stopped.
   */
  add(runnable: Runnable): void;
  /** Starts the added runnables; resolves when all are ready. Does nothing once the group was stopped. */
  start(): Promise<void>;
  /** Stops all runnables; resolves when they have ended, or when `hardStop` is aborted. Takes no more. */
  stop(): Promise<void>;
  /** Takes no more, and never starts the waiting runnables. Running ones continue until {@link stop}. */
  seal(): void;
  /** Whether everything that was started has ended. */
  hasEnded(): boolean;
  /** The names of the stopped runnables that have not ended, in the order of their start. */
  unended(): readonly string[];
}

/** Options of {@link createRunnableGroup}. */
export interface RunnableGroupOptions {
  readonly name: RunnableGroupName;
  readonly log: Logger;
  /** Aborted when the time for ending is over. */
  readonly hardStop: AbortSignal;
  /** Called when a runnable rejects. */
  readonly onError: (error: unknown, runnable: Runnable) => void;
}

/** Makes an empty group. */
export function createRunnableGroup(options: RunnableGroupOptions): RunnableGroup {
  const { name, log, hardStop, onError } = options;
  const waiting: Runnable[] = [];
  const running = new Map<Promise<void>, Runnable>();
  const end = new AbortController();
  let state: 'waiting' | 'started' | 'closed' = 'waiting';

  /** Whether a stopped runnable only reports its abort by rejecting. */
  const isAskedFor = (error: unknown): boolean =>
    end.signal.aborted &&
    (error === end.signal.reason ||
      error === hardStop.reason ||
      (isError(error) && memberOf(error, 'name') === 'AbortError'));

  /** Starts a runnable; resolves when it is ready or stopped. */
  const launch = (runnable: Runnable): Promise<void> => {
    log.debug('Starting runnable', { runnable: runnable.name, group: name });
    const run = (async () => runnable.start(end.signal, hardStop))()
      .catch((error: unknown) => {
        if (!isAskedFor(error)) onError(error, runnable);
      })
      .finally(() => running.delete(run));
    running.set(run, runnable);
    return readiness(runnable, end.signal).catch((error: unknown) => {
      if (!end.signal.aborted) onError(error, runnable);
    });
  };

  return {
    add: (runnable) => {
      if (state === 'closed') throw new ManagerStoppingError(runnable.name);
      if (state === 'started') void launch(runnable);
      else waiting.push(runnable);
    },
    start: async () => {
      if (state !== 'waiting') return;
      state = 'started';
      await Promise.all(waiting.splice(0).map(launch));
    },
    seal: () => {
      state = 'closed';
      waiting.length = 0;
    },
    stop: async () => {
      state = 'closed';
      waiting.length = 0;
      end.abort(new Error('the manager is stopping'));
      if (running.size === 0) return;
      await Promise.race([Promise.all(running.keys()), aborted(hardStop)]);
    },
    hasEnded: () => running.size === 0,
    unended: () => (end.signal.aborted ? Array.from(running.values(), (runnable) => runnable.name) : []),
  };
}

/** Resolves when the runnable is ready or stopped. */
async function readiness(runnable: Runnable, signal: AbortSignal): Promise<void> {
  if (!runnable.ready) return;
  await Promise.race([runnable.ready(signal), aborted(signal)]);
}
