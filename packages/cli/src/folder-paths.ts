import path from 'node:path';
import type { CliErrorCode } from './error-codes.ts';

/** Returns a path as the generator writes it: with `/`, and `.` for the root. */
export function relativeTo(root: string, file: string): string {
  const relative = path.relative(root, file).split(path.sep).join('/');
  return relative === '' ? '.' : relative;
}

/** Whether a file is in a folder, at any depth. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  // Absolute: it is on another drive of Windows.
  return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/**
 * Returns the deepest folder that both paths are in or equal to. Throws an Error with a code if there is none, as on
 * two drives of Windows.
 */
export function commonFolder(a: string, b: string): string {
  let folder = a;
  while (path.relative(folder, b) !== '' && !isInside(folder, b)) {
    const above = path.dirname(folder);
    if (above === folder) {
      throw Object.assign(new Error(`${a} and ${b} are on different drives`), {
        code: 'KB_WRONG_FLAGS' satisfies CliErrorCode,
        hint: 'Call kb in a folder on the drive of the folders that it reads and writes.',
      });
    }
    folder = above;
  }
  return folder;
}
