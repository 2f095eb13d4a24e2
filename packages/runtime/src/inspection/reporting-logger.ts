import type { Logger, LogLevel, LogValues } from '../log/logger.ts';

/** A line as a {@link reportingLogger} reports it. */
export interface ReportedLine {
  readonly level: LogLevel;
  readonly logger: string | undefined;
  readonly message: string;
  /** Returns its values. Throws what they throw when they are read. */
  readonly values: () => LogValues;
  /** What an `error` line is about. */
  readonly thrown?: { readonly error: unknown };
}

/** What a logger adds to each line. */
interface Carried {
  readonly values: LogValues;
  readonly logger: string | undefined;
}

/**
 * Makes a logger that passes every line on to `log`, and reports it, whatever the level of `log`. Values of `log`
 * itself are not reported: they are the same in each line.
 */
export function reportingLogger(log: Logger, onLine: (line: ReportedLine) => void): Logger {
  return report(log, onLine, { values: {}, logger: undefined });
}

function report(log: Logger, onLine: (line: ReportedLine) => void, carried: Carried): Logger {
  const { logger } = carried;
  const reportLine = (
    level: LogLevel,
    message: string,
    values: LogValues | undefined,
    thrown?: { readonly error: unknown },
  ): void =>
    onLine({
      level,
      logger,
      message,
      values: () => ({ ...carried.values, ...values }),
      ...(thrown && { thrown }),
    });
  return {
    // Costly values of debug lines are wanted too.
    enabled: () => true,
    debug: (message, values) => {
      log.debug(message, values);
      reportLine('debug', message, values);
    },
    info: (message, values) => {
      log.info(message, values);
      reportLine('info', message, values);
    },
    error: (error, message, values) => {
      log.error(error, message, values);
      reportLine('error', message, values, { error });
    },
    with: (values) => report(log.with(values), onLine, { values: { ...carried.values, ...values }, logger }),
    named: (name) =>
      report(log.named(name), onLine, { ...carried, logger: logger === undefined ? name : `${logger}.${name}` }),
  };
}
