import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileSystemReader } from '@kb/codegen/source-reader';
import { hasUnfinishedWrite } from '@kb/codegen/unfinished-write';
import { optionsOf } from './options-of.ts';
import { openRecord, readRecord, type RecordedWarnings, type RunRecord, type SeenFile } from './record.ts';
import { hasSeenContent, looksAsSeen, statOf } from './see-files.ts';
import { isToolState } from './tool-state.ts';

export { showsColours } from '../shows-colours.ts';

/**
 * What `kb generate` prints when nothing that it looks at has changed since the last time; undefined when something
 * has, or may have: then it has to run. `words` are those behind `generate`; `warn` is given what the run would warn
 * of. Nothing of the generator is loaded.
 */
export function answerUnchanged(
  words: readonly string[],
  cwd: string,
  warn: (warnings: RecordedWarnings) => void,
): string | undefined {
  const root = projectRootOf(cwd);
  const options = root === undefined ? undefined : optionsOf(words, root, cwd);
  if (root === undefined || options === undefined) return undefined;
  // What another command left half done comes first.
  if (hasUnfinishedWrite(root)) return undefined;
  const record = readRecord(root);
  if (record === undefined || record.options !== options || !isToolState(record.tool)) return undefined;
  try {
    if (!isAsRecorded(root, record)) return undefined;
  } catch {
    // A folder or file that cannot be read: the run will say so.
    return undefined;
  }
  if (record.warnings !== undefined) warn(record.warnings);
  return record.answer;
}

/** The nearest folder with a project file, from a folder upwards. */
export function projectRootOf(start: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'PROJECT'))) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}

function isAsRecorded(root: string, record: RunRecord): boolean {
  const unsure: [string, SeenFile][] = [];
  for (const [file, seen] of Object.entries(record.files)) {
    if (seen === null) {
      if (existsSync(path.join(root, file))) return false;
      continue;
    }
    const stat = statOf(root, file);
    if (stat === undefined || stat[0] !== seen[0]) return false;
    if (!looksAsSeen(stat, seen, record.startedAt)) unsure.push([file, seen]);
  }
  const { list } = fileSystemReader(root);
  for (const [folder, names] of Object.entries(record.folders)) {
    if (list(folder).join('\n') !== names) return false;
  }
  return unsure.length === 0 || haveSeenContent(root, record, unsure);
}

/**
 * Reads the files that were touched. Where all of them are what they were, the record learns their times, so that they
 * need not be read again.
 */
function haveSeenContent(root: string, record: RunRecord, unsure: readonly [string, SeenFile][]): boolean {
  const open = openRecord(root);
  const files = { ...record.files };
  for (const [file, seen] of unsure) {
    const stat = statOf(root, file);
    if (stat === undefined || !hasSeenContent(root, file, seen)) {
      open?.discard();
      return false;
    }
    files[file] = [...stat, seen[4]];
  }
  open?.save({ ...record, files, startedAt: open.startedAt });
  return true;
}
