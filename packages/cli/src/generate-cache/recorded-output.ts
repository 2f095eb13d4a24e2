import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileSystemReader } from '@kb/codegen/source-reader';
import { hasUnfinishedWrite } from '@kb/codegen/unfinished-write';
import { cacheKey } from './cache-key.ts';
import { openRecord, readRecord, type RecordedWarnings, type RunRecord, type FileFingerprint } from './record.ts';
import { hasSameContent, isUntouched, statOf } from './file-fingerprint.ts';
import { isToolState } from './tool-state.ts';

export { showsColours } from '../terminal/shows-colours.ts';

/**
 * Returns what `kb generate` prints if none of its input or output has changed since the last run; undefined if
 * something has changed, or may have, so that it has to run. `argv`: the arguments after `generate`. Calls `warn` with
 * the recorded warnings. Does not load the generator.
 */
export function recordedOutput(
  argv: readonly string[],
  cwd: string,
  warn: (warnings: RecordedWarnings) => void,
): string | undefined {
  const root = projectRootOf(cwd);
  const options = root === undefined ? undefined : cacheKey(argv, root, cwd);
  if (root === undefined || options === undefined) return undefined;
  // An interrupted write has to be completed first.
  if (hasUnfinishedWrite(root)) return undefined;
  const record = readRecord(root);
  if (record === undefined || record.options !== options || !isToolState(record.tool)) return undefined;
  try {
    if (!isAsRecorded(root, record)) return undefined;
  } catch {
    // A folder or file cannot be read: the run will report it.
    return undefined;
  }
  if (record.warnings !== undefined) warn(record.warnings);
  return record.output;
}

/** Returns the nearest folder with a project file, from a folder upwards. */
export function projectRootOf(start: string): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'PROJECT'))) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}

function isAsRecorded(root: string, record: RunRecord): boolean {
  const unsure: [string, FileFingerprint][] = [];
  for (const [file, seen] of Object.entries(record.files)) {
    if (seen === null) {
      if (existsSync(path.join(root, file))) return false;
      continue;
    }
    const stat = statOf(root, file);
    if (stat === undefined || stat[0] !== seen[0]) return false;
    if (!isUntouched(stat, seen, record.startedAt)) unsure.push([file, seen]);
  }
  const { list } = fileSystemReader(root);
  for (const [folder, names] of Object.entries(record.folders)) {
    if (list(folder).join('\n') !== names) return false;
  }
  return unsure.length === 0 || haveSameContent(root, record, unsure);
}

/**
 * Compares the content of files that were touched. If all are unchanged, records their new times, so that they need not
 * be read again.
 */
function haveSameContent(root: string, record: RunRecord, unsure: readonly [string, FileFingerprint][]): boolean {
  const open = openRecord(root);
  const files = { ...record.files };
  for (const [file, seen] of unsure) {
    const stat = statOf(root, file);
    if (stat === undefined || !hasSameContent(root, file, seen)) {
      open?.discard();
      return false;
    }
    files[file] = [...stat, seen[4]];
  }
  open?.save({ ...record, files, startedAt: open.startedAt });
  return true;
}
