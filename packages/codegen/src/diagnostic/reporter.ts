import { withoutMark } from '../text/byte-order-mark.ts';
import type { DiagnosticCode } from './codes.ts';
import { type CodeFrame, type Diagnostic, sortDiagnostics, type Span } from './diagnostic.ts';

/** A problem that a stage of the pipeline found, without its place. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
  /** Default: `error`. */
  readonly severity?: Diagnostic['severity'];
}

/** Collects the problems of a run. Every stage continues after a problem, so that one run reports them all. */
export interface Reporter {
  report(span: Span, finding: Finding): void;
  /** All diagnostics so far: sorted, without duplicates, with code frames. */
  diagnostics(): Diagnostic[];
}

/** The texts of files, by path. */
export interface FileTexts {
  /** The text of a file, or undefined when there is no such file. */
  readonly read: (file: string) => string | undefined;
}

/** Creates a reporter that takes code frames from the sources. */
export function createReporter(reader: FileTexts): Reporter {
  const found: Diagnostic[] = [];
  return {
    report({ file, line, column, length }, { code, message, hint, severity = 'error' }) {
      found.push({ code, severity, message, file, line, column, length, ...(hint !== undefined && { hint }) });
    },
    diagnostics() {
      const lines = new Map<string, string[] | undefined>();
      return sortDiagnostics(withoutConsequences(found)).map((diagnostic) => {
        // The diagnostic is about a whole file, which may not exist, or may be a folder.
        if (diagnostic.line < 1) return diagnostic;
        if (!lines.has(diagnostic.file)) lines.set(diagnostic.file, linesOf(reader, diagnostic.file));
        const frame = frameOf(lines.get(diagnostic.file), diagnostic.line);
        return frame === undefined ? diagnostic : { ...diagnostic, frame };
      });
    },
  };
}

/** Drops the other diagnostics of files with merge conflicts, which the conflicts cause. */
function withoutConsequences(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Set(found.filter(({ code }) => code === 'KB_MERGE_CONFLICT').map(({ file }) => file));
  return files.size === 0 ? found : found.filter(({ code, file }) => code === 'KB_MERGE_CONFLICT' || !files.has(file));
}

/** The lines, split as the compiler splits them. */
function linesOf(reader: FileTexts, file: string): string[] | undefined {
  return withoutMark(reader.read(file))?.split(/\r\n|[\n\r\u2028\u2029]/);
}

function frameOf(lines: readonly string[] | undefined, line: number): CodeFrame | undefined {
  if (lines === undefined || line < 1 || line > lines.length) return undefined;
  const firstLine = Math.max(1, line - 2);
  return { firstLine, lines: lines.slice(firstLine - 1, line + 1) };
}
