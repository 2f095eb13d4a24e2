import type { Cancel, Clock } from '@kb/apimachinery';
import type { RequestObserver, RequestOutcome } from '@kb/client';

/** Tells once that the server cannot be reached or refuses, and once that what happens is heard of again. */
export interface ConnectionNotices {
  /** For the client whose requests are told about. */
  readonly observer: RequestObserver;
  /**
   * From now on. What goes wrong before (finding the resource, the first list) ends the command and is told by that.
   */
  readonly begin: () => void;
  /** To be told that everything was listed. */
  readonly listed: () => void;
  /** To be told that a watch ended. */
  readonly watchEnded: () => void;
}

/** How long a watch that was opened has to stay open: a server opens it and then says that the version is no more. */
const stayingOpen = 500;

/**
 * Makes {@link ConnectionNotices}. After `signal` nothing is told: requests end because they are not wanted any more.
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
      print(`disconnected: ${problem}; trying again, what happens meanwhile is told later`);
      isDown = true;
    }
    // Other answers may say that there is nothing to go on from, or are pages of a list.
    if (verb !== 'watch' || outcome.status !== 200 || !isDown) return;
    cancel();
    cancel = clock.after(stayingOpen, hears);
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
 * What keeps events from coming; undefined when the server answered. That a version is too old, or a form of request
 * unknown, is an answer: the reflector goes on otherwise.
 */
function problemOf({ status, error }: RequestOutcome): string | undefined {
  if (status === undefined) return error instanceof Error ? error.message : String(error);
  const refuses = status === 401 || status === 403 || status === 404 || status === 429 || status >= 500;
  return refuses ? `the server answers ${status}` : undefined;
}
