import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import type { FileErrorCode } from '../diagnostic/file-error-codes.ts';

/**
 * Reads the files of a project. Paths are relative to the project's folder, with `/`, without a leading `./`.
 * Synchronous, because the compiler is.
 */
export interface SourceReader {
  /**
   * The text of a file, or undefined when there is no such file. Throws the file system's error, or one with the code
   * KB_NOT_UTF8 and a hint.
   */
  readonly read: (file: string) => string | undefined;
  /**
   * The files below a folder, at every depth, sorted; empty when there is no such folder. `node_modules`, `dist` and
   * hidden folders are left out.
   */
  readonly list: (folder: string) => readonly string[];
}

/** Reads below a folder of the file system. */
export function fileSystemReader(root: string): SourceReader {
  return {
    read(file) {
      try {
        const text = readFileSync(path.join(root, file), 'utf8');
        // Invalid UTF-8 is decoded as this character, which a text can also contain.
        if (text.includes('\uFFFD') && !isUtf8(readFileSync(path.join(root, file)))) throw notUtf8(file);
        return text;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw codeOf(error) === 'EISDIR' ? isFolder(file) : error;
      }
    },
    list(folder) {
      const files: string[] = [];
      listInto(root, normalFolder(folder), files, new Set());
      return files.sort();
    },
  };
}

/**
 * Reads from memory, for tests and for callers that already have the sources. Keys are paths as in {@link
 * SourceReader}.
 */
export function memoryReader(files: Readonly<Record<string, string>>): SourceReader {
  const texts = new Map(Object.entries(files));
  return {
    read: (file) => texts.get(file),
    list(folder) {
      const prefix = normalFolder(folder);
      const start = prefix === '' ? '' : `${prefix}/`;
      return [...texts.keys()]
        .filter((file) => file.startsWith(start) && !file.slice(start.length).split('/').some(isIgnored))
        .sort();
    },
  };
}

/**
 * `linked` are the folders that symbolic links led to, so that none is listed twice. Links to a parent folder are not
 * followed.
 */
function listInto(root: string, folder: string, files: string[], linked: Set<string>): void {
  let entries;
  try {
    entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  for (const entry of entries) {
    if (isIgnored(entry.name)) continue;
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) listInto(root, file, files, linked);
    else if (entry.isFile()) files.push(file);
    else if (entry.isSymbolicLink()) listLink(root, file, files, linked);
  }
}

function listLink(root: string, link: string, files: string[], linked: Set<string>): void {
  const target = targetOf(path.join(root, link));
  if (target?.isFile() === true) files.push(link);
  if (target?.isDirectory() !== true) return;
  const folder = realpathSync(path.join(root, link));
  const here = realpathSync(path.join(root, path.dirname(link)));
  if (linked.has(folder) || `${here}${path.sep}`.startsWith(`${folder}${path.sep}`)) return;
  linked.add(folder);
  listInto(root, link, files, linked);
}

/** The target of a symbolic link; undefined for a broken link, or one to itself. */
function targetOf(link: string): Stats | undefined {
  try {
    return statSync(link, { throwIfNoEntry: false });
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return undefined;
    throw error;
  }
}

/** Node does not say which file it was. */
function isFolder(file: string): Error {
  const message = `${file} is a folder, and has to be a file (EISDIR): rename or remove it`;
  return Object.assign(new Error(message), { code: 'EISDIR', syscall: 'read' });
}

function notUtf8(file: string): Error {
  return Object.assign(new Error(`${file} is not text in UTF-8`), {
    code: 'KB_NOT_UTF8' satisfies FileErrorCode,
    hint: 'Save it in UTF-8, and run the command again.',
  });
}

function isIgnored(name: string): boolean {
  return name === 'node_modules' || name === 'dist' || name.startsWith('.');
}

function normalFolder(folder: string): string {
  const normal = path.posix.normalize(folder);
  return normal === '.' ? '' : normal.replace(/\/$/, '');
}

function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
