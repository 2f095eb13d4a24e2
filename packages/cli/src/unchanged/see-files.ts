import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SeenFile } from './record.ts';

/** The hash of a file's content: of its bytes, or of its text. */
export function hashOf(content: string | Uint8Array): string {
  // Loaded only when it is needed, since it takes longer than all the rest of an answer.
  return process.getBuiltinModule('node:crypto').hash('sha1', content, 'base64');
}

/** Size, times and inode of a file; undefined when there is none. */
export function statOf(root: string, file: string): [number, number, number, number] | undefined {
  const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
  return stats?.isFile() === true ? [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino] : undefined;
}

/** True when a file has the content that it had when it was seen. */
export function hasSeenContent(root: string, file: string, seen: SeenFile): boolean {
  return hashOf(readFileSync(path.join(root, file))) === seen[4];
}

/**
 * True when size, times and inode say that a file is what it was. They do not where it was touched in the moment in
 * which it was seen, or later: what is written then can have the same times.
 */
export function looksAsSeen(stat: readonly number[], seen: SeenFile, startedAt: number): boolean {
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
