import type { DiagnosticCode } from '@kb/codegen';
import type { CliErrorCode } from './error-codes.ts';
import type { Terminal } from './terminal.ts';

/** A user's mistake, or something missing around kb: said in words, never with a stack trace. */
export class CliError extends Error {
  override readonly name = 'CliError';
  /** Stable, such as `KB_PROJECT_NOT_FOUND`: one of the command's own, or what the generator calls the same mistake. */
  readonly code: CliErrorCode | DiagnosticCode;
  /** What to do about it. */
  readonly hint: string | undefined;
  readonly exitCode: number;

  constructor(
    code: CliError['code'],
    message: string,
    options: { hint?: string; exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.exitCode = options.exitCode ?? 1;
  }
}

/**
 * Prints what went wrong and gives the exit code. Errors of other packages that carry a `KB_…` code are the user's too;
 * everything else is a bug and shows its stack.
 */
export function printError(error: unknown, terminal: Terminal): number {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('KB_')) {
    terminal.printError(`${terminal.paint('red', 'error')} ${error.code}: ${error.message}`);
    if ('hint' in error && typeof error.hint === 'string') terminal.printError(`  ${error.hint}`);
    return error instanceof CliError ? error.exitCode : 1;
  }
  if (error instanceof Error && 'syscall' in error) {
    // The file system's or the network's own refusal: a path that is no file, a full disk, a missing right.
    terminal.printError(`${terminal.paint('red', 'error')} KB_SYSTEM: ${error.message}`);
    if ('hint' in error && typeof error.hint === 'string') terminal.printError(`  ${error.hint}`);
    return 1;
  }
  terminal.printError('kb failed in a way that it should not; this is a bug:');
  terminal.printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 70;
}
