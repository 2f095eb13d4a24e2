import type { Reporter } from '../diagnostic/reporter.ts';
import { withoutMark } from '../text/byte-order-mark.ts';
import type { SourceReader } from './source-reader.ts';

/**
 * Wraps a reader of an author's files: reports a file or folder that cannot be read, once, and treats it as missing.
 * Strips the byte order mark (U+FEFF) at the beginning of a file.
 */
export function reportingReader(reader: SourceReader, reporter: Reporter): SourceReader {
  const unreadable = new Set<string>();
  const attempt = <T>(path: string, read: () => T, otherwise: T): T => {
    if (unreadable.has(path)) return otherwise;
    try {
      return read();
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      unreadable.add(path);
      reporter.report(
        { file: path, line: 0, column: 0, length: 1 },
        { code: 'KB_FILE_UNREADABLE', message: `it cannot be read: ${reason.is}`, hint: reason.hint },
      );
      return otherwise;
    }
  };
  return {
    read: (file) => attempt(file, () => withoutMark(reader.read(file)), undefined),
    list: (folder) => attempt(folder, () => reader.list(folder), []),
  };
}

/** Wraps a reader of files that may belong to others: treats a file that cannot be read as missing. */
export function lenientReader(reader: SourceReader): SourceReader {
  const attempt = <T>(read: () => T, otherwise: T): T => {
    try {
      return read();
    } catch (error) {
      if (reasonOf(error) === undefined) throw error;
      return otherwise;
    }
  };
  return {
    read: (file) => attempt(() => reader.read(file), undefined),
    list: (folder) => attempt(() => reader.list(folder), []),
  };
}

interface Reason {
  readonly is: string;
  readonly hint: string;
}

const reasons: Readonly<Record<string, Reason>> = {
  EACCES: {
    is: 'this account has no permission',
    hint: 'grant it permission to read the file, or move the file out of the folder',
  },
  EPERM: {
    is: 'this account has no permission',
    hint: 'grant it permission to read the file, or move the file out of the folder',
  },
  EISDIR: { is: 'it is a folder', hint: 'give the folder a name that does not end like that of a source' },
  ELOOP: { is: 'its symbolic links lead back to it', hint: 'remove the link, or point it at a file' },
  ENAMETOOLONG: { is: 'its name is too long', hint: 'give it a shorter name' },
  KB_NOT_UTF8: { is: 'it is not text in UTF-8', hint: 'save it in UTF-8' },
  ERR_STRING_TOO_LONG: { is: 'it is too large', hint: 'move it out of the folder' },
  ERR_FS_FILE_TOO_LARGE: { is: 'it is too large', hint: 'move it out of the folder' },
};

/** Explains why the file system refuses to read a file; undefined for another error. */
function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (Object.hasOwn(reasons, error.code)) return reasons[error.code];
  return 'syscall' in error ? { is: error.code, hint: 'check what the file is' } : undefined;
}
