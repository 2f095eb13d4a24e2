import type { DiagnosticCode } from './codes.ts';

/** A place in a source file. Lines and columns count from 1; columns count UTF-16 code units, as editors do. */
export interface Position {
  /** Path relative to the project's folder, with `/`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A part of one line of a source file. */
export interface Span extends Position {
  /** The number of columns, from `column` on. At least 1. */
  readonly length: number;
}

/** A problem in the user's input: a value, never thrown. A bug in kb throws an exception instead. */
export interface Diagnostic extends Span {
  /** Stable: tools and suppressions can rely on it. */
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  /** What is wrong, and what was expected. One sentence without a full stop and without the file's name. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The lines around the place, for a code frame. */
  readonly frame?: CodeFrame;
}

/** Some lines of a source file. */
export interface CodeFrame {
  /** Number of the first line. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** True when there is an error among them (generation goes on after warnings). */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error');
}

/** The same diagnostics with every warning as an error. */
export function asErrors(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => ({ ...diagnostic, severity: 'error' }));
}

/** Sorts by file, line, column, code and message, and drops exact repetitions. Returns a new list. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const sorted = diagnostics.toSorted(compareDiagnostics);
  return sorted.filter((diagnostic, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || compareDiagnostics(previous, diagnostic) !== 0;
  });
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
