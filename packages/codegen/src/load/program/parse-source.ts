import { mergeConflictHint, mergeConflictMessage, mergeConflictsIn } from '@kb/apimachinery/yaml';
import { spanAt } from '../comments/comments.ts';
import type { Reporter } from '../../diagnostic/reporter.ts';
import { ts } from '../../compiler.ts';
import { askForRealObjects } from './conditions-on-object.ts';

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
