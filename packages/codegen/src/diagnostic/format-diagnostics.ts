import type { Diagnostic } from './diagnostic.ts';

/** How {@link formatDiagnostics} prints. */
export interface FormatDiagnosticsOptions {
  /** `text`: for people, with code frames. `json`: a list of diagnostics. `github`: workflow commands, shown at the lines of a pull request. Default: `text`. */
  readonly format?: 'text' | 'json' | 'github';
  /** ANSI colours, in `text` only. Default: false. */
  readonly color?: boolean;
}

/** Prints diagnostics in their order. Ends with a line break, unless there is nothing to print; `json` prints `[]` then. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: FormatDiagnosticsOptions = {}): string {
  switch (options.format ?? 'text') {
    case 'json':
      return `${JSON.stringify(diagnostics, undefined, 2)}\n`;
    case 'github':
      return diagnostics.map((diagnostic) => `${githubCommand(diagnostic)}\n`).join('');
    case 'text':
      return diagnostics.map((diagnostic) => textBlock(diagnostic, painter(options.color === true))).join('\n');
  }
}

type Paint = (style: keyof typeof styles, text: string) => string;

const styles = { red: 31, yellow: 33, cyan: 36, dim: 2, bold: 1 };

function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${styles[style]}m${text}\u001b[0m` : text);
}

function textBlock(diagnostic: Diagnostic, paint: Paint): string {
  const { file, line, column, severity, code, message, hint } = diagnostic;
  const place = diagnostic.line > 0 ? `${file}:${line}:${column}` : file;
  const label = paint(severity === 'error' ? 'red' : 'yellow', severity);
  const lines = [`${paint('cyan', place)} ${label} ${paint('dim', code)}`, `  ${paint('bold', message)}`];
  lines.push(...frameLines(diagnostic, paint));
  if (hint !== undefined)
    lines.push(...hint.split('\n').map((text, index) => (index === 0 ? `  hint: ${text}` : `        ${text}`)));
  return `${lines.join('\n')}\n`;
}

function frameLines({ frame, line, column, length }: Diagnostic, paint: Paint): string[] {
  if (frame === undefined) return [];
  const width = String(frame.firstLine + frame.lines.length - 1).length;
  return frame.lines.flatMap((text, index) => {
    const number = frame.firstLine + index;
    const here = number === line;
    const gutter = `${here ? '>' : ' '} ${String(number).padStart(width)} |`;
    const shown = here
      ? `  ${gutter}${text === '' ? '' : ` ${text}`}`
      : paint('dim', `  ${gutter}${text === '' ? '' : ` ${text}`}`);
    if (!here) return [shown];
    // Tabs stay tabs, so that the mark stands below what it means.
    const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
    return [shown, `    ${' '.repeat(width)} | ${indent}${paint('red', '^'.repeat(Math.max(1, length)))}`];
  });
}

function githubCommand({ severity, file, line, column, length, code, message, hint }: Diagnostic): string {
  const properties = [
    `file=${escapeProperty(file)}`,
    ...(line > 0 ? [`line=${line}`, `col=${column}`, `endColumn=${column + length}`] : []),
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
