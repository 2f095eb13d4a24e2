import { lstatSync } from 'node:fs';
import path from 'node:path';

/**
 * The name of the folder with kb's working files, inside a project: its own `.gitignore` keeps it out of version
 * control, and it is removed when it is empty.
 */
export const STATE_FOLDER_NAME = '.kb';

/** The path of the journal of a folder's writes. */
export function journalFile(root: string): string {
  return path.join(root, STATE_FOLDER_NAME, 'journal');
}

/** True if a write is under way, or was interrupted. */
export function hasUnfinishedWrite(root: string): boolean {
  try {
    return lstatSync(journalFile(root), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // A file has the folder's name; a command that needs the folder reports it.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return false;
    throw error;
  }
}
