import { systemClock } from '@kb/client';
import { createLogger, type Logger, parseLogLevel } from '../../log/logger.ts';
import { jsonSink, textSink } from '../../log/sinks.ts';
import type { ManagerFlags } from './manager-flags.ts';

/**
 * Creates the logger of a process, which writes to standard error. Its flags set format and level, or its environment
 * (`LOG_FORMAT`, `LOG_LEVEL`); the default is text on a terminal and JSON elsewhere.
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

/** Returns the log format of a process. */
export function processLogFormat({ logFormat }: Pick<ManagerFlags, 'logFormat'>): 'text' | 'json' {
  const { LOG_FORMAT } = process.env;
  const fallback = process.stderr.isTTY ? 'text' : 'json';
  return (logFormat ?? LOG_FORMAT ?? fallback) === 'text' ? 'text' : 'json';
}
