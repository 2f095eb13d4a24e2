import { existsSync } from 'node:fs';
import path from 'node:path';
import { writeFailure } from './write-failure.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { complete, type EntryFiles, filesIn, hashOfFile, takeBack } from './carry-out.ts';
import type { Journal, JournalEntry } from './journal.ts';
import { readJournal, removeJournal, writeJournal } from './journal-file.ts';
import { tidyStateFolder } from './state-folder.ts';
import { STATE_FOLDER_NAME } from './unfinished-write.ts';

/** What became of a write that ended with its process. */
export interface RecoveredWrite {
  /** The command that wrote, such as `kb create api`. */
  readonly command: string;
  /** `finished`: all of it is there now. `taken back`: nothing of it is there. */
  readonly outcome: 'finished' | 'taken back';
  /** Files that were changed between the two, and that were left as they are. */
  readonly changedSince: readonly string[];
}

/**
 * Finishes the write that a process of kb began in a folder and did not end, or takes it back: where not all of its
 * texts were ready, and where its files were changed since. Returns undefined where there is none. No other process may
 * write there meanwhile. Throws an Error with the code KB_JOURNAL or KB_SYSTEM and a hint where neither is possible;
 * running it again is safe.
 */
export function recoverWrite(root: string, disk: Disk = nodeDisk): RecoveredWrite | undefined {
  const journal = readJournal(root);
  if (journal === undefined) {
    if (existsSync(path.join(root, STATE_FOLDER_NAME))) removeJournal(root, disk);
    return undefined;
  }
  const { command } = journal;
  // Before anything is touched: a path that is not what it was ends it.
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
    // Taking back takes texts away: another process must not try to finish it.
    if (journal.state === 'committed') writeJournal(root, undoing, disk, { durable: false });
    const changedSince = takeBack({ root, journal: undoing, disk, isKept: true });
    tidyStateFolder(root, disk);
    return { command, outcome: 'taken back', changedSince };
  } catch (error) {
    throw writeFailure(error, current);
  }
}

/**
 * The command whose write ended with its process, or is under way, such as `kb init`. Undefined where there is no such
 * write, or its journal cannot be read.
 */
export function unfinishedCommand(root: string): string | undefined {
  try {
    return readJournal(root)?.command;
  } catch {
    return undefined;
  }
}

/** True unless a text is lost, or a file that has its turn yet is no longer what it was. */
function canBeCompleted(root: string, journal: Journal): boolean {
  const filesOf = filesIn(root, journal);
  const states = journal.entries.map((entry) => stateOf(entry, filesOf(entry)));
  // Where all is in its place, what happened to it since is its owner's.
  if (states.every((state) => state !== 'waiting' && state !== 'overtaken')) return !states.includes('lost');
  return states.every((state) => state === 'done' || state === 'waiting');
}

function stateOf(entry: JournalEntry, { target, staged }: EntryFiles): 'done' | 'waiting' | 'overtaken' | 'lost' {
  const now = hashOfFile(target);
  if (entry.kind === 'delete') return now === undefined ? 'done' : now === entry.before ? 'waiting' : 'overtaken';
  const ready = hashOfFile(staged);
  if (now === entry.after) return 'done';
  // What is generated is made again by the next run.
  if (ready !== entry.after) return now !== entry.before || entry.generated === true ? 'done' : 'lost';
  return now === entry.before ? 'waiting' : 'overtaken';
}
