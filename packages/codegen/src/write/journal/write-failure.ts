import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/** The meaning of the file system's error codes for a write, and what to do. */
const refusals: Readonly<Record<string, readonly [reason: string, hint: string]>> = {
  EACCES: ['this account has no permission to write there', 'grant the permission, or write to another folder'],
  EPERM: ['this account has no permission to write there', 'grant the permission, or write to another folder'],
  EROFS: ['the file system is read-only', 'write to another folder'],
  ENOTDIR: ['a file is where a folder has to be', 'remove or rename that file, or write to another folder'],
  EEXIST: ['a file is where a folder has to be', 'remove or rename that file, or write to another folder'],
  EISDIR: ['a folder is where the file belongs', 'remove or rename that folder, or write to another one'],
  ENOSPC: ['the disk is full', 'free some space, and run it again'],
  EDQUOT: ['the disk quota of this account is used up', 'free some space, and run it again'],
  ENAMETOOLONG: ['the name is longer than the file system allows', 'write to a folder with a shorter name'],
};

/**
 * Explains the file system's refusal to write or remove `file` (relative to the plan's root): returns an error with the
 * code KB_SYSTEM and a `hint`, whose cause is the refusal. Any other error is a bug, and is returned unchanged.
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
