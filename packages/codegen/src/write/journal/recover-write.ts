import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeFailure } from './write-failure.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { complete, type EntryFiles, filesIn, hashOfFile, takeBack } from './carry-out.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { readJournal, removeJournal, writeJournal } from './journal-file.ts';
import { tidyStateFolder } from './state-folder.ts';
import { STATE_FOLDER_NAME } from './unfinished-write.ts';

/** The outcome of an interrupted write. */
export interface RecoveredWrite {
  /** The command that wrote, such as `kb create api`. */
  readonly command: string;
  /** `finished`: everything is written. `taken back`: nothing is. */
  readonly outcome: 'finished' | 'taken back';
  /** Files that were changed between the write and its recovery, and were left as they are. */
  readonly changedSince: readonly string[];
}

/**
 * Finishes a write that was interrupted in a folder, or reverts it if not all of its texts were ready, or if its files
 * were changed since. Returns undefined if there is none. No other process may write there at the same time. Throws an
 * Error with the code KB_JOURNAL or KB_SYSTEM and a hint if neither is possible; running it again is safe.
 */
export function recoverWrite(root: string, disk: Disk = nodeDisk): RecoveredWrite | undefined {
  const journal = readJournal(root);
  if (journal === undefined) {
    removeUncommitted(root, disk);
    return undefined;
  }
  const { command } = journal;
  // Checked before any change: a path that was replaced by a link ends the recovery.
  journal.entries.forEach(filesIn(root, journal));
  let current = journal.entries[0]?.path ?? '.kb/journal';
  const onFile = (file: string): void => void (current = file);
  try {
    if (journal.state === 'committed' && canBeCompleted(root, journal)) {
      complete({ root, journal, disk, isKept: true, onFile });
      tidyStateFolder(root, disk);
      return { command, outcome: 'finished', changedSince: [] };
    }
    const undoing: Journal = journal.state === 'staging' ? journal : { ...journal, state: 'undoing' };
    // Reverting removes texts, so from now on another process must not try to finish the write.
    if (journal.state === 'committed') writeJournal(root, undoing, disk, { durable: false });
    const changedSince = takeBack({ root, journal: undoing, disk, isKept: true });
    tidyStateFolder(root, disk);
    return { command, outcome: 'taken back', changedSince };
  } catch (error) {
    throw writeFailure(error, current);
  }
}

/** Removes what is left of a journal that was never complete; one that cannot be removed is in nobody's way. */
function removeUncommitted(root: string, disk: Disk): void {
  if (!existsSync(path.join(root, STATE_FOLDER_NAME))) return;
  try {
    removeJournal(root, disk);
  } catch {
    // The command's own write says why nothing can be written.
  }
}

/**
 * The command whose write was interrupted or is under way, such as `kb init`. Undefined if there is no such write, or
 * if its journal cannot be read.
 */
export function unfinishedCommand(root: string): string | undefined {
  try {
    return readJournal(root)?.command;
  } catch {
    return undefined;
  }
}

/** True unless a text is lost, or a pending file was changed. */
function canBeCompleted(root: string, journal: Journal): boolean {
  const filesOf = filesIn(root, journal);
  const states = journal.entries.map((entry) => stateOf(entry, filesOf(entry)));
  // A file that is in its place may have been changed since by its owner.
  if (states.every((state) => state !== 'waiting' && state !== 'overtaken')) return !states.includes('lost');
  return states.every((state) => state === 'done' || state === 'waiting');
}

function stateOf(entry: JournalEntry, { target, staged }: EntryFiles): 'done' | 'waiting' | 'overtaken' | 'lost' {
  const now = hashOfFile(target);
  if (entry.kind === 'delete') return now === undefined ? 'done' : now === entry.before ? 'waiting' : 'overtaken';
  const ready = hashOfFile(staged);
  if (now === entry.after) return 'done';
  // Generated files are generated again by the next run.
  if (ready !== entry.after) return now !== entry.before || entry.generated === true ? 'done' : 'lost';
  return now === entry.before ? 'waiting' : 'overtaken';
}
