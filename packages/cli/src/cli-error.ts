import type { DiagnosticCode } from '@kb/codegen';
import type { CliErrorCode } from './error-codes.ts';
import type { Terminal } from './terminal/terminal.ts';

/** A mistake of the user, or a missing requirement: printed as a sentence, never with a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** Stable, such as `KB_PROJECT_NOT_FOUND`: a code of the command, or the generator's code for the same mistake. */
  readonly code: CliErrorCode | DiagnosticCode;
  /** What to do about it. */
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(
    code: CliError['code'],
    message: string,
    options: { hint?: string | undefined; exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 1;
  }
}

/**
 * Prints an error to standard error and returns the exit code. Errors of other packages with a `KB_…` code are the
 * user's too; everything else is a bug and is printed with its stack. `json`: prints a list of one diagnostic without a
 * place.
 */
export function printError(error: unknown, terminal: Terminal, { json = false }: { json?: boolean } = {}): number {
  const code = codeOf(error);
  if (error instanceof Error && code !== undefined) {
    const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined;
    if (json) terminal.printError(asJson(code, error.message, hint));
    else {
      terminal.printError(`${terminal.paint('red', 'error')} ${code}: ${error.message}`);
      if (hint !== undefined) terminal.printError(`  ${hint}`);
    }
    return error instanceof CliError ? error.exitCode : 1;
  }
  terminal.printError('kb failed unexpectedly; this is a bug:');
  terminal.printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 70;
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string' && error.code.startsWith('KB_')) return error.code;
  // An error of the file system or the network: a path that is not a file, a full disk, a missing permission.
  return 'syscall' in error ? 'KB_SYSTEM' : undefined;
}

/** Formats an error as a diagnostic without a place. */
function asJson(code: string, message: string, hint: string | undefined): string {
  const diagnostic = { code, severity: 'error', message, hint: hint ?? null };
  return JSON.stringify([{ ...diagnostic, file: '', line: 0, column: 0, length: 0, endColumn: 0 }], undefined, 2);
}
