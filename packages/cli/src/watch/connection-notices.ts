import type { RequestObserver, RequestOutcome } from '@kb/client';

/** Tells once that the server cannot be reached or refuses, and once that it answers again. */
export interface ConnectionNotices {
  /** For the client whose requests are told about. */
  readonly observer: RequestObserver;
  /** From now on. What goes wrong before (finding the resource, the first list) ends the command and is told by that. */
  readonly begin: () => void;
}

/** Makes {@link ConnectionNotices}. After `signal` nothing is told: requests end because they are not wanted any more. */
export function createConnectionNotices(print: (line: string) => void, signal: AbortSignal): ConnectionNotices {
  let begun = false;
  let isDown = false;
  const note = (outcome: RequestOutcome): void => {
    if (!begun || signal.aborted) return;
    const problem = problemOf(outcome);
    if (problem === undefined) {
      if (isDown) print('connected again');
      isDown = false;
    } else if (!isDown) {
      print(`disconnected: ${problem}; trying again, what happens meanwhile is told later`);
      isDown = true;
    }
  };
  return {
    observer: { begin: () => ({ retry: note, end: note }) },
    begin: () => {
      begun = true;
    },
  };
}

/** What keeps events from coming; undefined when the server answered. That a version is too old, or a form of request unknown, is an answer: the reflector goes on otherwise. */
function problemOf({ status, error }: RequestOutcome): string | undefined {
  if (status === undefined) return error instanceof Error ? error.message : String(error);
  const refuses = status === 401 || status === 403 || status === 404 || status === 429 || status >= 500;
  return refuses ? `the server answers ${status}` : undefined;
}
