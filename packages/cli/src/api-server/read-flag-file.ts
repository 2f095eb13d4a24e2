import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../cli-error.ts';

/** A file that a flag names. */
export interface FlagFile {
  /** The flag, without dashes. */
  readonly flag: string;
  /** The path, as the user wrote it. */
  readonly file: string;
  /** What it must be, such as `a file of tokens`. */
  readonly expected: string;
}

/** Why a file cannot be opened, by the code of the system's error. */
const reasons: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'there is none',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  EACCES: 'you have no permission',
};

/** Says why a file cannot be opened. */
export function whyNotOpened(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return reasons[code] ?? String(error);
}

/** Reads the text of a file that a flag names. Throws a CliError that names the flag and says what it expects. */
export function readFlagFile({ flag, file, expected }: FlagFile, cwd: string): string {
  try {
    return readFileSync(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new CliError(
      'KB_NO_FILE',
      `--${flag} needs ${expected}, and ${file} cannot be read: ${whyNotOpened(error)}`,
      {
        exitCode: 2,
        cause: error,
      },
    );
  }
}
