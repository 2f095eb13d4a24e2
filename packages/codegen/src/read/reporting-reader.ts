import type { Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from './source-reader.ts';

/**
 * Reads what an author wrote: a file or folder that cannot be read is reported once, at the file, and is as one that is
 * not there. The mark that some editors put at the beginning of a file (U+FEFF) is left out.
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

/** Reads what may be anybody's: a file that cannot be read is as one that is not there. */
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

/** A text without the mark U+FEFF at its beginning. */
export function withoutMark<T extends string | undefined>(text: T): T | string {
  return text?.startsWith('\uFEFF') === true ? text.slice(1) : text;
}

interface Reason {
  readonly is: string;
  readonly hint: string;
}

const reasons: Readonly<Record<string, Reason>> = {
  EACCES: {
    is: 'this account may not',
    hint: 'give it the right to read the file, or take the file out of the folder',
  },
  EPERM: { is: 'this account may not', hint: 'give it the right to read the file, or take the file out of the folder' },
  EISDIR: { is: 'it is a folder', hint: 'give the folder a name that does not end like a file' },
  ELOOP: { is: 'its symbolic links lead back to it', hint: 'remove the link, or let it lead to a file' },
  ENAMETOOLONG: { is: 'its name is too long', hint: 'give it a shorter name' },
  KB_NOT_UTF8: { is: 'it is not text in UTF-8', hint: 'save it in UTF-8' },
  ERR_STRING_TOO_LONG: { is: 'it is too large', hint: 'take it out of the folder' },
  ERR_FS_FILE_TOO_LARGE: { is: 'it is too large', hint: 'take it out of the folder' },
};

/** Why the file system does not give a file; undefined for an error that is no such refusal. */
function reasonOf(error: unknown): Reason | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  if (Object.hasOwn(reasons, error.code)) return reasons[error.code];
  return 'syscall' in error ? { is: error.code, hint: 'look what the file is' } : undefined;
}
