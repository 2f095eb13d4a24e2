import { errorsIn, isError, isStatusError, memberOf, shortened, textIn } from '@kb/apimachinery';
import { textOf } from './text-of.ts';

/** What a log line says of one error. Texts lose their middle beyond 16,384 characters. */
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
 * Describes what was caught. A stack is kept unless the error is the API server's answer or a connection's trouble,
 * where it would tell where we asked and nothing of the cause. What a message says already is not said again. Anything
 * may have been thrown: what cannot be read is left out, and nothing here throws.
 */
export function describeError(error: unknown): ErrorDescription {
  const errors = errorsIn(error, maxErrors)?.errors.map(told) ?? [];
  return { ...told(error), ...(errors.length > 0 && { errors }) };
}

function told(error: unknown): ToldError {
  const message = messageOf(error, { left: maxErrors }, 0);
  const stack = isError(error) ? textIn(error, 'stack') : undefined;
  return stack === undefined || stack === '' || isExpected(error, 0) ? { message } : { message, stack };
}

/** `room` is for the errors in AggregateErrors, at whatever depth. */
function messageOf(error: unknown, room: { left: number }, depth: number): string {
  if (!isError(error)) return shortened(textOf(error));
  let message = '';
  const add = (more: string): void => {
    if (!says(message, more)) message = message === '' ? more : `${message}: ${more}`;
  };
  let link: unknown = error;
  for (let links = 0; isError(link) && links <= maxDepth; links += 1) {
    add(textIn(link, 'message') ?? '');
    const inside = depth < maxDepth ? errorsIn(link, room.left + 1) : undefined;
    if (inside) add(messagesOf(inside, message, room, depth + 1));
    link = memberOf(link, 'cause');
  }
  return shortened(message || (textIn(error, 'name') ?? '') || 'an error that cannot be read');
}

/** The messages of several errors, each once, apart from those that `known` says. */
function messagesOf(
  { errors, count }: { readonly errors: readonly unknown[]; readonly count: number },
  known: string,
  room: { left: number },
  depth: number,
): string {
  const messages = new Set<string>();
  for (const [index, error] of errors.entries()) {
    if (room.left === 0) {
      messages.add(`and ${count - index} more`);
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

/**
 * Whether an error is told where it comes from well enough by its message. A terminal error is somebody's answer,
 * unless what it was made of is a bug; several errors are, when each of them is.
 */
function isExpected(error: unknown, depth: number): boolean {
  if (!isError(error) || depth > maxDepth) return false;
  if (isStatusError(error) || typeof memberOf(error, 'code') === 'string') return true;
  const inside = errorsIn(error, maxErrors);
  if (inside) return inside.count > 0 && inside.errors.every((one) => isExpected(one, depth + 1));
  const cause = memberOf(error, 'cause');
  return memberOf(error, 'name') === 'TerminalError' && (!isError(cause) || isExpected(cause, depth + 1));
}
