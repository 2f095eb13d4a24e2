import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { complete, hashOf, takeBack, type Write } from './journal/carry-out.ts';
import { type Disk, nodeDisk } from './journal/disk.ts';
import { type Journal, type JournalEntry, stagedName } from './journal/journal.ts';
import { writeJournal } from './journal/journal-file.ts';
import { isBelow, placeOf } from './journal/place.ts';
import { openStateFolder, tidyStateFolder } from './journal/state-folder.ts';
import type { FileChange, WritePlan } from './plan-writes.ts';
import { writeFailure } from './journal/write-failure.ts';
import type { FileErrorCode } from '../diagnostic/file-error-codes.ts';

/** Options of {@link applyPlan}. */
export interface ApplyPlanOptions {
  /**
   * The folder whose `.kb` has the journal of the write, absolute: if this process ends too early, the next command in
   * the folder finishes the write or reverts it. Files outside the folder are also written all or none, but only this
   * process can do so. Default: the plan's root.
   */
  readonly journalRoot?: string;
  /** The command that writes, for messages. Default: `kb`. */
  readonly command?: string;
  /** The file system. Default: that of Node. */
  readonly disk?: Disk;
}

type PlacedOptions = Required<ApplyPlanOptions> & { readonly onFile: (file: string) => void };

/** A change and its real place. */
interface Placed {
  readonly change: FileChange;
  readonly target: string;
  readonly missing: readonly string[];
}

/**
 * Writes a plan. First every new text is written beside its target; then, once the journal is committed, all of them
 * are renamed to their targets; then files are removed. If a step fails, everything is restored, including modification
 * times; if the process ends in between, `recoverWrite` finishes or reverts the write. A symbolic link is kept: its
 * target is written. Throws the errors of {@link writeFailure}, and Errors with the codes KB_LEADS_OUT (a link leads
 * out of the project) and KB_FILE_CHANGED (a file differs from the one that the plan was made from).
 */
export function applyPlan({ root, changes }: WritePlan, options: ApplyPlanOptions = {}): void {
  if (changes.length === 0) return;
  const { journalRoot = root, command = 'kb', disk = nodeDisk } = options;
  /** The file at hand. */
  let current = changes[0]?.path ?? '';
  const onFile = (file: string): void => void (current = file);
  try {
    const placed = changes.map((change) => {
      onFile(change.path);
      const { target, entry, missing } = placeOf(root, change.path);
      // For a removal, the link itself is removed.
      const place = { change, missing, target: change.kind === 'delete' ? entry : target };
      checkUnchanged(place);
      return place;
    });
    writePlaced(placed, { journalRoot, command, disk, onFile });
  } catch (error) {
    throw writeFailure(error, current);
  }
}

function writePlaced(placed: readonly Placed[], options: PlacedOptions): void {
  const { journalRoot, command, disk, onFile } = options;
  const folder = realpathSync(journalRoot);
  // Files outside the folder (set by flags) get no journal, because the next command would not find it.
  const isKept = placed.every(({ target }) => isBelow(target, folder));
  const root = isKept ? folder : path.parse(folder).root;
  const toRoot = (file: string): string => path.relative(root, file).split(path.sep).join('/');
  const journal: Journal = {
    id: process.getBuiltinModule('node:crypto').randomBytes(8).toString('hex'),
    command,
    state: 'staging',
    folders: [...new Set(placed.flatMap(({ change, missing }) => (change.kind === 'delete' ? [] : missing)))]
      .toSorted((a, b) => a.length - b.length)
      .map(toRoot),
    entries: placed.map(({ change, target }) => entryOf(change, toRoot(target))),
  };
  const write: Write = { root, journal, disk, isKept, onFile };
  const committed: Journal = { ...journal, state: 'committed' };
  try {
    if (isKept) {
      openStateFolder(folder, disk);
      writeJournal(folder, journal, disk, { durable: false });
    }
    for (const made of journal.folders) disk.makeFolder(path.join(root, made));
    for (const { change, target } of placed) {
      onFile(change.path);
      stage(change, target, journal.id, disk);
    }
    if (isKept) writeJournal(folder, committed, disk, { durable: true });
  } catch (error) {
    takeBack(write);
    if (isKept) tidyStateFolder(folder, disk);
    throw error;
  }
  try {
    complete({ ...write, journal: committed });
  } finally {
    if (isKept) tidyStateFolder(folder, disk);
  }
}

/** Writes the new text of a file beside its target, with the permissions of the existing file. */
function stage({ after, generated }: FileChange, target: string, id: string, disk: Disk): void {
  if (after === undefined) return;
  const mode = lstatSync(target, { throwIfNoEntry: false })?.mode;
  disk.write(stagedName(target, id), after, {
    durable: generated !== true,
    ...(mode !== undefined && { mode: mode & 0o7777 }),
  });
}

function entryOf({ before, after, generated }: FileChange, file: string): JournalEntry {
  const more = generated === true ? { generated } : {};
  if (before === undefined) return { path: file, kind: 'create', after: hashOf(after ?? ''), ...more };
  if (after === undefined) return { path: file, kind: 'delete', before: hashOf(before), ...more };
  return { path: file, kind: 'update', before: hashOf(before), after: hashOf(after), ...more };
}

/** Throws if the file was saved since it was read. */
function checkUnchanged({ change: { path: file, kind, before }, target }: Placed): void {
  const there = statSync(target, { throwIfNoEntry: false });
  if (there === undefined ? kind === 'create' : !there.isFile()) return;
  const now = readFileSync(target, 'utf8');
  if (now === before) return;
  throw Object.assign(new Error(`${file} was changed while kb ran; nothing was written`), {
    code: 'KB_FILE_CHANGED' satisfies FileErrorCode,
    hint: 'Run the command again.',
  });
}
