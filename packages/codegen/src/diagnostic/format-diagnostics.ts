import { posix } from 'node:path';
import { trimEndOf } from '@kb/apimachinery/codec';
import type { Diagnostic } from './diagnostic.ts';
import { formatFrame, type FrameLine, withoutControls } from './format-frame.ts';

/** How {@link formatDiagnostics} prints. */
export interface FormatDiagnosticsOptions {
  /**
   * `text`: for people, with code frames. `json`: a list of {@link JsonDiagnostic}. `github`: workflow commands, shown
   * at the lines of a pull request. Default: `text`.
   */
  readonly format?: 'text' | 'json' | 'github';
  /** ANSI colours, in `text` only. Default: false. */
  readonly color?: boolean;
  /**
   * The project's folder in its repository, with `/`: put before the files' names, in `github` only. Default: the
   * repository's root.
   */
  readonly folder?: string;
  /** How many are printed before "and N more", in `text` only: tools get all of them. Default: 100. */
  readonly limit?: number;
}

/** A diagnostic in the format `json`: every key is always present, in this order. */
export interface JsonDiagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string | null;
  /** Relative to the project's folder, with `/`. */
  readonly file: string;
  /** From 1; 0 for the file as a whole. */
  readonly line: number;
  /** From 1, in UTF-16 code units; 0 for the file as a whole. */
  readonly column: number;
  /** The number of columns. */
  readonly length: number;
  /** The column after the last one. */
  readonly endColumn: number;
}

/**
 * Prints diagnostics in their order. The result ends with a line break, or is empty without diagnostics (`[]` in
 * `json`).
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: FormatDiagnosticsOptions = {}): string {
  const { format = 'text', color = false, limit = 100, folder = '' } = options;
  switch (format) {
    case 'json':
      return `${JSON.stringify(diagnostics.map(asJson), undefined, 2)}\n`;
    case 'github':
      return diagnostics.map((diagnostic) => `${githubCommand(diagnostic, folder)}\n`).join('');
    case 'text': {
      const blocks = diagnostics.slice(0, limit).map((diagnostic) => textBlock(diagnostic, painter(color)));
      const more = diagnostics.length - blocks.length;
      return [...blocks, ...(more > 0 ? [`and ${more} more\n`] : [])].join('\n');
    }
  }
}

function asJson({ code, severity, message, hint, file, line, column, length }: Diagnostic): JsonDiagnostic {
  return { code, severity, message, hint: hint ?? null, file, line, column, length, endColumn: column + length };
}

type Paint = (style: keyof typeof styles, text: string) => string;

const styles = { red: 31, yellow: 33, cyan: 36, dim: 2, bold: 1 };

function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${styles[style]}m${text}\u001b[0m` : text);
}

function textBlock(diagnostic: Diagnostic, paint: Paint): string {
  const { file, line, column, severity, code, message, hint } = diagnostic;
  const place = withoutControls(line > 0 ? `${file}:${line}:${column}` : file);
  const label = paint(severity === 'error' ? 'red' : 'yellow', severity);
  const lines = [
    `${paint('cyan', place)} ${label} ${paint('dim', code)}`,
    `  ${paint('bold', withoutControls(message))}`,
  ];
  lines.push(...formatFrame(diagnostic).map((each) => `  ${paintFrame(each, paint)}`));
  if (hint !== undefined)
    lines.push(
      ...withoutControls(hint)
        .split('\n')
        .map((text, index) => (index === 0 ? `  hint: ${text}` : `        ${text}`)),
    );
  return `${lines.join('\n')}\n`;
}

function paintFrame({ text, kind }: FrameLine, paint: Paint): string {
  if (kind === 'around') return paint('dim', text);
  if (kind !== 'mark') return text;
  const before = trimEndOf(text, '^');
  return before + paint('red', text.slice(before.length));
}

function githubCommand(diagnostic: Diagnostic, folder: string): string {
  const { severity, file, line, column, length, code, message, hint } = diagnostic;
  const properties = [
    `file=${escapeProperty(posix.join(folder, file))}`,
    ...(line > 0 ? [`line=${line}`, `endLine=${line}`, `col=${column}`, `endColumn=${column + length}`] : []),
    `title=${escapeProperty(code)}`,
  ];
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${severity} ${properties.join(',')}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
