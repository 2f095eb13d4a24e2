import { ts } from '../compiler.ts';

/** A text to insert into another one. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A text with insertions applied. */
export function inserted(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  // Keeps the order of two insertions at the same place.
  for (const { at, text: added } of insertions.toReversed().toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + added + result.slice(at);
  return result;
}

/** The line break of a text. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The end of the line that contains a place, before its line break. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/**
 * The end of the line that contains a place, as {@link lineEnd}, but after comments that begin on the line and span
 * several. The place must be the end of a token.
 */
export function lineEndAfterComments(text: string, at: number): number {
  return lineEnd(text, ts.getTrailingCommentRanges(text, at)?.at(-1)?.end ?? at);
}

/** The indentation of the line that contains a place. */
export function indentationAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}
