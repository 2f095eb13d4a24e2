import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, formatDiagnostics, type FormatDiagnosticsOptions, hasErrors } from '@kb/codegen';
import type { Terminal } from './terminal.ts';

/** Prints what the generator found. Gives whether there was an error among it, so that nothing may be written. */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  { format = 'text', folder = '' }: Pick<FormatDiagnosticsOptions, 'format' | 'folder'> = {},
): boolean {
  if (diagnostics.length > 0 || format === 'json') {
    terminal.printError(formatDiagnostics(diagnostics, { format, folder, color: terminal.colours }));
  }
  const failed = hasErrors(diagnostics);
  if (failed && format === 'text') terminal.printError('Nothing was written.');
  return failed;
}

/** Where a project is in the repository that a workflow of GitHub's checked out, with `/`; empty at its root, outside of it, and outside of workflows. */
export function folderInRepository(root: string, { GITHUB_WORKSPACE: workspace }: NodeJS.ProcessEnv): string {
  if (workspace === undefined || !existsSync(workspace)) return '';
  const relative = path.relative(realpathSync(workspace), realpathSync(root));
  return relative.startsWith('..') || path.isAbsolute(relative) ? '' : relative.split(path.sep).join('/');
}
