import type { Milliseconds } from '../../durations.ts';
import type { RunName } from '../thread-memory.ts';

/** A stall, for {@link stallLine}. */
export interface StallLineOptions {
  /** How long the event loop stood still, and the limit. */
  readonly stalled: Milliseconds;
  readonly maxStall: Milliseconds;
  /** The reconciles that may have blocked it. */
  readonly running: readonly RunName[];
  /** Milliseconds since the epoch. */
  readonly now: Milliseconds;
  readonly logFormat: 'text' | 'json';
}

/** Formats the last log line of a process whose event loop stands still. Without the line break. */
export function stallLine({ stalled, maxStall, running, now, logFormat }: StallLineOptions): string {
  const [run, ...others] = running;
  const message = 'The event loop stood still for longer than maxStall: the process is ended';
  const values = {
    seconds: Math.round(stalled / 1000),
    maxStallSeconds: maxStall / 1000,
    ...(run && others.length === 0 && { controller: run.controller, key: run.item }),
    ...(others.length > 0 && { oneOf: running.map(({ controller, item }) => `${controller} ${item}`) }),
  };
  const ts = `${new Date(now).toISOString().slice(0, 19)}Z`;
  if (logFormat === 'json') return JSON.stringify({ level: 'error', ts, msg: message, ...values });
  const shown = Object.entries(values).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [ts, 'ERROR', message, ...shown].join(' ');
}
