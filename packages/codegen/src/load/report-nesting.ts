import type { Span } from '../diagnostic/diagnostic.ts';
import type { Finding, Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from '../read/source-reader.ts';
import { spanOf } from './comments/comments.ts';
import { ts } from '../compiler.ts';
import { parseSource } from './program/parse-source.ts';

/** The maximum depth of references between types, and of nesting in a source. */
export const MAX_NESTING: number = 200;

/** The finding for something that is nested more deeply. */
export const nestedTooDeeply: Finding = {
  code: 'KB_NESTED_TOO_DEEPLY',
  message: `this is nested more than ${MAX_NESTING} levels deep`,
  hint: 'write fewer levels, or +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields where the rest is free',
};

/**
 * Reports nesting in sources that is too deep for the compiler, once the compiler failed: it recurses once for each
 * level. Returns whether there was any; otherwise the failure has another cause. Does not recurse itself.
 */
export function reportNesting(names: readonly string[], reader: SourceReader, reporter: Reporter): boolean {
  let found = false;
  for (const name of names) {
    const text = reader.read(name);
    if (text === undefined) continue;
    const place = placeIn(name, text);
    if (place === undefined) continue;
    reporter.report(place, nestedTooDeeply);
    found = true;
  }
  return found;
}

function placeIn(name: string, text: string): Span | undefined {
  try {
    const node = deepNode(parseSource(name, text));
    return node === undefined ? undefined : spanOf(node);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const offset = deepBracket(text);
    return offset === undefined ? { file: name, line: 0, column: 0, length: 1 } : placeOf(name, text, offset);
  }
}

/** The first node at the maximum depth, not counting statements and declarations. */
function deepNode(file: ts.SourceFile): ts.Node | undefined {
  const open: { readonly node: ts.Node; readonly depth: number }[] = [{ node: file, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, depth } = next;
    if (depth > MAX_NESTING) return node;
    const children: typeof open = [];
    ts.forEachChild(node, (child) => void children.push({ node: child, depth: depth + 1 }));
    open.push(...children.reverse());
  }
  return undefined;
}

/** The offset of the first bracket at the maximum depth. */
function deepBracket(text: string): number | undefined {
  const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, text);
  let depth = 0;
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    if (opening.has(token)) depth++;
    else if (closing.has(token)) depth--;
    if (depth > MAX_NESTING) return scanner.getTokenStart();
  }
  return undefined;
}

const opening: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.OpenBraceToken,
  ts.SyntaxKind.OpenBracketToken,
  ts.SyntaxKind.OpenParenToken,
  ts.SyntaxKind.LessThanToken,
]);

const closing: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.CloseBraceToken,
  ts.SyntaxKind.CloseBracketToken,
  ts.SyntaxKind.CloseParenToken,
  ts.SyntaxKind.GreaterThanToken,
]);

/** The place of an offset in a text that could not be parsed. */
function placeOf(file: string, text: string, offset: number): Span {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, length: 1 };
}
