import { chmodSync, copyFileSync, closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';

/**
 * The steps by which a write changes the file system, one method each: a process may end after any of them. Paths are
 * absolute.
 */
export interface Disk {
  /**
   * Creates or overwrites a file. `durable`: its content survives a power failure once this returns. `mode` are its
   * permissions.
   */
  write(file: string, content: string, options: { readonly durable: boolean; readonly mode?: number }): void;
  rename(from: string, to: string): void;
  /** Creates a hard link to a file, or a copy with its times if the file system has no hard links. */
  keep(file: string, second: string): void;
  /** Removes a file; a missing one is not an error. */
  remove(file: string): void;
  /** Creates one folder, whose parent exists. */
  makeFolder(folder: string): void;
  /** Removes an empty folder. */
  removeFolder(folder: string): void;
  /** Makes the entries of a folder durable: they survive a power failure once this returns. */
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
      // Not every file system has hard links.
      const { atime, mtime } = statSync(file);
      copyFileSync(file, second);
      utimesSync(second, atime, mtime);
    }
  },
  remove: (file) => rmSync(file, { force: true }),
  makeFolder: (folder) => mkdirSync(folder),
  removeFolder: (folder) => rmdirSync(folder),
  syncFolder(folder) {
    // Windows cannot open folders, and does not need this.
    if (process.platform === 'win32') return;
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
};
