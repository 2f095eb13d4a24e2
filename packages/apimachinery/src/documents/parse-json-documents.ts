import { JsonSyntaxError, parseJson } from '../codec/parse-json.ts';
import { MAX_DEPTH, parseYamlDocument } from './parse-yaml-document.ts';
import type { ParsedDocument } from './parsed-document.ts';
import { CUT_OFF_HINT, type DocumentProblem, quoteShort } from './text-problem.ts';

/** A JSON value of a text. */
export interface JsonDocument {
  /** Where it begins in the text. */
  readonly start: number;
  /** Its part of the text, to which the offsets in `parsed` refer. */
  readonly text: string;
  readonly parsed: ParsedDocument;
}

/**
 * Whether a text is meant to be JSON: an object whose first key is in quotes, or a list of such objects. Other braces
 * begin YAML or a template.
 */
export function looksLikeJson(text: string): boolean {
  return /^(?:---)?\s*(?:\{\s*["}]|\[\s*[[{\]])/.test(text);
}

/**
 * Reads JSON values that follow each other, as `kubectl get -o json` and `jq` print them. An error in one does not
 * affect those before and after it. Never throws.
 */
export function parseJsonDocuments(text: string): JsonDocument[] {
  const documents: JsonDocument[] = [];
  let at = text.startsWith('---') ? 3 : 0;
  for (;;) {
    while (/\s/.test(text[at] ?? '')) at++;
    if (at >= text.length) return documents;
    const end = endOfValue(text, at);
    if (end === at) {
      const rest = text.slice(at);
      return [...documents, { start: at, text: rest, parsed: { problem: unexpected(rest) } }];
    }
    const value = text.slice(at, end);
    documents.push({ start: at, text: value, parsed: parseValue(value) });
    at = end;
  }
}

/**
 * Returns where the object or list at an offset ends, or the end of the text; the offset itself when neither begins
 * there.
 */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at);
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth <= 0) return depth === 0 ? at + 1 : start;
    } else if (depth === 0) return start;
  }
  return text.length;
}

/** Returns the index of the closing quote of a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '\\') at++;
    else if (char === '"') return at;
  }
  return text.length;
}

function parseValue(text: string): ParsedDocument {
  // Positions are found by reading the text as YAML, a superset of JSON. That is slower, and rarely needed.
  const asYaml = (): ParsedDocument => parseYamlDocument(text);
  try {
    let duplicate: string | undefined;
    const value = parseJson(text, { maxDepth: MAX_DEPTH, onDuplicateKey: (path) => (duplicate ??= path) });
    if (duplicate !== undefined) {
      const { problem } = asYaml();
      if (problem !== undefined) return { problem };
      const message = `the key ${quoteShort(duplicate)} is there twice`;
      return { problem: { kind: 'syntax', message, hint: 'keep one of the two', at: { start: 0, end: 1 } } };
    }
    let document: ParsedDocument | undefined;
    return {
      value,
      format: 'json',
      locate: (path, meant) => {
        document ??= asYaml();
        return document.problem === undefined ? document.locate(path, meant) : { start: 0, end: 1 };
      },
    };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { problem: problemOf(error, text) };
  }
}

function problemOf({ message, offset }: JsonSyntaxError, text: string): DocumentProblem {
  const at = { start: Math.min(offset, Math.max(0, text.length - 1)), end: offset + 1 };
  if (message.endsWith('exceeded max depth'))
    return { kind: 'depth', message: `this is nested more than ${MAX_DEPTH} levels deep`, at };
  if (message === 'unexpected end of JSON input') {
    return {
      kind: 'syntax',
      message: `it ends in the middle: ${message}`,
      hint: CUT_OFF_HINT,
      at,
    };
  }
  return { kind: 'syntax', message: `this is not JSON: ${message}`, at };
}

function unexpected(text: string): DocumentProblem {
  const found = quoteShort(text.slice(0, 20).split(/[\r\n]/)[0] ?? '');
  return {
    kind: 'syntax',
    message: `this is not JSON: expected an object or a list, found ${found}`,
    at: { start: 0, end: 1 },
  };
}
