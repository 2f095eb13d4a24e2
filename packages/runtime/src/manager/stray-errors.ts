import { isError, memberOf, textIn } from '@kb/apimachinery';
import type { Logger } from '../log/logger.ts';
import { describeError } from '../log/describe-error.ts';

/** Where errors that no code took come from: `process`, or a test's. */
export interface StrayErrorSource {
  on(event: 'uncaughtException', listener: (error: unknown, origin: string) => void): unknown;
  off(event: 'uncaughtException', listener: (error: unknown, origin: string) => void): unknown;
}

/** Errors that are listened to. */
export interface StrayErrors {
  /** Aborted by the first one. */
  readonly signal: AbortSignal;
  /** Listens no more. */
  close(): void;
}

/**
 * Listens to errors that no code took, on which Node would end the process on the spot: rejections of promises that
 * nobody awaited, and what was thrown where nobody catches. Each is an error in the log, with its stack, up to {@link
 * LOGGED_ERRORS}; of a log that nobody reads any more (EPIPE) there is nothing to tell there. Rejections come as Node's
 * `--unhandled-rejections` says, by default as exceptions; a program that listens to `unhandledRejection` keeps them.
 */
export function listenToStrayErrors(source: StrayErrorSource, log: Logger): StrayErrors {
  const stop = new AbortController();
  let logged = 0;
  const listener = (error: unknown, origin: string): void => {
    // A log that cannot be written is an error that nobody took, too: it must not lead to the next one for ever.
    if (logged < LOGGED_ERRORS && !isBrokenPipe(error)) {
      logged += 1;
      log.error(error, origin === 'unhandledRejection' ? unawaited : uncaught, stackOf(error));
    }
    stop.abort(error);
  };
  source.on('uncaughtException', listener);
  return { signal: stop.signal, close: () => void source.off('uncaughtException', listener) };
}

/** How many errors are logged at the most. */
const LOGGED_ERRORS = 100;

const isBrokenPipe = (error: unknown): boolean => isError(error) && memberOf(error, 'code') === 'EPIPE';

const unawaited = 'A promise that nobody awaited was rejected, the manager stops';
const uncaught = 'An error was thrown where nobody catches it, the manager stops';

/**
 * The stack, where a log line of the error would not have it. Of an answer of the API server too: here nothing else
 * tells where it was asked.
 */
function stackOf(error: unknown): { readonly stacktrace?: string } {
  const stack = isError(error) ? textIn(error, 'stack') : undefined;
  return stack === undefined || stack === '' || describeError(error).stack !== undefined ? {} : { stacktrace: stack };
}
