import { formatTime, isError, messageOfThrown } from '@kb/apimachinery';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { describeError, type DescribedError } from './describe-error.ts';
import type { LogEntry, LogSink, LogValues } from './logger.ts';
import { referenceOf } from './reference-of.ts';
import { textOf } from './text-of.ts';

/**
 * Writes lines for people: `2026-01-02T03:04:05Z INFO Reconciled  controller=appservice AppService=default/web`.
 * `write` gets whole lines with their end.
 */
export function textSink(write: (text: string) => void): LogSink {
  return (entry) => {
    const level = entry.level.toUpperCase().padEnd(5);
    const values = Object.entries(shown(entry.values)).map(([key, value]) => `${key}=${textOf(value)}`);
    const error = 'error' in entry ? describeError(entry.error) : undefined;
    const message = error ? `${entry.message}: ${error.message}` : entry.message;
    const who = entry.logger === undefined ? [] : [entry.logger];
    const line = [formatTime(entry.time), level, ...who, message, ...values].join(' ');
    const stacks = error ? [error, ...(error.errors ?? [])].flatMap(({ stack }) => stack ?? []) : [];
    write(`${[line, ...stacks].join('\n')}\n`);
  };
}

/**
 * Writes one JSON object a line, with zap's keys as controller-runtime has them: `level`, `ts`, `logger` when it has a
 * name, `msg`, the values, `error`, `errorCauses` for the errors in an AggregateError, `stacktrace`.
 */
export function jsonSink(write: (text: string) => void): LogSink {
  return (entry) => write(`${jsonOf(entry)}\n`);
}

function jsonOf(entry: LogEntry): string {
  const error = 'error' in entry ? describeError(entry.error) : undefined;
  const { level, logger } = entry;
  const head = { level, ts: formatTime(entry.time), ...(logger !== undefined && { logger }), msg: entry.message };
  const tail = error && { ...jsonOfError(error), ...(error.errors && { errorCauses: error.errors.map(jsonOfError) }) };
  const values = shown(entry.values);
  try {
    return stringifyJson({ ...head, ...values, ...tail });
  } catch {
    // One value that JSON cannot hold must not lose the line, nor the other values.
    return stringifyJson({ ...head, ...Object.fromEntries(Object.entries(values).map(plainly)), ...tail });
  }
}

/** Returns a value as plain data; as text, where JSON cannot write it. */
function plainly([key, value]: readonly [string, unknown]): [string, unknown] {
  try {
    return [key, parseJson(stringifyJson(value))];
  } catch {
    return [key, messageOfThrown(value)];
  }
}

const jsonOfError = ({ message, stack }: DescribedError): Record<string, string> => ({
  error: message,
  ...(stack !== undefined && { stacktrace: stack }),
});

/**
 * Returns the values as they are written: absent ones are left out, errors are their messages, and Kubernetes objects
 * are only identified, so that the content of a Secret is never in a log.
 */
function shown(values: LogValues): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(values)) {
    try {
      const value = values[key];
      if (value !== undefined) result[key] = shownValue(value, 0);
    } catch {
      result[key] = UNREADABLE;
    }
  }
  return result;
}

/** Replaces a value that throws when it is read. */
const UNREADABLE = 'cannot be read';

/** How deep Kubernetes objects are looked for in lists and other objects. */
const MAX_DEPTH = 3;

function shownValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isError(value)) return describeError(value).message;
  const reference = referenceOf(value);
  if (reference) return reference;
  if (depth === MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => shownValue(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownValue(item, depth + 1)]));
}
