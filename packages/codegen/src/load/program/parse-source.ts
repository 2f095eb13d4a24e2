import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import { spanAt } from '../comments/comments.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { ts } from '../../compiler.ts';
import { OBJECT_NAME } from './virtual-library.ts';

/** Parses a single file. */
export function parseSource(name: string, text: string): ts.SourceFile {
  const file = ts.createSourceFile(
    name,
    text,
    { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    true,
  );
  askForRealObjects(file);
  return file;
}

/** Reports syntax errors; types are not checked. */
export function reportSyntax(file: ts.SourceFile, reporter: Pick<Reporter, 'report'>): void {
  // The parser stores its errors in the file; the public API to read them needs a program.
  const { parseDiagnostics = [] } = file as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  if (parseDiagnostics.some(({ code }) => code === CONFLICT_MARKER)) return reportConflicts(file, reporter);
  for (const { start, length, messageText } of parseDiagnostics) {
    const message = ts.flattenDiagnosticMessageText(messageText, '; ').replace(/\.$/, '');
    const text = message.charAt(0).toLowerCase() + message.slice(1);
    reporter.report(spanAt(file, start, length), {
      code: 'KB_SOURCE_SYNTAX',
      message: `this is not TypeScript: ${text}`,
    });
  }
}

/** The compiler's code for a conflict marker of a merge. */
const CONFLICT_MARKER = 1185;

/** Reports each conflict once: the compiler reports each line of it, and errors that follow. */
function reportConflicts(file: ts.SourceFile, reporter: Pick<Reporter, 'report'>): void {
  for (const conflict of mergeConflictsIn(file.text)) {
    reporter.report(spanAt(file, conflict.offset, conflict.length), {
      code: 'KB_MERGE_CONFLICT',
      message: mergeConflictMessage(conflict),
      hint: mergeConflictHint(conflict),
    });
  }
}

/**
 * Makes a condition `T extends object` false for `int32` and `Time`, as it is for the types that authors see: here
 * these carry their name in a property, which makes them objects for the compiler. Must be called before binding; the
 * source text and its positions do not change.
 */
function askForRealObjects(file: ts.SourceFile): void {
  if (/\bextends\s+object\b/.test(file.text)) visit(file);
}

function visit(node: ts.Node): void {
  if (ts.isConditionalTypeNode(node) && node.extendsType.kind === ts.SyntaxKind.ObjectKeyword) {
    Object.assign(node, { extendsType: standIn(node.extendsType, node) });
  }
  ts.forEachChild(node, visit);
}

function standIn(range: ts.TextRange, parent: ts.Node): ts.TypeReferenceNode {
  const name = ts.setTextRange(ts.factory.createIdentifier(OBJECT_NAME), range);
  const reference = ts.setTextRange(ts.factory.createTypeReferenceNode(name), range);
  Object.assign(name, { parent: reference });
  return Object.assign(reference, { parent });
}
