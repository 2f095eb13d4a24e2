import { formatObjectKey, formatTime, isStatusError, stringifyJson } from '@kb/apimachinery';
import type { LogEntry, LogSink, LogValues } from './logger.ts';

/** Writes lines for people: `2026-01-02T03:04:05Z INFO Reconciled  controller=appservice AppService=default/web`. `write` gets whole lines with their end. */
export function textSink(write: (text: string) => void): LogSink {
  return (entry) => {
    const level = entry.level.toUpperCase().padEnd(5);
    const values = Object.entries(shown(entry.values)).map(([key, value]) => `${key}=${textOf(value)}`);
    const error = 'error' in entry ? describeError(entry.error) : undefined;
    const message = error ? `${entry.message}: ${error.message}` : entry.message;
    const who = entry.logger === undefined ? [] : [entry.logger];
    const line = [formatTime(entry.time), level, ...who, message, ...values].join(' ');
    write(`${line}\n${error?.stack ? `${error.stack}\n` : ''}`);
  };
}

/** Writes one JSON object a line, with zap's keys as controller-runtime has them: `level`, `ts`, `logger` when it has a name, `msg`, the values, `error`, `stacktrace`. */
export function jsonSink(write: (text: string) => void): LogSink {
  return (entry) => write(`${jsonOf(entry)}\n`);
}

function jsonOf(entry: LogEntry): string {
  const error = 'error' in entry ? describeError(entry.error) : undefined;
  const { level, logger } = entry;
  const head = { level, ts: formatTime(entry.time), ...(logger !== undefined && { logger }), msg: entry.message };
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
  return isExpected(error) || !error.stack ? { message } : { message, stack: error.stack };
}

/** Whether an error is told where it comes from well enough by its message. A terminal error is somebody's answer, unless what it was made of is a bug. */
function isExpected(error: Error): boolean {
  if (isStatusError(error) || ('code' in error && typeof error.code === 'string')) return true;
  return error.name === 'TerminalError' && (!(error.cause instanceof Error) || isExpected(error.cause));
}

/** What is written of values: absent ones are left out, errors are their messages, and of Kubernetes objects only which ones they are, so that no Secret's content is ever in a log. */
function shown(values: LogValues): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) if (value !== undefined) result[key] = shownValue(value, 0);
  return result;
}

/** How deep objects are looked for: in lists, and in what holds them. */
const maxDepth = 3;

function shownValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value).message;
  const reference = referenceOf(value);
  if (reference) return reference;
  if (depth === maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => shownValue(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shownValue(item, depth + 1)]));
}

/** Which object it is, if it is one of Kubernetes: as controller-runtime's logs show it. */
function referenceOf(value: object): Record<string, unknown> | undefined {
  if (!('metadata' in value) || typeof value.metadata !== 'object' || value.metadata === null) return undefined;
  const { metadata } = value;
  if (!('kind' in value) && !('uid' in metadata) && !('resourceVersion' in metadata)) return undefined;
  return {
    ...('apiVersion' in value && { apiVersion: value.apiVersion }),
    ...('kind' in value && { kind: value.kind }),
    ...('namespace' in metadata && { namespace: metadata.namespace }),
    ...('name' in metadata && { name: metadata.name }),
  };
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
