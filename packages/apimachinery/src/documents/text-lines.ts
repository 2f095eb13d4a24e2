/** A place in a text; both count from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Line breaks as the TypeScript compiler and editors count them. */
const LINE_BREAK = /\r\n|[\n\r\u2028\u2029]/g;

/** Returns the line and column of an offset in a text whose first character is at `first`. */
export function lineAndColumn(text: string, offset: number, first: LineAndColumn): LineAndColumn {
  let { line } = first;
  let lineStart = 0;
  for (const { index, 0: characters } of text.matchAll(LINE_BREAK)) {
    if (index + characters.length > offset) break;
    line += 1;
    lineStart = index + characters.length;
  }
  return { line, column: offset - lineStart + (line === first.line ? first.column : 1) };
}

/** Returns the offset where the line of an offset ends. */
export function lineEndAt(text: string, offset: number): number {
  const at = text.slice(offset).search(/[\n\r\u2028\u2029]/);
  return at === -1 ? text.length : offset + at;
}

/** Counts the line breaks of a text. */
export function lineBreaksIn(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(LINE_BREAK)) count += 1;
  return count;
}
