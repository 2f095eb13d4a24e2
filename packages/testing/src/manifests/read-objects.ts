import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { mistakeIn, readDocuments } from '@kb/apimachinery/yaml';

/** Makes the error for a file that is missing, or is neither YAML nor JSON. */
export type FileFailure = (problem: 'NOT_FOUND' | 'INVALID', message: string, cause?: unknown) => Error;

/** Returns the YAML and JSON files of a folder (without subfolders), or the file itself. */
export async function manifestFiles(at: string, failure: FileFailure): Promise<string[]> {
  try {
    if (!(await stat(at)).isDirectory()) return [at];
    const names = await readdir(at);
    return names
      .filter((name) => /\.(?:ya?ml|json)$/.test(name))
      .sort()
      .map((name) => path.join(at, name));
  } catch (error) {
    const where = `${path.resolve(at)}: no such file or folder (relative paths begin at ${process.cwd()})`;
    throw failure('NOT_FOUND', where, error);
  }
}

/** Reads the documents of a YAML or JSON file; empty ones are left out. */
export async function readObjects(file: string, failure: FileFailure): Promise<unknown[]> {
  return parseObjects(await readFile(file, 'utf8'), file, failure);
}

/** Reads the documents of a text; `file` is its name in errors. */
export function parseObjects(text: string, file: string, failure: FileFailure): unknown[] {
  return readDocuments(text).flatMap((document) => {
    const mistake = mistakeIn(document);
    if (mistake !== undefined) {
      const { line, column, message, hint } = mistake;
      throw failure('INVALID', `${file}:${line}:${column}: ${message}${hint === undefined ? '' : ` (${hint})`}`);
    }
    const { value } = document.parsed;
    return value === null || value === undefined ? [] : [value];
  });
}
