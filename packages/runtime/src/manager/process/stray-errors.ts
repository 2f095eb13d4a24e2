import { isError, memberOf, textIn } from '@kb/apimachinery';
import type { Logger } from '../../log/logger.ts';
import { describeError } from '../../log/describe-error.ts';

/** A source of unhandled errors: `process`, or a test's. */
export interface StrayErrorSource {
  on(event: 'uncaughtException', listener: (error: unknown, origin: string) => void): unknown;
  off(event: 'uncaughtException', listener: (error: unknown, origin: string) => void): unknown;
}

/** The listener of {@link listenToStrayErrors}. */
export interface StrayErrors {
  /** Aborted by the first error. */
  readonly signal: AbortSignal;
  /** Removes the listener. */
  close(): void;
}

/**
 * Listens to unhandled errors, on which Node would end the process at once: rejections of promises that are not
 * awaited, and exceptions that nothing catches. Logs each with its stack, up to {@link LOGGED_ERRORS}, except a closed
 * log (EPIPE). Node's `--unhandled-rejections` decides how rejections arrive, by default as exceptions; a program that
 * listens to `unhandledRejection` keeps them.
 */
export function listenToStrayErrors(source: StrayErrorSource, log: Logger): StrayErrors {
  const stop = new AbortController();
  let logged = 0;
  const listener = (error: unknown, origin: string): void => {
    // A failing write to the log is an unhandled error too: it must not cause the next one forever.
    if (logged < LOGGED_ERRORS && !isBrokenPipe(error)) {
      logged += 1;
      log.error(error, origin === 'unhandledRejection' ? UNAWAITED : UNCAUGHT, stackOf(error));
    }
    stop.abort(error);
  };
  source.on('uncaughtException', listener);
  return { signal: stop.signal, close: () => void source.off('uncaughtException', listener) };
}

/** How many errors are logged at most. */
const LOGGED_ERRORS = 100;

const isBrokenPipe = (error: unknown): boolean => isError(error) && memberOf(error, 'code') === 'EPIPE';

const UNAWAITED = 'A promise that nobody awaited was rejected, the manager stops';
const UNCAUGHT = 'An error was thrown where nobody catches it, the manager stops';

/**
 * Returns the stack when the log line of the error would not have it: for errors of the API server too, since nothing
 * else shows where the request was made.
 */
function stackOf(error: unknown): { readonly stacktrace?: string } {
  const stack = isError(error) ? textIn(error, 'stack') : undefined;
  return stack === undefined || stack === '' || describeError(error).stack !== undefined ? {} : { stacktrace: stack };
}
