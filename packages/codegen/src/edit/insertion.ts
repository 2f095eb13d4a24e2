import { ts } from '../load/program/compiler.ts';

/** A text that is put into another one. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A text with others put into it. */
export function inserted(text: string, insertions: readonly Insertion[]): string {
  let result = text;
  // Of two at one place the first one comes first.
  for (const { at, text: added } of insertions.toReversed().toSorted((a, b) => b.at - a.at))
    result = result.slice(0, at) + added + result.slice(at);
  return result;
}

/** How the lines of a text end. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** Where the line of a place ends, before its line break. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end === -1) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

/**
 * Where the line of a place ends, as {@link lineEnd}; behind comments that begin on it and go on for lines. The place
 * is behind a token.
 */
export function lineEndBehindComments(text: string, at: number): number {
  return lineEnd(text, ts.getTrailingCommentRanges(text, at)?.at(-1)?.end ?? at);
}

/** The blanks that the line of a place begins with. */
export function indentationAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}
