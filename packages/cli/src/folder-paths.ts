import path from 'node:path';
import { CliError } from './cli-error.ts';

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
 * Returns the deepest folder that both paths are in or equal to. Throws a CliError if there is none, as on two drives of
 * Windows.
 */
export function commonFolder(a: string, b: string): string {
  let folder = a;
  while (path.relative(folder, b) !== '' && !isInside(folder, b)) {
    const above = path.dirname(folder);
    if (above === folder) {
      throw new CliError('KB_WRONG_FLAGS', `${a} and ${b} are on different drives`, {
        hint: 'Call kb in a folder on the drive of the folders that it reads and writes.',
        exitCode: 2,
      });
    }
    folder = above;
  }
  return folder;
}
