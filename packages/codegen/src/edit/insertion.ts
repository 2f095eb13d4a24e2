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

/** True for a place with nothing but blanks before it on its line. */
export function startsLine(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at - 1) + 1, at).trim() === '';
}

/** The end of the comma after an element; comments can be between them. */
export function commaAfter(text: string, at: number): number {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text, undefined, at);
  scanner.scan();
  return scanner.getTokenEnd();
}

/** The indentation of the line that contains a place. */
export function indentationAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}
