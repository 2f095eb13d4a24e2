import { isStatusError } from '@kb/apimachinery';
import { textOf } from './text-of.ts';

/** What a log line says of one error. */
export interface ToldError {
  /** One line: its message, those of its causes, and of an AggregateError those of the errors in it. */
  readonly message: string;
  /** Absent where it would tell nothing. */
  readonly stack?: string;
}

/** What a log line says of something caught. */
export interface ErrorDescription extends ToldError {
  /** The errors in an AggregateError, {@link maxErrors} at most. Absent when it is none. */
  readonly errors?: readonly ToldError[];
}

/** How many errors in AggregateErrors are told, those in others of them counted too. */
export const maxErrors = 10;
/** How long chains of causes, and how deep AggregateErrors in one another, are followed: they may go in a circle. */
const maxDepth = 5;

/**
 * Describes what was caught. A stack is kept unless the error is the API server's answer or a connection's trouble, where it would tell where we asked and nothing of
 * the cause. What a message says already is not said again.
 */
export function describeError(error: unknown): ErrorDescription {
  const errors = error instanceof AggregateError ? error.errors.slice(0, maxErrors).map(told) : [];
  return { ...told(error), ...(errors.length > 0 && { errors }) };
}

function told(error: unknown): ToldError {
  const message = messageOf(error, { left: maxErrors }, 0);
  if (!(error instanceof Error) || !error.stack || isExpected(error, 0)) return { message };
  return { message, stack: error.stack };
}

/** `room` is for the errors in AggregateErrors, at whatever depth. */
function messageOf(error: unknown, room: { left: number }, depth: number): string {
  if (!(error instanceof Error)) return textOf(error);
  let message = '';
  const add = (more: string): void => {
    if (!says(message, more)) message = message === '' ? more : `${message}: ${more}`;
  };
  let link: unknown = error;
  for (let links = 0; link instanceof Error && links <= maxDepth; links += 1) {
    add(link.message);
    if (link instanceof AggregateError && depth < maxDepth) add(messagesOf(link.errors, message, room, depth + 1));
    link = link.cause;
  }
  return message || error.name;
}

/** The messages of several errors, each once, apart from those that `known` says. */
function messagesOf(errors: readonly unknown[], known: string, room: { left: number }, depth: number): string {
  const messages = new Set<string>();
  for (const [index, error] of errors.entries()) {
    if (room.left === 0) {
      messages.add(`and ${errors.length - index} more`);
      break;
    }
    room.left -= 1;
    const message = messageOf(error, room, depth);
    if (!says(known, message)) messages.add(message);
  }
  return [...messages].join('; ');
}

/** Whether it is in the text, and not only as a part of a word. */
function says(text: string, message: string): boolean {
  const at = text.indexOf(message);
  if (message === '' || at < 0) return message === '';
  return !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + message.length));
}

const letter = /[\p{L}\p{N}_]/u;

/** Whether an error is told where it comes from well enough by its message. A terminal error is somebody's answer, unless what it was made of is a bug; several errors are, when each of them is. */
function isExpected(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false;
  if (isStatusError(error) || ('code' in error && typeof error.code === 'string')) return true;
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.slice(0, maxErrors).every((one) => isExpected(one, depth + 1));
  }
  return error.name === 'TerminalError' && (!(error.cause instanceof Error) || isExpected(error.cause, depth + 1));
}
