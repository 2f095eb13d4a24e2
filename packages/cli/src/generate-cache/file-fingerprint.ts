import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FileFingerprint } from './record.ts';

/** Returns the hash of a file's content, given as bytes or text. */
export function hashOf(content: string | Uint8Array): string {
  // Loaded only when needed: it takes longer than everything else here.
  return process.getBuiltinModule('node:crypto').hash('sha1', content, 'base64');
}

/** Returns size, times and inode of a file; undefined when there is no file. */
export function statOf(root: string, file: string): [number, number, number, number] | undefined {
  const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
  return stats?.isFile() === true ? [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino] : undefined;
}

/** Returns whether a file still has the recorded content. */
export function hasSameContent(root: string, file: string, seen: FileFingerprint): boolean {
  return hashOf(readFileSync(path.join(root, file))) === seen[4];
}

/**
 * Returns whether size, times and inode prove that a file is unchanged. They prove nothing if the file was written
 * after the recorded run began: a later write can have the same times.
 */
export function isUntouched(stat: readonly number[], seen: FileFingerprint, startedAt: number): boolean {
  const [size, modified, changed, inode] = seen;
  return (
    stat[0] === size &&
    stat[1] === modified &&
    stat[2] === changed &&
    stat[3] === inode &&
    modified < startedAt &&
    changed < startedAt
  );
}
