import { formatMicroTime, type LogLine } from '@kb/apimachinery';
import { toBytes } from '../../http/encode.ts';
import type { LogOptions } from './log-options.ts';

/** Which lines of a container's output a client gets, and how they are written. */
export interface LineSelection extends Pick<LogOptions, 'tailLines' | 'limitBytes' | 'timestamps'> {
  /** Lines from before are left out. Milliseconds since the epoch. */
  readonly since: number | undefined;
}

/** Returns the lines that were printed before the request and that the client gets. */
export function selectPrinted(printed: Iterable<LogLine>, { tailLines, since }: LineSelection): Iterable<LogLine> {
  const last = tailLines === undefined ? printed : lastOf(printed, tailLines);
  return since === undefined ? last : notBefore(last, since);
}

/** Returns the last elements; keeps no more of them than that at any time. */
function lastOf(lines: Iterable<LogLine>, count: number): LogLine[] {
  if (count === 0) return [];
  if (Array.isArray(lines)) return lines.slice(-count);
  const kept: LogLine[] = [];
  for (const line of lines) {
    kept.push(line);
    // Dropping half at a time takes linear time.
    if (kept.length >= count * 2) kept.splice(0, kept.length - count);
  }
  return kept.slice(-count);
}

function* notBefore(lines: Iterable<LogLine>, since: number): Generator<LogLine> {
  for (const line of lines) if (line.time >= since) yield line;
}

/** Writes lines as bytes until a limit is reached. */
export interface LineWriter {
  /** Returns the bytes of a line; fewer at the limit. */
  readonly write: (line: LogLine) => Uint8Array;
  /** Whether the limit is reached. */
  readonly isFull: () => boolean;
}

/** Creates a writer of lines. */
export function createLineWriter({ limitBytes = Infinity, timestamps }: LineSelection): LineWriter {
  let left = limitBytes;
  return {
    write: ({ time, text }) => {
      const bytes = toBytes(`${timestamps ? `${nanoseconds(time)} ` : ''}${text}\n`);
      const written = bytes.length > left ? bytes.subarray(0, left) : bytes;
      left -= written.length;
      return written;
    },
    isFull: () => left <= 0,
  };
}

/** A time as the kubelet writes it before a line. */
function nanoseconds(time: number): string {
  return formatMicroTime(time).replace('Z', '000Z');
}
