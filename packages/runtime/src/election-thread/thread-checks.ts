import type { Clock } from '@kb/apimachinery';
import type { Milliseconds } from '../durations.ts';
import type { NotedCheck } from '../health/health-check.ts';
import type { CheckResults } from './thread-messages.ts';

/**
 * A probe waits so long for the main thread before it is answered by what the check said last. Less than the second
 * that a kubelet waits.
 */
const patience: Milliseconds = 500;

/** Checks that run in the main thread, asked from another one. */
export interface ThreadChecks {
  /** The check of that name at that endpoint. */
  check(endpoint: string, name: string): NotedCheck;
  /** The main thread's answer. */
  checked(endpoint: string, results: CheckResults): void;
}

/** Makes them. `ask` has the main thread run the checks of an endpoint. */
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

  /** Until it has answered. With an earlier answer at hand, not for long. */
  const answered = (found: Known, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        cancel?.();
        found.waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const cancel = found.result && clock.after(patience, done);
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
