import { formatObjectKey, formatTime, isStatusError, stringifyJson } from '@kb/apimachinery';
import type { LogEntry, LogSink, LogValues } from './logger.ts';

/** Writes lines for people: `2026-01-02T03:04:05Z INFO Reconciled  controller=appservice AppService=default/web`. `write` gets whole lines with their end. */
export function textSink(write: (text: string) => void): LogSink {
  return (entry) => {
    const level = entry.level.toUpperCase().padEnd(5);
    const values = Object.entries(shown(entry.values)).map(([key, value]) => `${key}=${textOf(value)}`);
    const error = 'error' in entry ? describeError(entry.error) : undefined;
    const message = error ? `${entry.message}: ${error.message}` : entry.message;
    const line = [formatTime(entry.time), level, message, ...values].join(' ');
    write(`${line}\n${error?.stack ? `${error.stack}\n` : ''}`);
  };
}

/** Writes one JSON object a line, with zap's keys as controller-runtime has them: `ts`, `level`, `msg`, the values, `error`, `stacktrace`. */
export function jsonSink(write: (text: string) => void): LogSink {
  return (entry) => write(`${jsonOf(entry)}\n`);
}

function jsonOf(entry: LogEntry): string {
  const error = 'error' in entry ? describeError(entry.error) : undefined;
  const head = { ts: formatTime(entry.time), level: entry.level, msg: entry.message };
  const tail = error ? { error: error.message, ...(error.stack && { stacktrace: error.stack }) } : {};
  try {
    return stringifyJson({ ...head, ...shown(entry.values), ...tail });
  } catch {
    // A value that is no JSON must not cost the line.
    return stringifyJson({ ...head, ...tail });
  }
}

/**
 * What a log line says of something caught. A stack is kept unless the error is the API server's answer or a connection's trouble, where it would tell where
 * we asked and nothing of the cause.
 */
export function describeError(error: unknown): { readonly message: string; readonly stack?: string } {
  if (!(error instanceof Error)) return { message: textOf(error) };
  let message = error.message || error.name;
  let depth = 0;
  for (let cause = error.cause; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (!message.includes(cause.message)) message = `${message}: ${cause.message}`;
  }
  const expected = isStatusError(error) || ('code' in error && typeof error.code === 'string');
  return expected || !error.stack ? { message } : { message, stack: error.stack };
}

/** Object keys in their short form; absent values left out. */
function shown(values: LogValues): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) result[key] = value;
  return result;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return plain.test(value) ? value : stringifyJson(value);
  if (isObjectKey(value)) return formatObjectKey(value);
  try {
    return stringifyJson(value);
  } catch {
    return String(value);
  }
}

/** Needs no quotes to be read as one value. */
const plain = /^[^\s"=]+$/;

function isObjectKey(value: unknown): value is { namespace?: string; name: string } {
  if (typeof value !== 'object' || value === null || !('name' in value) || typeof value.name !== 'string') return false;
  return Object.keys(value).every((key) => key === 'name' || key === 'namespace');
}
