import { isJsonObject } from '@kb/apimachinery/codec';
import { withoutControls } from '../events/code-frame.ts';

/** A line that an operator printed. */
export interface OperatorLine {
  readonly text: string;
  /** The level of a log line; undefined if it is not one. */
  readonly level?: string | undefined;
  /** It only tells that the operator starts or ends. */
  readonly routine: boolean;
  /** It tells that a controller works. */
  readonly ready: boolean;
}

/** What the runtime logs while an operator starts or ends. */
const ROUTINE =
  /^(Starting|Registering|Registered|Serving|Stopp(ing|ed)|Shutdown signal received|All workers finished|Wait completed)\b/;

/** Reads a line: those of the runtime's JSON log become text, with the message first; others stay as they are. */
export function readOperatorLine(line: string): OperatorLine {
  const entry = parse(line);
  if (entry === undefined) {
    const text = withoutControls(line);
    return { text, routine: false, ready: /\bStarting workers\b/.test(text) };
  }
  const { level, msg, ts: _time, logger, error, stacktrace, errorCauses: _causes, ...values } = entry;
  const message = textOf(msg);
  const shown = Object.entries(values).map(([name, value]) => `${name}=${shownValue(value)}`);
  const parts = [
    ...(logger === undefined ? [] : [textOf(logger)]),
    error === undefined ? message : `${message}: ${textOf(error)}`,
    ...shown,
    // The first frame says where; the rest is in the log at the level debug.
    ...(typeof stacktrace === 'string' ? [firstFrame(stacktrace)] : []),
  ];
  return {
    text: withoutControls(parts.filter((part) => part !== '').join(' ')),
    level: textOf(level),
    routine: level !== 'error' && ROUTINE.test(message),
    ready: message === 'Starting workers',
  };
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) && typeof value.msg === 'string' && typeof value.level === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function shownValue(value: unknown): string {
  if (typeof value === 'string') return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return JSON.stringify(value) ?? 'undefined';
}

function firstFrame(stack: string): string {
  const frame = stack.split('\n').find((line) => /^\s+at /.test(line) && !line.includes('node_modules'));
  return frame === undefined ? '' : `(${frame.trim()})`;
}
