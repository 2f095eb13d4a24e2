import { statSync } from 'node:fs';
import path from 'node:path';
import { hasUnfinishedWrite } from '@kb/codegen/unfinished-write';
import { projectRootOf } from '../generate-cache/recorded-output.ts';

/**
 * Returns the folder with the lock and the journal for writes into a folder: that of the project that contains it.
 * Without a project it is the folder itself, or its nearest existing parent; but if one of these, up to `within`, has
 * the journal of an interrupted write, it is that one: the folder did not exist yet then.
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

/** A folder and its parents, up to one of them. */
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
