import { lstatSync } from 'node:fs';
import path from 'node:path';

/**
 * The folder, in that of a project, of what kb keeps while it works: out of version control by its own `.gitignore`,
 * and gone when nothing is in it.
 */
export const STATE_FOLDER_NAME = '.kb';

/** Where the journal of a folder's writes is. */
export function journalFile(root: string): string {
  return path.join(root, STATE_FOLDER_NAME, 'journal');
}

/** True where a write is under way, or ended with its process. */
export function hasUnfinishedWrite(root: string): boolean {
  try {
    return lstatSync(journalFile(root), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A file has the folder's name: a command that needs the folder says so.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}
