import { statSync } from 'node:fs';
import path from 'node:path';
import { hasUnfinishedWrite } from '@kb/codegen/unfinished-write';
import { projectRootOf } from '../generate-cache/recorded-output.ts';

/**
 * The folder that has the lock and the journal of what is written into a folder: the project's that it is in. Without a
 * project it is the folder itself, or the nearest one above that is there; but one of them, as far as `within`, where
 * an interrupted write is known: then that folder was not there yet.
 */
export function journalRootOf(folder: string, within: string = folder): string {
  const project = projectRootOf(folder);
  if (project !== undefined) return project;
  const known = foldersFrom(folder, within).find((one) => isFolder(one) && hasUnfinishedWrite(one));
  if (known !== undefined) return known;
  let there = folder;
  while (!isFolder(there) && path.dirname(there) !== there) there = path.dirname(there);
  return there;
}

/** A folder and those above it, up to one of them. */
function foldersFrom(folder: string, top: string): string[] {
  const all = [folder];
  for (let one = folder; one !== top && path.dirname(one) !== one; one = path.dirname(one)) all.push(path.dirname(one));
  return all;
}

function isFolder(name: string): boolean {
  try {
    return statSync(name).isDirectory();
  } catch {
    // It does not exist, or a file is on the way.
    return false;
  }
}
