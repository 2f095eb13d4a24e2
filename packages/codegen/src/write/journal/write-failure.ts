import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/** What the file system's refusals mean for a write, and what to do, by their codes. */
const refusals: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['this account may not write there', 'give the account the right to, or write to another folder'],
  EPERM: ['this account may not write there', 'give the account the right to, or write to another folder'],
  EROFS: ['the file system is read-only', 'write to another folder'],
  ENOTDIR: ['a file is where a folder has to be', 'remove or rename that file, or write to another folder'],
  EEXIST: ['a file is where a folder has to be', 'remove or rename that file, or write to another folder'],
  EISDIR: ['a folder is where the file belongs', 'remove or rename that folder, or write to another one'],
  ENOSPC: ['the disk is full', 'make room, and run it again'],
  EDQUOT: ['the disk quota of this account is used up', 'make room, and run it again'],
  ENAMETOOLONG: ['the name is longer than the file system takes', 'write to a folder with a shorter name'],
};

/**
 * The file system's refusal to write or remove `file` (relative to the plan's root), in words that a user can do
 * something with: an error with the code KB_SYSTEM and a `hint`, as the commands print them, whose cause is the
 * refusal. Any other error is a bug, and is given back as it is.
 */
export function writeFailure(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error;
  const [reason, hint] = refusals[String(error.code)] ?? [error.message, undefined];
  const code = reason === error.message ? '' : ` (${String(error.code)})`;
  return Object.assign(
    new Error(`${file} cannot be written: ${reason}${code}; nothing was written`, { cause: error }),
    {
      code: 'KB_SYSTEM' satisfies FileErrorCode,
      ...(hint !== undefined && { hint }),
    },
  );
}
