import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Disk } from './disk.ts';
import { type Journal, type JournalEntry, keptName, stagedName } from './journal.ts';
import { removeJournal, writeJournal } from './journal-file.ts';
import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/** A write, and its folder. */
export interface Write {
  /** The folder of the journal, absolute. */
  readonly root: string;
  readonly journal: Journal;
  readonly disk: Disk;
  /** False if no command would look for the journal, so that none is kept. */
  readonly isKept: boolean;
  /** Called with each path of a file before it is touched. */
  readonly onFile?: (file: string) => void;
}

/** The files of an entry. */
export interface EntryFiles {
  readonly target: string;
  /** Its new text, until it is moved to the target. */
  readonly staged: string;
  /** Its old text, kept from just before it is replaced. */
  readonly kept: string;
}

/**
 * Returns a function that finds the files of a journal's entries, and throws an Error if a symbolic link is on the way:
 * paths of a journal have none. Each folder is checked once.
 */
export function filesIn(root: string, { id }: Journal): (entry: JournalEntry) => EntryFiles {
  const real = realpathSync.native(root);
  const seen = new Set<string>();
  return ({ path: file }) => {
    const target = path.join(real, file);
    const folder = path.dirname(target);
    if (!seen.has(folder)) checkFolder(folder, file);
    seen.add(folder);
    return { target, staged: stagedName(target, id), kept: keptName(target, id) };
  };
}

/** Throws unless a folder, or its nearest existing parent, is at the place that its name says. */
function checkFolder(wanted: string, file: string): void {
  let folder = wanted;
  while (!isThere(folder)) folder = path.dirname(folder);
  if (realpathSync.native(folder) === folder) return;
  throw Object.assign(new Error(`${file} is reached through a symbolic link that did not exist when the write began`), {
    code: 'KB_JOURNAL' satisfies FileErrorCode,
    hint: 'Restore the folder, or remove .kb/journal, and run "kb generate".',
  });
}

/** Completes a committed write. If a step is refused, reverts everything and throws the refusal. */
export function complete(write: Write): void {
  const { root, journal, disk, isKept, onFile } = write;
  const filesOf = filesIn(root, journal);
  try {
    for (const entry of journal.entries) {
      onFile?.(entry.path);
      const files = filesOf(entry);
      if (entry.kind === 'delete') setAside(files, disk);
      else intoPlace(files, disk);
    }
    for (const folder of foldersToSync(write)) ignoringErrors(() => disk.syncFolder(folder));
  } catch (error) {
    if (isKept) ignoringErrors(() => writeJournal(root, { ...journal, state: 'undoing' }, disk, { durable: false }));
    takeBack({ ...write, journal: { ...journal, state: 'undoing' } });
    throw error;
  }
  for (const entry of journal.entries) {
    const { kept, staged } = filesOf(entry);
    if (entry.kind !== 'create') ignoringErrors(() => disk.remove(kept));
    // A generated file that a power failure damaged.
    if (isThere(staged)) ignoringErrors(() => disk.remove(staged));
  }
  for (const entry of journal.entries) if (entry.kind === 'delete') removeEmptyFolders(root, entry.path, disk);
  // Everything is in its place: if the journal stays, the next command finds nothing left to do.
  if (isKept) ignoringErrors(() => removeJournal(root, disk));
}

/** Reverts a write, except for files that were changed since: returns those, relative to the root. */
export function takeBack({ root, journal, disk, isKept }: Write): readonly string[] {
  const changed: string[] = [];
  const filesOf = filesIn(root, journal);
  for (const entry of journal.entries.toReversed()) {
    ignoringErrors(() => {
      const files = filesOf(entry);
      disk.remove(files.staged);
      if (journal.state !== 'staging' && !putBack(entry, files, disk)) changed.push(entry.path);
    });
  }
  for (const folder of journal.folders.toReversed())
    ignoringErrors(() => disk.removeFolder(path.join(realpathSync(root), folder)));
  if (isKept) ignoringErrors(() => removeJournal(root, disk));
  return changed;
}

/** Restores a file. Returns false if it was changed since, so that it is kept. */
function putBack(entry: JournalEntry, { target, kept }: EntryFiles, disk: Disk): boolean {
  const now = hashOfFile(target);
  if (entry.kind === 'create') {
    if (now === entry.after) disk.remove(target);
    return now === undefined || now === entry.after;
  }
  const old = hashOfFile(kept);
  if (old === undefined) return true;
  const isOurs = now === undefined || now === entry.after;
  if (isOurs && old === entry.before) disk.rename(kept, target);
  else disk.remove(kept);
  return isOurs || now === entry.before;
}

function intoPlace({ target, staged, kept }: EntryFiles, disk: Disk): void {
  if (!isThere(staged)) return;
  const there = lstatSync(target, { throwIfNoEntry: false });
  if (there?.isFile() === true && !isThere(kept)) disk.keep(target, kept);
  disk.rename(staged, target);
}

function setAside({ target, kept }: EntryFiles, disk: Disk): void {
  // An earlier attempt may have completed this step.
  if (isThere(target)) disk.rename(target, kept);
}

/** The folders whose entries have to be durable before the journal may be removed. */
function foldersToSync({ root, journal }: Write): readonly string[] {
  const own = journal.entries.filter(({ generated }) => generated !== true);
  const filesOf = filesIn(root, journal);
  return [...new Set(own.map((entry) => path.dirname(filesOf(entry).target)))];
}

/** SHA-256 of a file, in hexadecimal digits; undefined if it is not a regular file. */
export function hashOfFile(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return hashOf(readFileSync(file));
}

/** SHA-256 of a text in UTF-8, or of bytes, in hexadecimal digits. */
export function hashOf(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
}

/** True if a file, a folder or a link has the name. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function ignoringErrors(step: () => void): void {
  try {
    step();
  } catch {
    // What failed before is what counts.
  }
}

/** Removes the folders that are empty after a file was removed. */
function removeEmptyFolders(root: string, file: string, disk: Disk): void {
  const real = realpathSync(root);
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
    try {
      disk.removeFolder(path.join(real, folder));
    } catch {
      // It is not empty: other files are in it.
      return;
    }
  }
}
