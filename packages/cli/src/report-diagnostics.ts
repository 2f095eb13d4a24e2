import { existsSync, realpathSync } from 'node:fs';
import {
  type Diagnostic,
  formatDiagnostics,
  type FormatDiagnosticsOptions,
  hasErrors,
  type WritePlan,
} from '@kb/codegen';
import { CliError } from './cli-error.ts';
import { isInside, relativeTo } from './folder-paths.ts';
import type { Terminal } from './terminal/terminal.ts';

/** The format of diagnostics, and the project's folder in its repository, for GitHub. */
export type ReportOptions = Pick<FormatDiagnosticsOptions, 'format' | 'folder'>;

const formats = ['text', 'json', 'github'] as const;

/** Parses `--format`. Throws a CliError for an unknown value. */
export function readFormat(value = 'text'): (typeof formats)[number] {
  const format = formats.find((known) => known === value);
  if (format !== undefined) return format;
  throw new CliError('KB_WRONG_FLAGS', `--format is one of ${formats.join(', ')}, not "${value}"`, { exitCode: 2 });
}

/** Prints diagnostics to standard error; in JSON also an empty list. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  { format = 'text', folder = '' }: ReportOptions = {},
): void {
  if (diagnostics.length === 0 && format !== 'json') return;
  terminal.printError(formatDiagnostics(diagnostics, { format, folder, color: terminal.colours }));
}

/**
 * Prints the changes that a command made, or would make, to standard output as JSON: an object with the changed files,
 * and the number of unchanged ones.
 */
export function printPlanAsJson({ changes, unchanged }: WritePlan, terminal: Terminal): void {
  const files = changes.map(({ kind, path: file }) => ({ kind, path: file }));
  terminal.print(JSON.stringify({ changes: files, unchanged: unchanged.length }, undefined, 2));
}

/**
 * Prints the diagnostics of the generator. Returns whether there is an error among them, so that nothing may be
 * written.
 */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  options: ReportOptions = {},
): boolean {
  printDiagnostics(diagnostics, terminal, options);
  const failed = hasErrors(diagnostics);
  if (failed && (options.format ?? 'text') === 'text') terminal.printError('Nothing was written.');
  return failed;
}

/**
 * The folder of a project in the repository that a GitHub workflow checked out, with `/`; empty at its root, outside of
 * it, and outside of workflows.
 */
export function folderInRepository(root: string, { GITHUB_WORKSPACE: workspace }: NodeJS.ProcessEnv): string {
  if (workspace === undefined || !existsSync(workspace)) return '';
  const [repository, folder] = [realpathSync(workspace), realpathSync(root)];
  return isInside(repository, folder) ? relativeTo(repository, folder) : '';
}
