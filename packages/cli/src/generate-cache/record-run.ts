import type { SourceReader, WritePlan } from '@kb/codegen';
import { fileSystemReader } from '@kb/codegen/source-reader';
import { cacheKey } from './cache-key.ts';
import { openRecord, type RecordedWarnings, type FileFingerprint } from './record.ts';
import { hashOf, statOf } from './file-fingerprint.ts';
import { toolState } from './tool-state.ts';

/** The recording of a run of `kb generate`, which shows the next run whether anything has changed. */
export interface RecordedRun {
  /** The reader that the run has to use. */
  readonly reader: SourceReader;
  /**
   * Stores the record, with the warnings of the run. Called for runs without errors, after which everything is up to
   * date.
   */
  readonly keep: (plan: WritePlan, warnings?: RecordedWarnings) => void;
  /** Ends recording: without `keep`, the record of the previous run stays. */
  readonly end: () => void;
}

/** Records a run. `argv`: the arguments after `generate`. */
export function recordRun(root: string, argv: readonly string[], cwd: string): RecordedRun {
  const reader = fileSystemReader(root);
  const options = cacheKey(argv, root, cwd);
  const tool = options === undefined ? undefined : toolState();
  const open = tool === undefined ? undefined : openRecord(root);
  if (options === undefined || tool === undefined || open === undefined) {
    return { reader, keep: () => undefined, end: () => undefined };
  }
  const files = new Map<string, FileFingerprint | null>();
  const folders = new Map<string, string>();
  /** False once a file changed during the run: a record would match neither state. */
  let whole = true;
  return {
    reader: {
      read(file) {
        // The times are taken first: a write during the read changes them.
        const stat = statOf(root, file);
        const text = reader.read(file);
        const seen = text === undefined ? null : fingerprintOf(stat, text);
        const before = files.get(file);
        if (before === undefined) files.set(file, seen);
        else whole &&= before?.[4] === seen?.[4];
        return text;
      },
      list(folder) {
        const names = reader.list(folder);
        const text = names.join('\n');
        whole &&= (folders.get(folder) ?? text) === text;
        folders.set(folder, text);
        return names;
      },
    },
    keep({ changes, unchanged }, warnings) {
      if (!whole) return;
      for (const { path, after } of changes) {
        files.set(path, after === undefined ? null : fingerprintOf(statOf(root, path), after));
      }
      open.save({
        tool,
        options,
        startedAt: open.startedAt,
        output: upToDate(unchanged.length + changes.filter(({ kind }) => kind !== 'delete').length),
        ...(warnings !== undefined && { warnings }),
        files: Object.fromEntries(files),
        folders: Object.fromEntries(
          [...folders].map(([folder, names]) => [folder, withChanges(folder, names, changes)]),
        ),
      });
    },
    end: () => open.discard(),
  };
}

/** Returns the output of a run that changes nothing. */
export function upToDate(files: number): string {
  if (files === 0) return 'There is nothing to generate: no kind, and no RBAC or webhook marker.';
  return `${files} generated files, all up to date.`;
}

function fingerprintOf(stat: ReturnType<typeof statOf>, text: string): FileFingerprint {
  // The content is compared instead of times.
  const [size, ...times] = stat ?? [Buffer.byteLength(text), 0, 0, 0];
  return [size, ...times, hashOf(text)];
}

/** Returns the names in a folder after the run's own changes, without changes that other programs made meanwhile. */
function withChanges(folder: string, names: string, changes: WritePlan['changes']): string {
  const after = new Set(names === '' ? [] : names.split('\n'));
  for (const { kind, path } of changes) {
    if (kind === 'delete') after.delete(path);
    else if (path.startsWith(`${folder}/`)) after.add(path);
  }
  return [...after].sort().join('\n');
}
