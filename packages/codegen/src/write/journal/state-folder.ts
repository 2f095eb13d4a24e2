import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Disk, nodeDisk } from './disk.ts';
import { STATE_FOLDER_NAME } from './unfinished-write.ts';

const IGNORE_FILE = '.gitignore';

/**
 * Creates the folder if it is missing, and returns its path. Throws the file system's error, and one with the code
 * ENOTDIR if a link or a file has its name.
 */
export function openStateFolder(root: string, disk: Disk = nodeDisk): string {
  const folder = path.join(root, STATE_FOLDER_NAME);
  const there = lstatSync(folder, { throwIfNoEntry: false });
  if (there !== undefined && !there.isDirectory()) {
    const hint = 'Remove or rename it: kb needs this name for its working files.';
    throw Object.assign(new Error(`ENOTDIR: ${folder} is not a folder`), { code: 'ENOTDIR', syscall: 'mkdir', hint });
  }
  if (there === undefined) ignoring('EEXIST', () => disk.makeFolder(folder));
  writeIgnoreFile(folder, disk);
  return folder;
}

/** Writes the ignore file into the existing folder. */
function writeIgnoreFile(folder: string, disk: Disk): void {
  const ignore = path.join(folder, IGNORE_FILE);
  if (lstatSync(ignore, { throwIfNoEntry: false }) === undefined) disk.write(ignore, '*\n', { durable: false });
}

/**
 * Removes the folder if it contains only its ignore file. What another command creates there meanwhile stays, and stays
 * out of version control.
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
