import { messageOfThrown } from '@kb/apimachinery';
/** Reads a whole file. Rejects with errors that carry Node's codes (`ENOENT`, `EACCES`…). */
export type ReadFile = (path: string) => Promise<Uint8Array>;

/** Describes a file error; returns the error's message if its code is not a common one. */
export function fileProblem(error: unknown): string {
  switch (fileErrorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'it does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a directory';
    default:
      return messageOfThrown(error);
  }
}

/** Whether `error` means that the file does not exist. */
export function isFileMissing(error: unknown): boolean {
  const code = fileErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function fileErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
