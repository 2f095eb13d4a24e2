import { statSync } from 'node:fs';
import path from 'node:path';
import { projectRootOf } from '../unchanged/answer-unchanged.ts';

/** The folder that has the lock and the journal of what is written into a folder: the project's that it is in; without a project the folder itself, or the nearest one above that is there. */
export function journalRootOf(folder: string): string {
  const project = projectRootOf(folder);
  if (project !== undefined) return project;
  let there = folder;
  while (!isFolder(there) && path.dirname(there) !== there) there = path.dirname(there);
  return there;
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory();
  } catch {
    // None there, or a file on the way.
    return false;
  }
}
