import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '../events/place.ts';
import { readLogEntry } from './operator-line.ts';

/** An error that a process printed when it ended. */
export interface PrintedError {
  readonly message: string;
  readonly place?: Place | undefined;
}

/**
 * Finds the error in the last lines of a process, as Node prints one that nobody catches, or the runtime logs one that
 * stops it, and the place of it: where the syntax is wrong, or the first frame of the stack inside the project and
 * outside of `node_modules`. Undefined if there is none.
 */
export function findError(lines: readonly string[], root: string): PrintedError | undefined {
  const index = lines.findLastIndex((line) => /^(Uncaught )?([A-Z]\w*)?(Error|Exception)( \[\w+\])?(: |$)/.test(line));
  const message = lines[index];
  if (message === undefined) return loggedError(lines, root);
  const thrown = placeAbove(lines.slice(0, index), root);
  const isSyntax = message.startsWith('SyntaxError');
  const place = (isSyntax ? thrown : undefined) ?? placeInStack(lines.slice(index + 1), root) ?? thrown;
  return { message, place };
}

/** The error that the runtime logged when it stopped because of it. */
function loggedError(lines: readonly string[], root: string): PrintedError | undefined {
  for (const line of lines.toReversed()) {
    const { msg, error, stacktrace } = readLogEntry(line) ?? {};
    if (typeof msg !== 'string' || !/\bthe manager stop(s|ped)$/i.test(msg) || typeof error !== 'string') continue;
    const stack = typeof stacktrace === 'string' ? stacktrace.split('\n') : [];
    return { message: error, place: placeInStack(stack, root) };
  }
  return undefined;
}

/** The place above an error: `FILE:LINE`, the line, and a mark below the column. */
function placeAbove(lines: readonly string[], root: string): Place | undefined {
  const index = lines.findLastIndex((line) => /^(file:\/\/|\/|[A-Za-z]:\\).*:\d+$/.test(line));
  const [, name = '', line = ''] = /^(.*):(\d+)$/.exec(lines[index] ?? '') ?? [];
  const file = ownFile(name, root);
  if (file === undefined) return undefined;
  const mark = lines.slice(index + 1).find((text) => /^\s*\^+\s*$/.test(text));
  return { file, line: Number(line), ...(mark !== undefined && { column: mark.indexOf('^') + 1 }) };
}

function placeInStack(lines: readonly string[], root: string): Place | undefined {
  for (const text of lines) {
    const [, name = '', line = '', column = ''] = /^([^\n]+):(\d+):(\d+)$/.exec(frameOf(text)) ?? [];
    const file = ownFile(name, root);
    if (file !== undefined) return { file, line: Number(line), column: Number(column) };
  }
  return undefined;
}

/** What a line of a stack has between its parentheses, or after `at`. */
function frameOf(line: string): string {
  const text = line.trim();
  if (!text.startsWith('at ')) return '';
  const start = text.lastIndexOf(' (');
  return start < 0 ? text.slice(3) : text.slice(start + 2, text.endsWith(')') ? -1 : undefined);
}

/** A file of the project, relative to it; undefined for others. */
function ownFile(name: string, root: string): string | undefined {
  if (!name.startsWith('file:') && !path.isAbsolute(name)) return undefined;
  let file: string;
  try {
    file = path.relative(root, name.startsWith('file:') ? fileURLToPath(name) : name).replaceAll('\\', '/');
  } catch {
    return undefined;
  }
  const isOutside = file.startsWith('..') || path.isAbsolute(file) || file.split('/').includes('node_modules');
  return isOutside ? undefined : file;
}
