import type { Cancel, Clock } from '@kb/apimachinery';
import type { RequestObserver, RequestOutcome } from '@kb/client';

/** Reports once that the server cannot be reached or refuses requests, and once that events arrive again. */
export interface ConnectionNotices {
  /** Observes the requests of the client. */
  readonly observer: RequestObserver;
  /**
   * Begins to report. Errors before (finding the resource, the first list) end the command, which prints them.
   */
  readonly begin: () => void;
  /** Call it when a list is complete. */
  readonly listed: () => void;
  /** Call it when a watch ended. */
  readonly watchEnded: () => void;
}

/**
 * How long an opened watch has to stay open to count: a server may open it and then send that the version is expired.
 */
const STAYING_OPEN = 500;

/**
 * Makes {@link ConnectionNotices}. Reports nothing after `signal` is aborted: that ends the requests.
 */
export function createConnectionNotices(
  print: (line: string) => void,
  clock: Clock,
  signal: AbortSignal,
): ConnectionNotices {
  let begun = false;
  let isDown = false;
  let cancel: Cancel = () => undefined;
  signal.addEventListener('abort', () => cancel(), { once: true });
  const hears = (): void => {
    if (!begun || signal.aborted) return;
    if (isDown) print('connected again');
    isDown = false;
  };
  const note = (verb: string, outcome: RequestOutcome): void => {
    if (!begun || signal.aborted) return;
    const problem = problemOf(outcome);
    if (problem !== undefined && !isDown) {
      print(`disconnected: ${problem}; trying again, events of the meantime follow later`);
      isDown = true;
    }
    // Other responses may be pages of a list, or errors after which everything is listed again.
    if (verb !== 'watch' || outcome.status !== 200 || !isDown) return;
    cancel();
    cancel = clock.after(STAYING_OPEN, hears);
  };
  return {
    observer: {
      begin: ({ verb }) => ({ retry: (outcome) => note(verb, outcome), end: (outcome) => note(verb, outcome) }),
    },
    listed: hears,
    watchEnded: () => cancel(),
    begin: () => {
      begun = true;
    },
  };
}

/**
 * Returns what keeps events from coming; undefined if the server responded. An expired version or an unknown kind of
 * request is such a response: the reflector continues in another way.
 */
function problemOf({ status, error }: RequestOutcome): string | undefined {
  if (status === undefined) return error instanceof Error ? error.message : String(error);
  const refuses = status === 401 || status === 403 || status === 404 || status === 429 || status >= 500;
  return refuses ? `the server answers ${status}` : undefined;
}
