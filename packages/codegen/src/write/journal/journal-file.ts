import { lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Disk } from './disk.ts';
import { formatJournal, type Journal, parseJournal } from './journal.ts';
import { journalFile } from './unfinished-write.ts';
import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/**
 * Reads the journal of a folder; undefined if there is none. Throws an Error with the code KB_JOURNAL and a hint for
 * one that cannot be read.
 */
export function readJournal(root: string): Journal | undefined {
  const file = journalFile(root);
  const there = lstatSync(file, { throwIfNoEntry: false });
  if (there === undefined) return undefined;
  // A link, or anything else that is not a regular file, is not kb's.
  const journal = there.isFile() ? parseJournal(readFileSync(file, 'utf8')) : undefined;
  if (journal !== undefined) return journal;
  throw Object.assign(new Error(`${file}, which lists the files of a write that was interrupted, cannot be read`), {
    code: 'KB_JOURNAL' satisfies FileErrorCode,
    hint: 'Compare the project with your version control, remove this file, and run "kb generate".',
  });
}

/** Replaces the journal in one step. `durable`: it survives a power failure. */
export function writeJournal(root: string, journal: Journal, disk: Disk, { durable }: { durable: boolean }): void {
  const file = journalFile(root);
  const next = `${file}.next`;
  // The existing file may be a link to somewhere else.
  disk.remove(next);
  disk.write(next, formatJournal(journal), { durable });
  disk.rename(next, file);
  if (durable) disk.syncFolder(path.dirname(file));
}

/** Removes the journal after a write was completed or reverted. */
export function removeJournal(root: string, disk: Disk): void {
  const file = journalFile(root);
  disk.remove(file);
  disk.remove(`${file}.next`);
}
