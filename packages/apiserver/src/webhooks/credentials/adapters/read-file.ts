import { readFileSync } from 'node:fs';

/** Reads a text file; throws an Error in Go's words. */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EISDIR') throw new Error(`read ${path}: is a directory`, { cause: error });
    throw new Error(`open ${path}: ${reasons[code] ?? code}`, { cause: error });
  }
}

const reasons: Readonly<Record<string, string | undefined>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
};
