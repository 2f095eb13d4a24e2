import { type Diagnostic, formatDiagnostics, hasErrors } from '@kb/codegen';
import type { Terminal } from './terminal.ts';

/** Prints what the generator found. Gives whether there was an error among it, so that nothing may be written. */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  format: 'text' | 'json' | 'github' = 'text',
): boolean {
  if (diagnostics.length > 0 || format === 'json') {
    terminal.printError(formatDiagnostics(diagnostics, { format, color: terminal.colours }));
  }
  const failed = hasErrors(diagnostics);
  if (failed && format === 'text') terminal.printError('Nothing was written.');
  return failed;
}
