/** A document of a YAML stream, not yet read. */
export interface DocumentText {
  readonly text: string;
  /** On which line of the stream it begins, from 1. */
  readonly firstLine: number;
}

/**
 * Takes a YAML stream apart at its `---` and `...` lines, so that what is wrong with one document leaves the others alone. Pieces of nothing but comments are left out; directives
 * (`%TAG …`) stay with the document below them. The pieces together are never more than the text, and it is read once.
 */
export function splitDocuments(text: string): DocumentText[] {
  const documents: DocumentText[] = [];
  let start = 0;
  let line = 1;
  const endAt = (end: number): void => {
    const piece = text.slice(start, end);
    // A piece of directives alone goes on with the next one.
    if (!hasContent(piece) && hasDirective(piece)) return;
    if (hasContent(piece)) documents.push({ text: piece, firstLine: line });
    line += lineBreaksIn(piece);
    start = end;
  };
  for (const { index, 1: marker = '' } of text.matchAll(/(?:^|\n)(---|\.\.\.)(?=[ \t\r\n]|$)/g)) {
    const at = text.startsWith('\n', index) ? index + 1 : index;
    endAt(marker === '---' ? at : at + marker.length);
  }
  endAt(text.length);
  return documents;
}

/** Where the content of a document begins: behind blank lines, comments, directives and its marker; the end of the text, where it has none. */
export function contentStart(document: string): number {
  let at = 0;
  while (at < document.length) {
    const rest =
      /^(?:---|\.\.\.)?[ \t\r]*(?=[^ \t\r])/.exec(document.slice(at, lineEnd(document, at) + 1))?.[0].length ?? 0;
    const char = document[at + rest];
    if (char !== '\n' && char !== '#' && char !== undefined && !(char === '%' && rest === 0)) return at + rest;
    at = lineEnd(document, at) + 1;
  }
  return document.length;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function hasContent(piece: string): boolean {
  return contentStart(piece) < piece.length;
}

function hasDirective(piece: string): boolean {
  return /(?:^|\n)%/.test(piece);
}

function lineBreaksIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
