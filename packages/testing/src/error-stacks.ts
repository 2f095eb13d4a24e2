import { isStatusError } from '@kb/apimachinery';

/** The stack frame that called `callee`, as a line of a stack; undefined when the platform does not provide it. */
export function callerOf(callee: (...args: never[]) => unknown): string | undefined {
  const site: { stack?: string } = {};
  Error.captureStackTrace(site, callee);
  return site.stack?.split('\n').find(isFrame);
}

/** The file of a stack frame, as a path or a URL; undefined if it has none. */
export function fileOf(frame: string | undefined): string | undefined {
  return frame?.match(IN_FILE)?.[1];
}

/**
 * Puts a frame of the caller's file first in the stack of an error, because test runners show the line of the first
 * frame. An error without such a frame gets the caller's; an error response of a server gets the frame of the request.
 */
export function pointAt(error: Error, caller: string | undefined): void {
  const file = fileOf(caller);
  if (caller === undefined || file === undefined || !error.stack) return;
  const lines = error.stack.split('\n');
  const asked = lines.find((line) => isFrame(line) && line.includes(`${file}:`));
  if (asked !== undefined && !isStatusError(error)) return;
  const first = lines.findIndex(isFrame);
  const frames = first < 0 ? [] : lines.splice(first).filter((line) => line !== asked);
  error.stack = [...lines, asked ?? caller, ...frames].join('\n');
}

const isFrame = (line: string): boolean => /^\s*at /.test(line);
const IN_FILE = /(?<![^\s(])([^\s(]+):\d+:\d+\)?$/;

/**
 * Replaces the message of an error. Its stack begins with the new message too, on platforms that format the stack when
 * the error is made and on those that format it on first read. No line of the message may begin with `at`: test runners
 * would read it as a frame.
 */
export function rephrase(error: Error, message: string): void {
  const { message: before, stack } = error;
  error.message = message;
  if (stack === undefined || before === '') return;
  error.stack = stack.replace(before, () => message);
}
