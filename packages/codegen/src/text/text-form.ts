import { withoutMark } from './byte-order-mark.ts';

/** A text without a byte order mark, with the line breaks of Unix. */
export function plainText(text: string): string {
  return withoutMark(text).replaceAll('\r\n', '\n');
}

/** A text with the line breaks and the byte order mark of `original`: of a file that it replaces. */
export function inFormOf(original: string, text: string): string {
  const mark = original.slice(0, original.length - withoutMark(original).length);
  return mark + (original.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text);
}
