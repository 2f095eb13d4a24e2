import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import { spanAt } from '../comments/comments.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { ts } from '../../compiler.ts';
import { OBJECT_NAME } from './virtual-library.ts';

/** Parses one file, on its own. */
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

/** Reports what the parser could not read; types are not checked. */
export function reportSyntax(file: ts.SourceFile, reporter: Pick<Reporter, 'report'>): void {
  // The parser keeps its findings on the file; the public way to them goes through a program.
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

/** The compiler's code for a line that a merge left. */
const CONFLICT_MARKER = 1185;

/** One report a conflict: the compiler has one for each line of it, and more of what such lines make of the sources. */
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
 * Lets a condition `T extends object` say no for `int32` and `Time`, as it does with the types that authors have: here
 * these carry their name in a property, which makes an object of them for the compiler. Called before anything is
 * bound; what is written, and where, stays as it is.
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
