import { chmodSync, copyFileSync, closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/**
 * The steps by which a write changes the file system, one method a step: each can be the last one that a process gets
 * to. Paths are absolute.
 */
export interface Disk {
  /**
   * Makes a file that is not there yet, or writes over it; `durable`: its content survives a loss of power once this
   * returns. `mode` is what it may be opened for.
   */
  write(file: string, content: string, options: { readonly durable: boolean; readonly mode?: number }): void;
  rename(from: string, to: string): void;
  /** Gives a file a second name; a copy with its times where the file system has no second names. */
  keep(file: string, second: string): void;
  /** Removes a file; none there is no error. */
  remove(file: string): void;
  /** Makes one folder, whose parent is there. */
  makeFolder(folder: string): void;
  /** Removes an empty folder. */
  removeFolder(folder: string): void;
  /** The names in a folder survive a loss of power once this returns. */
  syncFolder(folder: string): void;
}

/** The file system. */
export const nodeDisk: Disk = {
  write(file, content, { durable, mode }) {
    writeFileSync(file, content, { flush: durable });
    if (mode !== undefined) chmodSync(file, mode);
  },
  rename: (from, to) => renameSync(from, to),
  keep(file, second) {
    try {
      linkSync(file, second);
    } catch {
      // Not every file system has second names.
      const { atime, mtime } = statSync(file);
      copyFileSync(file, second);
      utimesSync(second, atime, mtime);
    }
  },
  remove: (file) => rmSync(file, { force: true }),
  makeFolder: (folder) => mkdirSync(folder),
  removeFolder: (folder) => rmdirSync(folder),
  syncFolder(folder) {
    // Windows opens no folders, and needs no such call.
    if (process.platform === 'win32') return;
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
};
