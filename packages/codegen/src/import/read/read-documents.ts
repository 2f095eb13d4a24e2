import { looksLikeJson, parseJsonDocuments } from './parse-json-documents.ts';
import { type ParsedDocument, parseYaml } from './parse-yaml.ts';
import { contentStart, type DocumentText, splitDocuments } from './split-documents.ts';
import { isOnlyTemplates, parseOnlyTemplates, parseTemplate } from './template-lines.ts';
import type { TextRange } from './text-problem.ts';

/** A document of a text. */
export interface ReadDocument {
  readonly parsed: ParsedDocument;
  /** What the offsets in `parsed` count in. */
  readonly text: string;
  /** Where in the whole text it begins. */
  readonly first: LineAndColumn;
}

/** Both count from 1. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/** Reads every document of a text: YAML, JSON, or both. One that cannot be read leaves the others alone. Throws nothing. */
export function readDocuments(text: string): ReadDocument[] {
  return splitDocuments(text).flatMap(readPiece);
}

/** Where a range of a document is in the whole text: the part of it that is on its first line. */
export function placeIn({ text, first }: ReadDocument, { start, end }: TextRange): LineAndColumn & { length: number } {
  const lineEnd = text.indexOf('\n', start);
  const { line, column } = lineAndColumn(text, Math.min(start, text.length), first);
  return { line, column, length: Math.max(1, Math.min(end, lineEnd === -1 ? text.length : lineEnd) - start) };
}

/** Where a document's content begins. */
export function placeOf({ text, first }: ReadDocument): LineAndColumn {
  return lineAndColumn(text, contentStart(text), first);
}

function lineAndColumn(text: string, offset: number, first: LineAndColumn): LineAndColumn {
  let line = first.line;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + (line === first.line ? first.column : 1) };
}

function readPiece({ text, firstLine }: DocumentText): ReadDocument[] {
  const first = { line: firstLine, column: 1 };
  if (isOnlyTemplates(text)) {
    const read = parseOnlyTemplates(text);
    return read === undefined ? [] : [{ ...read, first }];
  }
  if (looksLikeJson(text)) return readJson(text, first);
  const parsed = parseYaml(text);
  return [parsed.problem === undefined ? { parsed, text, first } : { ...parseTemplate(text, parsed.problem), first }];
}

function readJson(text: string, first: LineAndColumn): ReadDocument[] {
  let line = first.line;
  let counted = 0;
  return parseJsonDocuments(text).map(({ start, text: own, parsed }) => {
    let lineStart = counted;
    for (let at = text.indexOf('\n', counted); at !== -1 && at < start; at = text.indexOf('\n', at + 1)) {
      line++;
      lineStart = at + 1;
    }
    counted = lineStart;
    return { parsed, text: own, first: { line, column: start - lineStart + 1 } };
  });
}
