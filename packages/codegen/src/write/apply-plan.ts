import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { WritePlan } from './plan-writes.ts';
import { writeFailure } from './write-failure.ts';

/** Puts one step of a write back. */
type Undo = () => void;

/**
 * Writes what a plan says: first every new text beside its place, then all of them into their places by renaming, then removals. When any of it fails, everything is put
 * back as it was, times of change included. A symbolic link stays one: the file that it leads to is written. Throws what {@link writeFailure} makes of the file system's error.
 */
export function applyPlan({ root, changes }: WritePlan): void {
  const undo: Undo[] = [];
  const leftOver: string[] = [];
  /** The file at hand. */
  let current = '';
  try {
    const staged = changes.flatMap((change) => {
      if (change.after === undefined) return [];
      current = change.path;
      const target = throughLink(path.join(root, change.path));
      const temporary = `${target}.kb-${process.pid}.tmp`;
      makeFolder(path.dirname(target), undo);
      undo.push(() => rmSync(temporary, { force: true }));
      writeFileSync(temporary, change.after);
      return [{ file: change.path, temporary, target, isNew: change.kind === 'create' }];
    });
    for (const { file, temporary, target, isNew } of staged) {
      current = file;
      if (isNew) undo.push(() => rmSync(target, { force: true }));
      else keep(target, leftOver, undo);
      renameSync(temporary, target);
    }
    for (const change of changes) {
      if (change.kind !== 'delete') continue;
      current = change.path;
      setAside(path.join(root, change.path), leftOver, undo);
    }
  } catch (error) {
    for (const step of undo.toReversed()) ignoringErrors(step);
    throw writeFailure(error, current);
  } finally {
    for (const file of leftOver) ignoringErrors(() => rmSync(file, { force: true }));
  }
  for (const change of changes) if (change.kind === 'delete') removeEmptyFolders(root, change.path);
}

/** The file that a path means, behind symbolic links. */
function throughLink(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true ? realpathSync(file) : file;
}

function makeFolder(folder: string, undo: Undo[]): void {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return;
  undo.push(() => {
    for (let made = folder; made.length >= first.length; made = path.dirname(made)) rmdirSync(made);
  });
}

/** Gives a file that is about to be replaced a second name, by which it can come back. */
function keep(file: string, leftOver: string[], undo: Undo[]): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return;
  const second = `${file}.kb-${process.pid}.old`;
  leftOver.push(second);
  try {
    linkSync(file, second);
  } catch {
    // Not every file system has second names.
    const { atime, mtime } = statSync(file);
    copyFileSync(file, second);
    utimesSync(second, atime, mtime);
  }
  undo.push(() => renameSync(second, file));
}

function setAside(file: string, leftOver: string[], undo: Undo[]): void {
  const aside = `${file}.kb-${process.pid}.old`;
  renameSync(file, aside);
  leftOver.push(aside);
  undo.push(() => renameSync(aside, file));
}

function ignoringErrors(step: Undo): void {
  try {
    step();
  } catch {
    // What failed before is what counts.
  }
}

/** Removes the folders that are empty without a file. */
function removeEmptyFolders(root: string, file: string): void {
  for (let folder = path.dirname(file); folder !== '.' && folder !== '/'; folder = path.dirname(folder)) {
    try {
      rmdirSync(path.join(root, folder));
    } catch {
      // Not empty: something else lives there.
      return;
    }
  }
}
