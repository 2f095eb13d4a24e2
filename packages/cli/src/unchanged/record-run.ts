import type { SourceReader, WritePlan } from '@kb/codegen';
import { fileSystemReader } from '@kb/codegen/source-reader';
import { optionsOf } from './options-of.ts';
import { openRecord, type RecordedWarnings, type SeenFile } from './record.ts';
import { hashOf, statOf } from './see-files.ts';
import { toolState } from './tool-state.ts';

/** A run of `kb generate` that is watched, so that the next one can tell whether anything has changed. */
export interface RecordedRun {
  /** How the run has to see files. */
  readonly reader: SourceReader;
  /**
   * Keeps what was seen, and what was warned of. For runs that found no error, and after which everything is up to
   * date.
   */
  readonly keep: (plan: WritePlan, warnings?: RecordedWarnings) => void;
  /** Ends it: without `keep`, the record of the run before stays. */
  readonly end: () => void;
}

/** Watches a run. `words` are those behind `generate`. */
export function recordRun(root: string, words: readonly string[], cwd: string): RecordedRun {
  const reader = fileSystemReader(root);
  const options = optionsOf(words, root, cwd);
  const tool = options === undefined ? undefined : toolState();
  const open = tool === undefined ? undefined : openRecord(root);
  if (options === undefined || tool === undefined || open === undefined) {
    return { reader, keep: () => undefined, end: () => undefined };
  }
  const files = new Map<string, SeenFile | null>();
  const folders = new Map<string, string>();
  /** False once something changed during the run, so that it was seen in two ways: a record would hold for neither. */
  let whole = true;
  return {
    reader: {
      read(file) {
        // Its times are taken first: what is written while it is read has later ones.
        const stat = statOf(root, file);
        const text = reader.read(file);
        const seen = text === undefined ? null : seenAs(stat, text);
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
        files.set(path, after === undefined ? null : seenAs(statOf(root, path), after));
      }
      open.save({
        tool,
        options,
        startedAt: open.startedAt,
        answer: upToDate(unchanged.length + changes.filter(({ kind }) => kind !== 'delete').length),
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

/** What a run prints that has nothing to change. */
export function upToDate(files: number): string {
  if (files === 0) return 'There is nothing to generate: no kind, and no marker of a permission or a webhook.';
  return `${files} generated files, all up to date.`;
}

function seenAs(stat: ReturnType<typeof statOf>, text: string): SeenFile {
  // Without times it is compared by its content.
  const [size, ...times] = stat ?? [Buffer.byteLength(text), 0, 0, 0];
  return [size, ...times, hashOf(text)];
}

/** The names in a folder after the run's own changes. What others did to it meanwhile is not in them. */
function withChanges(folder: string, names: string, changes: WritePlan['changes']): string {
  const after = new Set(names === '' ? [] : names.split('\n'));
  for (const { kind, path } of changes) {
    if (kind === 'delete') after.delete(path);
    else if (path.startsWith(`${folder}/`)) after.add(path);
  }
  return [...after].sort().join('\n');
}
