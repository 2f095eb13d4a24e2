import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Disk, nodeDisk } from './disk.ts';
import { STATE_FOLDER_NAME } from './unfinished-write.ts';

const IGNORE_FILE = '.gitignore';

/**
 * Makes the folder where it is missing, and gives its path. Throws the file system's error, and one with the code
 * ENOTDIR where a link or a file has its name.
 */
export function openStateFolder(root: string, disk: Disk = nodeDisk): string {
  const folder = path.join(root, STATE_FOLDER_NAME);
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there !== undefined && !there.isDirectory()) {
    const hint = 'Remove or rename it: kb keeps there what it works with.';
    throw Object.assign(new Error(`ENOTDIR: ${folder} is not a folder`), { code: 'ENOTDIR', syscall: 'mkdir', hint });
  }
  if (there === undefined) ignoring('EEXIST', () => disk.makeFolder(folder));
  writeIgnoreFile(folder, disk);
  return folder;
}

/** In a folder that is there. */
function writeIgnoreFile(folder: string, disk: Disk): void {
  const ignore = path.join(folder, IGNORE_FILE);
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) disk.write(ignore, '*\n', { durable: false });
}

/**
 * Removes the folder where nothing is in it but what keeps it out of version control. What another command puts there
 * meanwhile stays, and stays out of it.
 */
export function tidyStateFolder(root: string, disk: Disk = nodeDisk): void {
  const folder = path.join(root, STATE_FOLDER_NAME);
  try {
    const names = readdirSync(folder);
    if (names.some((name) => name !== IGNORE_FILE)) return;
    for (const name of names) disk.remove(path.join(folder, name));
    disk.removeFolder(folder);
  } catch {
    // It is gone, or another command has begun to use it, and may keep a key there.
    try {
      writeIgnoreFile(folder, disk);
    } catch {
      // It is gone, or nothing can be written there.
    }
  }
}

function ignoring(code: string, step: () => void): void {
  try {
    step();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  }
}
