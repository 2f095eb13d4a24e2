import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Holder } from './holder.ts';

/**
 * A lock file of a process: its name identifies the process, so that it never has to be read while half written, and no
 * other process creates the same name.
 */
export interface LockFile {
  /** Absolute. */
  readonly file: string;
  readonly holder: Holder;
}

const SEPARATOR = '~';

/** Creates the lock file of a process. Its content, the command, is only for messages. */
export function makeLockFile(folder: string, { pid, started, space }: Holder, command: string): LockFile {
  const name = ['lock', pid, started, space, randomBytes(4).toString('hex')].join(SEPARATOR);
  const file = path.join(folder, name);
  writeFileSync(file, command, { flag: 'wx' });
  return { file, holder: { pid, started, space } };
}

/** The lock files in a folder, without one. */
export function otherLockFiles(folder: string, own: LockFile): readonly LockFile[] {
  return readdirSync(folder).flatMap((name) => {
    const [lock, pid = '', started = '', space = '', random] = name.split(SEPARATOR);
    const file = path.join(folder, name);
    if (lock !== 'lock' || !/^\d+$/.test(pid) || random === undefined || file === own.file) return [];
    return [{ file, holder: { pid: Number(pid), started, space } }];
  });
}

/**
 * Removes a lock file of this process, or of one that has ended. Names are never reused, so this is safe whatever other
 * processes do.
 */
export function removeLockFile({ file }: LockFile): void {
  rmSync(file, { force: true });
}

/** True while the file exists: no other process has removed it as a dead one's. */
export function isStillThere({ file }: LockFile): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/**
 * How much later one file was created than another, in milliseconds of the file system's own clock; 0 if one of them is
 * gone.
 */
export function madeLater(one: LockFile, other: LockFile): number {
  const [later, earlier] = [one, other].map(({ file }) => statSync(file, { throwIfNoEntry: false })?.mtimeMs);
  return later === undefined || earlier === undefined ? 0 : later - earlier;
}

/** The command of the process that made a lock file, on one line; `another kb command` if the file is empty. */
export function commandOf({ file }: LockFile): string {
  try {
    const text = readFileSync(file, 'utf8').replaceAll(/[^\x20-\x7e]/g, '?');
    return text.startsWith('kb ') ? text.slice(0, 200) : 'another kb command';
  } catch {
    return 'another kb command';
  }
}
