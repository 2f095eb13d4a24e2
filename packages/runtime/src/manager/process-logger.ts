import { systemClock } from '@kb/client';
import { createLogger, type Logger, parseLogLevel } from '../log/logger.ts';
import { jsonSink, textSink } from '../log/sinks.ts';
import type { ManagerFlags } from './manager-flags.ts';

/**
 * The logger of a process: to standard error, as its flags say, else its environment (`LOG_FORMAT`, `LOG_LEVEL`), else
 * text on a terminal and JSON elsewhere.
 */
export function processLogger(flags: Pick<ManagerFlags, 'logLevel' | 'logFormat'>): Logger {
  const { LOG_LEVEL = '' } = process.env;
  const write = (text: string): void => void process.stderr.write(text);
  return createLogger({
    clock: systemClock,
    sink: processLogFormat(flags) === 'text' ? textSink(write) : jsonSink(write),
    level: flags.logLevel ?? parseLogLevel(LOG_LEVEL) ?? 'info',
  });
}

/** How the lines of a process are written. */
export function processLogFormat({ logFormat }: Pick<ManagerFlags, 'logFormat'>): 'text' | 'json' {
  const { LOG_FORMAT } = process.env;
  const fallback = process.stderr.isTTY ? 'text' : 'json';
  return (logFormat ?? LOG_FORMAT ?? fallback) === 'text' ? 'text' : 'json';
}
