import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { NotedCheck } from '../health/health-check.ts';
import type { CheckResults } from './thread-messages.ts';

/**
 * How long a probe waits for the main thread before it gets the check's last result. Less than the second that a
 * kubelet waits.
 */
const PATIENCE: Milliseconds = 500;

/** Checks that run in the main thread, for another thread. */
export interface ThreadChecks {
  /** Returns the check of that name at that endpoint. */
  check(endpoint: string, name: string): NotedCheck;
  /** Takes the main thread's results. */
  checked(endpoint: string, results: CheckResults): void;
}

/** Creates the checks. `ask` makes the main thread run the checks of an endpoint. */
export function createThreadChecks(
  clock: Pick<Clock, 'after'> & { monotonic(): Milliseconds },
  ask: (endpoint: string) => void,
): ThreadChecks {
  interface Known {
    result: { readonly reason: string | null; readonly at: Milliseconds } | undefined;
    readonly waiting: Set<() => void>;
  }
  const known = new Map<string, Known>();
  const of = (endpoint: string, name: string): Known => {
    const id = `${endpoint}/${name}`;
    let found = known.get(id);
    if (!found) {
      found = { result: undefined, waiting: new Set() };
      known.set(id, found);
    }
    return found;
  };

  /** Waits for the result; only briefly when there is an earlier one. */
  const answered = (found: Known, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel?.();
        found.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = found.result && clock.after(PATIENCE, done);
      found.waiting.add(done);
      signal.addEventListener('abort', done, { once: true });
    });

  return {
    check: (endpoint, name) => async (signal) => {
      const found = of(endpoint, name);
      const askedAt = clock.monotonic();
      ask(endpoint);
      await answered(found, signal);
      const { result } = found;
      if (!result) throw new Error('it has not answered yet');
      const age = result.at < askedAt ? `${Math.round((clock.monotonic() - result.at) / 1000)} s ago` : undefined;
      if (result.reason !== null) throw new Error(age === undefined ? result.reason : `${result.reason} (${age})`);
      return age;
    },
    checked: (endpoint, results) => {
      for (const [name, reason] of Object.entries(results)) {
        const found = of(endpoint, name);
        found.result = { reason, at: clock.monotonic() };
        for (const done of found.waiting) done();
      }
    },
  };
}
