import { existsSync, realpathSync } from 'node:fs';
import {
  type Diagnostic,
  formatDiagnostics,
  formatPlan,
  type FormatDiagnosticsOptions,
  hasErrors,
  type WritePlan,
} from '@kb/codegen';
import { CliError } from './cli-error.ts';
import { isInside, relativeTo } from './folder-paths.ts';
import type { CollectedOutput, Terminal } from './terminal/terminal.ts';

/** The format of diagnostics, and the project's folder in its repository, for GitHub. */
export type ReportOptions = Pick<FormatDiagnosticsOptions, 'format' | 'folder'>;

const formats = ['text', 'json', 'github'] as const;

/** Parses `--format`, of which `--json` is a short form. Throws a CliError for an unknown value. */
export function readFormat(value?: string, json?: boolean): (typeof formats)[number] {
  const given = value ?? (json === true ? 'json' : 'text');
  const format = formats.find((known) => known === given);
  if (format !== undefined) return format;
  throw new CliError('KB_WRONG_FLAGS', `--format is one of ${formats.join(', ')}, not "${given}"`, { exitCode: 2 });
}

/** Prints diagnostics to standard error; in JSON also an empty list. */
export function printDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  { format = 'text', folder = '' }: ReportOptions = {},
): void {
  if (terminal.collected !== undefined) {
    terminal.collected.diagnostics.push(...diagnostics);
    return;
  }
  if (diagnostics.length === 0 && format !== 'json') return;
  terminal.printError(formatDiagnostics(diagnostics, { format, folder, color: terminal.colours }));
}

/**
 * Prints the changes that a command made, or would make, to standard output as JSON: an object with the changed files,
 * and the number of unchanged ones.
 */
export function printPlanAsJson({ changes, unchanged }: WritePlan, terminal: Terminal): void {
  const files = changes.map(({ kind, path }) => ({ kind, path }));
  terminal.print(JSON.stringify({ changes: files, unchanged: unchanged.length }, undefined, 2));
}

/** Prints the changes that a command made, or would make: a line each, or with their differences. */
export function printChanges(plan: WritePlan, terminal: Terminal, { diff = false }: { diff?: boolean } = {}): void {
  if (terminal.collected === undefined) terminal.print(formatPlan(plan, { diff, color: terminal.colours }));
  else terminal.collected.changes.push(...plan.changes.map(({ kind, path }) => ({ kind, path })));
}

/** Prints what a command with `--json` collected, as {@link printPlanAsJson} prints changes. */
export function printCollected({ changes, diagnostics, messages }: CollectedOutput, terminal: Terminal): void {
  terminal.printError(formatDiagnostics(diagnostics, { format: 'json' }));
  terminal.print(JSON.stringify({ changes, messages }, undefined, 2));
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
