import { looksLikeJson, parseJsonDocuments } from './parse-json-documents.ts';
import { parseYamlDocument } from './parse-yaml-document.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { contentStart, type DocumentText, splitDocuments } from './split-documents.ts';
import type { DocumentProblem } from './text-problem.ts';
import { isOnlyTemplates, parseOnlyTemplates, parseTemplate } from './template-lines.ts';
import { type LineAndColumn, lineAndColumn, lineEndAt } from './text-lines.ts';
import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn } from '../text/merge-conflicts.ts';
import type { TextRange } from '../yaml/reader/yaml-node.ts';

/** A document of a text. */
export interface ReadDocument {
  readonly parsed: ParsedDocument;
  /** The text to which the offsets in `parsed` refer. */
  readonly text: string;
  /** The place in the whole text where it begins. */
  readonly first: LineAndColumn;
}

/**
 * Reads every document of a text: YAML, JSON, or both. A document that cannot be read does not affect the others. Never
 * throws.
 */
export function readDocuments(text: string): ReadDocument[] {
  return splitDocuments(text.startsWith('\uFEFF') ? text.slice(1) : text).flatMap(readPiece);
}

/** A problem with a document, as reported to the user. */
export interface DocumentMistake extends LineAndColumn {
  /** The message, without a full stop. */
  readonly message: string;
  /** The remedy. */
  readonly hint?: string;
}

/**
 * The problem that keeps a document from being read as intended: an error, or a template line that would be left out.
 * Undefined when there is none.
 */
export function mistakeIn(document: ReadDocument): DocumentMistake | undefined {
  const { problem = document.parsed.problem === undefined ? document.parsed.warning : undefined } = document.parsed;
  if (problem === undefined) return undefined;
  const { line, column } = placeIn(document, problem.at);
  const { message, hint } = problem;
  return { line, column, message, ...(hint !== undefined && { hint }) };
}

/** Returns the place in the whole text of a range of a document, limited to its first line. */
export function placeIn({ text, first }: ReadDocument, { start, end }: TextRange): LineAndColumn & { length: number } {
  const at = Math.min(start, text.length);
  return { ...lineAndColumn(text, at, first), length: Math.max(1, Math.min(end, lineEndAt(text, at)) - start) };
}

/** Returns the place in the whole text where a document's content begins. */
export function placeOf({ text, first }: ReadDocument): LineAndColumn {
  return lineAndColumn(text, contentStart(text), first);
}

function readPiece({ text, firstLine }: DocumentText): ReadDocument[] {
  const first = { line: firstLine, column: 1 };
  if (isOnlyTemplates(text)) {
    const read = parseOnlyTemplates(text);
    return read === undefined ? [] : [{ ...read, first }];
  }
  const read = looksLikeJson(text) ? readJson(text, first) : readYaml(text, first);
  if (read.every(({ parsed }) => parsed.problem === undefined)) return read;
  // When a merge conflict makes a document unreadable, the conflict is the problem to report, not the reader's error.
  const problem = conflictIn(text, first);
  return problem === undefined ? read : [{ parsed: { problem }, text, first }];
}

function readYaml(text: string, first: LineAndColumn): ReadDocument[] {
  const parsed = parseYamlDocument(text);
  return [parsed.problem === undefined ? { parsed, text, first } : { ...parseTemplate(text, parsed.problem), first }];
}

function conflictIn(text: string, first: LineAndColumn): DocumentProblem | undefined {
  const [conflict] = mergeConflictsIn(text);
  if (conflict === undefined) return undefined;
  const { line, endLine, offset, length } = conflict;
  const before = first.line - 1;
  const message = mergeConflictMessage({ line: line + before, endLine: endLine && endLine + before });
  return { kind: 'conflict', message, hint: mergeConflictHint(conflict), at: { start: offset, end: offset + length } };
}

function readJson(text: string, first: LineAndColumn): ReadDocument[] {
  let counted = { at: 0, place: first };
  return parseJsonDocuments(text).map(({ start, text: own, parsed }) => {
    counted = { at: start, place: lineAndColumn(text.slice(counted.at, start), start - counted.at, counted.place) };
    return { parsed, text: own, first: counted.place };
  });
}
