import { systemClock } from '@kb/client';
import { createLogger, type Logger, parseLogLevel } from '../log/logger.ts';
import { jsonSink, textSink } from '../log/sinks.ts';
import type { ManagerFlags } from './manager-flags.ts';

/** The logger of a process: to standard error, as its flags say, else its environment (`LOG_FORMAT`, `LOG_LEVEL`), else text on a terminal and JSON elsewhere. */
export function processLogger(flags: Pick<ManagerFlags, 'logLevel' | 'logFormat'>): Logger {
  const { LOG_FORMAT, LOG_LEVEL = '' } = process.env;
  const fallback = process.stderr.isTTY ? 'text' : 'json';
  const format = flags.logFormat ?? LOG_FORMAT ?? fallback;
  const write = (text: string): void => void process.stderr.write(text);
  return createLogger({
    clock: systemClock,
    sink: format === 'text' ? textSink(write) : jsonSink(write),
    level: flags.logLevel ?? parseLogLevel(LOG_LEVEL) ?? 'info',
  });
}
