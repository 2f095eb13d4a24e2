import type { Cancel, Clock } from '@kb/apimachinery';
import type { RequestObserver, RequestOutcome } from '@kb/client';

/** Reports once that the server cannot be reached or refuses requests, and once that events arrive again. */
export interface ConnectionNotices {
  /** Observes the requests of the client. */
  readonly observer: RequestObserver;
  /** Begins to report. Earlier errors (finding the resource, the first list) end the command, which prints them. */
  readonly begin: () => void;
  /** Must be called when a list is complete. */
  readonly listed: () => void;
  /** Must be called when a watch has ended. */
  readonly watchEnded: () => void;
}

/**
 * How long a watch has to stay open to count as working: a server may open it and then report that the version is
 * expired.
 */
const STAYING_OPEN = 500;

/** Creates {@link ConnectionNotices}. Reports nothing after `signal` is aborted, which ends the requests. */
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
      print(`disconnected: ${problem}; trying again; missed events follow later`);
      isDown = true;
    }
    // Other responses may be pages of a list, or errors after which the reflector lists again.
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
 * Returns the problem that stops events; undefined if the server responded normally. An expired version or an unknown
 * kind of request is normal: the reflector continues in another way.
 */
function problemOf({ status, error }: RequestOutcome): string | undefined {
  if (status === undefined) return error instanceof Error ? error.message : String(error);
  const refuses = status === 401 || status === 403 || status === 404 || status === 429 || status >= 500;
  return refuses ? `the server responds with ${status}` : undefined;
}
