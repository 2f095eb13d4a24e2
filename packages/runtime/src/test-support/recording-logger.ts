import type { LogEntry, Logger } from '../log/logger.ts';
import { createLogger } from '../log/logger.ts';

/** A logger that keeps its lines. */
export function recordingLogger(): { readonly log: Logger; readonly lines: LogEntry[] } {
  const lines: LogEntry[] = [];
  const clock = { now: () => 0, after: () => () => undefined, sleep: () => Promise.resolve() };
  return { lines, log: createLogger({ clock, sink: (entry) => void lines.push(entry), level: 'debug' }) };
}
