import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A line of a source file. */
export interface SourcePlace {
  /** An absolute path. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Returns where `callee`, which is running, was called; undefined where the engine does not tell. */
export function callerPlace(callee: (...parameters: never[]) => unknown): SourcePlace | undefined {
  const holder: { stack?: unknown } = {};
  Error.captureStackTrace(holder, callee);
  // Programs can limit stacks to nothing, and replace their text by anything.
  if (typeof holder.stack !== 'string') return undefined;
  const parts = locationIn(holder.stack.split('\n', 2)[1]?.trim() ?? '').split(':');
  const line = Number(parts.at(-2));
  const file = fileOf(parts.slice(0, -2).join(':'));
  return file === undefined || !Number.isInteger(line) ? undefined : { file, line };
}

/** `file:///src/web.ts:3:14` of `at file:///src/web.ts:3:14`, or of `at load (file:///src/web.ts:3:14)`. */
function locationIn(frame: string): string {
  const start = frame.lastIndexOf(' (');
  return start === -1 ? frame.replace(/^at (?:async )?/, '') : frame.slice(start + 2, -1);
}

function fileOf(name: string): string | undefined {
  if (path.isAbsolute(name)) return name;
  try {
    return fileURLToPath(name);
  } catch {
    return undefined;
  }
}

/** `packages/controller/src/web.controller.ts:12`: a place as seen from the process's folder. */
export function placeText({ file, line }: SourcePlace): string {
  const relative = path.relative(process.cwd(), file);
  const isBelow = !relative.startsWith('..') && !path.isAbsolute(relative);
  return `${(isBelow ? relative : file).replaceAll('\\', '/')}:${line}`;
}
