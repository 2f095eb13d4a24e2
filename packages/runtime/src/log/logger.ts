import type { Clock } from '@kb/apimachinery';

/** The importance of a line. `debug` lines are dropped by default. */
export type LogLevel = 'debug' | 'info' | 'error';

/**
 * The values of a line besides its message. Keys are logr's camelCase names (`controller`, `reconcileID`…); values are
 * anything that JSON can hold.
 */
export type LogValues = Readonly<Record<string, unknown>>;

/** One line on its way to a {@link LogSink}. */
export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly level: LogLevel;
  readonly message: string;
  /** The name of the logger: those given by {@link Logger.named}, from the outermost, with dots between. */
  readonly logger?: string;
  readonly values: LogValues;
  /** The caught value of an `error` line. */
  readonly error?: unknown;
}

/** Writes lines: {@link textSink}, {@link jsonSink}, or that of a test. When it throws, only that line is lost. */
export type LogSink = (entry: LogEntry) => void;

/** A structured logger: logr's Logger with its values. */
export interface Logger {
  /** Whether lines of a level are written. If not, costly values need not be computed. */
  enabled(level: LogLevel): boolean;
  debug(message: string, values?: LogValues): void;
  info(message: string, values?: LogValues): void;
  /**
   * Logs a caught value with its stack. A user's mistake is not an error of the program: log it with `info`, or throw a
   * terminalError.
   */
  error(error: unknown, message: string, values?: LogValues): void;
  /** Returns a logger that adds `values` to each line. */
  with(values: LogValues): Logger;
  /** Returns a logger with a name in each line; names are joined: `setup.webhooks`. logr's WithName. */
  named(name: string): Logger;
}

/** Options of {@link createLogger}. */
export interface LoggerOptions {
  readonly clock: Clock;
  readonly sink: LogSink;
  /** The least level that is written. Default: `info`. */
  readonly level?: LogLevel;
  /** Added to every line. Default: nothing. */
  readonly values?: LogValues;
}

/**
 * Parses the level in a flag or a variable, as kubebuilder does too: `debug`, `info`, `error` (also `warn` and
 * `panic`), or a number: 0 is info, more is debug. Undefined for anything else.
 */
export function parseLogLevel(text: string): LogLevel | undefined {
  if (/^\d{1,3}$/.test(text)) return Number(text) > 0 ? 'debug' : 'info';
  switch (text.toLowerCase()) {
    case 'debug':
    case 'info':
      return text.toLowerCase() === 'debug' ? 'debug' : 'info';
    case 'warn':
    case 'error':
    case 'panic':
      return 'error';
    default:
      return undefined;
  }
}

const rank: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, error: 2 };

/** Makes a logger that writes to `sink`. */
export function createLogger(options: LoggerOptions): Logger {
  const { clock, sink } = options;
  const least = rank[options.level ?? 'info'];
  const make = (carried: LogValues, name: string | undefined): Logger => {
    const write = (
      level: LogLevel,
      message: string,
      values: LogValues | undefined,
      rest?: { error: unknown },
    ): void => {
      if (rank[level] < least) return;
      try {
        sink({
          time: clock.now(),
          level,
          message,
          ...(name !== undefined && { logger: name }),
          values: values ? { ...carried, ...values } : carried,
          ...rest,
        });
      } catch {
        // There is no other place to report it, and the caller must go on.
      }
    };
    return {
      enabled: (level) => rank[level] >= least,
      debug: (message, values) => write('debug', message, values),
      info: (message, values) => write('info', message, values),
      error: (error, message, values) => write('error', message, values, { error }),
      with: (values) => make({ ...carried, ...values }, name),
      named: (more) => make(carried, name === undefined ? more : `${name}.${more}`),
    };
  };
  return make(options.values ?? {}, undefined);
}

/** A logger that writes nothing. */
export const silentLogger: Logger = {
  enabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  error: () => undefined,
  with: () => silentLogger,
  named: () => silentLogger,
};
