import type { LogLevel, Logger, LogValues } from '../log/logger.ts';
import type { FromThread, PostedError } from './thread-messages.ts';

/** Creates a logger whose lines the other thread writes. */
export function threadLogger(post: (message: FromThread) => void, least: LogLevel, carried: LogValues = {}): Logger {
  const enabled = (level: LogLevel): boolean => level !== 'debug' || least === 'debug';
  const write = (level: LogLevel, message: string, values: LogValues = {}, error?: PostedError): void => {
    if (enabled(level)) {
      post({ type: 'log', level, message, values: { ...carried, ...values }, ...(error && { error }) });
    }
  };
  return {
    enabled,
    debug: (message, values) => write('debug', message, values),
    info: (message, values) => write('info', message, values),
    error: (error, message, values) => write('error', message, values, postedError(error)),
    with: (values) => threadLogger(post, least, { ...carried, ...values }),
    named: () => threadLogger(post, least, carried),
  };
}

/** Writes a line of {@link threadLogger}. */
export function writePosted(log: Logger, line: Extract<FromThread, { type: 'log' }>): void {
  const { level, message, values, error } = line;
  if (error) log.error(receivedError(error), message, values);
  else if (level === 'debug') log.debug(message, values);
  else log.info(message, values);
}

/** Converts an error to what is posted to the other thread. */
export function postedError(error: unknown): PostedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), stack: undefined, code: undefined };
  const { name, message, stack } = error;
  return { name, message, stack, code: 'code' in error && typeof error.code === 'string' ? error.code : undefined };
}

/** Restores the error that {@link postedError} converted, as far as it was posted. */
export function receivedError({ name, message, stack, code }: PostedError): Error {
  const error = new Error(message);
  return Object.assign(error, { name, stack: stack ?? error.stack, ...(code !== undefined && { code }) });
}
