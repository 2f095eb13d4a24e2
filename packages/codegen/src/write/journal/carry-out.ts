import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Disk } from './disk.ts';
import { type Journal, type JournalEntry, keptName, stagedName } from './journal.ts';
import { removeJournal, writeJournal } from './journal-file.ts';
import type { FileErrorCode } from '../../diagnostic/file-error-codes.ts';

/** A write, and where it happens. */
export interface Write {
  /** The folder of the journal, absolute. */
  readonly root: string;
  readonly journal: Journal;
  readonly disk: Disk;
  /** False where nobody would look for the journal, so that none is kept. */
  readonly isKept: boolean;
  /** Called with each path of a file before it is touched. */
  readonly onFile?: (file: string) => void;
}

/** Where the files of an entry are. */
export interface EntryFiles {
  readonly target: string;
  /** Its new text, until that is in its place. */
  readonly staged: string;
  /** Its old text, from when it is about to be replaced. */
  readonly kept: string;
}

/**
 * Where the files of a journal's entries are. What it gives throws an Error where a symbolic link is on the way: paths
 * of a journal have none. Each folder is looked at once.
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

/** Throws unless a folder, or the nearest one above it that is there, is really where its name says. */
function checkFolder(wanted: string, file: string): void {
  let folder = wanted;
  while (!isThere(folder)) folder = path.dirname(folder);
  if (realpathSync.native(folder) === folder) return;
  throw Object.assign(new Error(`${file} is behind a symbolic link that was not there when it was to be written`), {
    code: 'KB_JOURNAL' satisfies FileErrorCode,
    hint: 'Put the folder back as it was, or remove .kb/journal, and run "npx kb generate".',
  });
}

/**
 * Puts everything of a committed write that is not in its place yet there. Where a step is refused, everything is put
 * back, and the refusal thrown.
 */
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
    // A generated one that a loss of power spoilt.
    if (isThere(staged)) ignoringErrors(() => disk.remove(staged));
  }
  for (const entry of journal.entries) if (entry.kind === 'delete') removeEmptyFolders(root, entry.path, disk);
  // All is in its place: where the journal stays, the next command finds nothing left to do.
  if (isKept) ignoringErrors(() => removeJournal(root, disk));
}

/**
 * Puts everything back as it was before a write, except files that were changed since: returns those, relative to the
 * root.
 */
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

/** Returns false where the file was changed since, so that it stays. */
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
  // An earlier attempt may have got this far.
  if (isThere(target)) disk.rename(target, kept);
}

/** The folders whose names have to survive a loss of power before the journal may go. */
function foldersToSync({ root, journal }: Write): readonly string[] {
  const own = journal.entries.filter(({ generated }) => generated !== true);
  const filesOf = filesIn(root, journal);
  return [...new Set(own.map((entry) => path.dirname(filesOf(entry).target)))];
}

/** SHA-256 of a file, in hexadecimal digits; undefined where the name leads to no regular file. */
export function hashOfFile(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  return hashOf(readFileSync(file));
}

/** SHA-256 of a text in UTF-8, or of bytes, in hexadecimal digits. */
export function hashOf(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
}

/** True for a name that there is, be it that of a link. */
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

/** Removes the folders that are empty without a file. */
function removeEmptyFolders(root: string, file: string, disk: Disk): void {
  const real = realpathSync(root);
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
    try {
      disk.removeFolder(path.join(real, folder));
    } catch {
      // Not empty: something else lives there.
      return;
    }
  }
}
