import { lineBreaksIn } from './text-lines.ts';

/** A document of a YAML stream, not yet read. */
export interface DocumentText {
  readonly text: string;
  /** The line of the stream on which it begins, from 1. */
  readonly firstLine: number;
}

/**
 * Splits a YAML stream at its `---` and `...` lines, so that an error in one document does not affect the others.
 * Leaves out pieces that hold only comments; directives (`%TAG …`) stay with the document below them. Reads the text
 * once; the pieces together are never longer than it.
 */
export function splitDocuments(text: string): DocumentText[] {
  const documents: DocumentText[] = [];
  let start = 0;
  let line = 1;
  const endAt = (end: number): void => {
    const piece = text.slice(start, end);
    // A piece that holds only directives belongs to the next one.
    if (!hasContent(piece) && hasDirective(piece)) return;
    if (hasContent(piece)) documents.push({ text: piece, firstLine: line });
    line += lineBreaksIn(piece);
    start = end;
  };
  for (const { index, 1: marker = '' } of text.matchAll(
    /(?:^|[\n\r\u0085\u2028\u2029])(---|\.\.\.)(?=[ \t\r\n\u0085\u2028\u2029]|$)/g,
  )) {
    const at = text.startsWith(marker, index) ? index : index + 1;
    endAt(marker === '---' ? at : at + marker.length);
  }
  endAt(text.length);
  return documents;
}

/**
 * Returns where the content of a document begins: after blank lines, comments, directives and its marker. The end of
 * the text when it has no content.
 */
export function contentStart(document: string): number {
  let at = 0;
  while (at < document.length) {
    const rest =
      /^(?:---|\.\.\.)?[ \t]*(?=[^ \t])/.exec(document.slice(at, lineEnd(document, at) + 1))?.[0].length ?? 0;
    const char = document[at + rest];
    const isNothing = char === undefined || char === '#' || LINE_BREAK.test(char) || (char === '%' && rest === 0);
    if (!isNothing) return at + rest;
    at = lineEnd(document, at) + 1;
  }
  return document.length;
}

const LINE_BREAK = /[\n\r\u0085\u2028\u2029]/;

function lineEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) if (LINE_BREAK.test(text.charAt(at))) return at;
  return text.length;
}

function hasContent(piece: string): boolean {
  return contentStart(piece) < piece.length;
}

function hasDirective(piece: string): boolean {
  return /(?:^|[\n\r\u0085\u2028\u2029])%/.test(piece);
}
