import { isJsonObject } from '@kb/apimachinery/codec';
import { lineWithoutControls } from '../events/code-frame.ts';

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

/**
 * Reads a line: those of the runtime's JSON log become text, others stay as they are. In front is whose run it is, then
 * the message, then the values that the reconciler gave: what every line of a run repeats would leave no room for them.
 */
export function readOperatorLine(line: string): OperatorLine {
  const entry = readLogEntry(line);
  if (entry === undefined) {
    const text = lineWithoutControls(line);
    return { text, routine: false, ready: /\bStarting workers\b/.test(text) };
  }
  const { level, msg, ts: _time, logger, error, stacktrace, errorCauses: _causes, ...all } = entry;
  const message = textOf(msg);
  const { run, values } = withoutRun(all);
  const shown = Object.entries(values).map(([name, value]) => `${name}=${shownValue(value)}`);
  const parts = [
    ...(run === undefined ? [] : [`${run}:`]),
    ...(logger === undefined ? [] : [textOf(logger)]),
    error === undefined ? message : `${message}: ${textOf(error)}`,
    ...shown,
    // The first frame says where; the rest is in the log at the level debug.
    ...(typeof stacktrace === 'string' ? [firstFrame(stacktrace)] : []),
  ];
  return {
    text: lineWithoutControls(parts.filter((part) => part !== '').join(' ')),
    level: textOf(level),
    routine: level !== 'error' && ROUTINE.test(message),
    ready: message === 'Starting workers',
  };
}

/** Reads a line of the runtime's JSON log; undefined if it is something else. */
export function readLogEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isJsonObject(value) && typeof value.msg === 'string' && typeof value.level === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Takes from the values of a line those that tell whose run it is: the controller, and the object that it is about. */
function withoutRun(all: Values): { readonly run?: string; readonly values: Values } {
  const { controller, controllerGroup: _group, controllerKind, ...rest } = all;
  if (typeof controller !== 'string' || typeof controllerKind !== 'string') return { values: all };
  const { [controllerKind]: object, reconcileID: _id, ...values } = rest;
  if (!isJsonObject(object) || typeof object.name !== 'string') return { values: { controller, ...rest } };
  const { name, namespace } = object;
  const key = typeof namespace === 'string' && namespace !== '' ? `${namespace}/${name}` : name;
  // A reconciler may give values of these names itself.
  const own = Object.entries(values).filter(
    ([field, value]) => !((field === 'name' && value === name) || (field === 'namespace' && value === namespace)),
  );
  return { run: `${controller} ${key}`, values: Object.fromEntries(own) };
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
