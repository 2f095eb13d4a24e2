import { errorsIn, isError, isStatusError, memberOf, shortened, textIn } from '@kb/apimachinery';
import { textOf } from './text-of.ts';

/** One error in a log line. Texts longer than 16,384 characters lose their middle. */
export interface DescribedError {
  /** One line: its message, those of its causes, and of an AggregateError those of the errors in it. */
  readonly message: string;
  /** Absent where it would not help. */
  readonly stack?: string;
}

/** A caught value in a log line. */
export interface ErrorDescription extends DescribedError {
  /** The errors in an AggregateError, {@link MAX_ERRORS} at most. Absent for other values. */
  readonly errors?: readonly DescribedError[];
}

/** How many errors in AggregateErrors are described, including those of nested ones. */
export const MAX_ERRORS = 10;
/** How far chains of causes and nested AggregateErrors are followed: they may be circular. */
const MAX_DEPTH = 5;

/**
 * Describes a caught value. A stack is kept unless the error is a response of the API server or a failed connection:
 * there it would show the request and not the cause. Texts that a message has already are not repeated. The value may
 * be anything: what cannot be read is left out, and this never throws.
 */
export function describeError(error: unknown): ErrorDescription {
  const errors = errorsIn(error, MAX_ERRORS)?.errors.map(describeOne) ?? [];
  return { ...describeOne(error), ...(errors.length > 0 && { errors }) };
}

function describeOne(error: unknown): DescribedError {
  const message = messageOf(error, { left: MAX_ERRORS }, 0);
  const stack = isError(error) ? textIn(error, 'stack') : undefined;
  return stack === undefined || stack === '' || isExpected(error, 0) ? { message } : { message, stack };
}

/** Returns the message of an error. `room`: how many errors in AggregateErrors may still be described. */
function messageOf(error: unknown, room: { left: number }, depth: number): string {
  if (!isError(error)) return shortened(textOf(error));
  let message = '';
  const add = (more: string): void => {
    if (!says(message, more)) message = message === '' ? more : `${message}: ${more}`;
  };
  let link: unknown = error;
  for (let links = 0; isError(link) && links <= MAX_DEPTH; links += 1) {
    add(textIn(link, 'message') ?? '');
    const inside = depth < MAX_DEPTH ? errorsIn(link, room.left + 1) : undefined;
    if (inside) add(messagesOf(inside, message, room, depth + 1));
    link = memberOf(link, 'cause');
  }
  return shortened(message || (textIn(error, 'name') ?? '') || 'an error that cannot be read');
}

/** Joins the messages of several errors, each once, without those that `known` contains. */
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

/** Whether a message is in a text, and not only as a part of a word. */
function says(text: string, message: string): boolean {
  const at = text.indexOf(message);
  if (message === '' || at < 0) return message === '';
  return !LETTER.test(text.charAt(at - 1)) && !LETTER.test(text.charAt(at + message.length));
}

const LETTER = /[\p{L}\p{N}_]/u;

/**
 * Whether the message of an error is enough to find its origin, so that its stack is not needed: a Status, an error
 * with a code, a terminal error unless its cause is a bug, and several errors when this is true of each.
 */
function isExpected(error: unknown, depth: number): boolean {
  if (!isError(error) || depth > MAX_DEPTH) return false;
  if (isStatusError(error) || typeof memberOf(error, 'code') === 'string') return true;
  const inside = errorsIn(error, MAX_ERRORS);
  if (inside) return inside.count > 0 && inside.errors.every((one) => isExpected(one, depth + 1));
  const cause = memberOf(error, 'cause');
  return memberOf(error, 'name') === 'TerminalError' && (!isError(cause) || isExpected(cause, depth + 1));
}
