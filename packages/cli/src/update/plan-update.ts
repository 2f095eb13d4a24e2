import { inFormOf, PROJECT_FILE_NAME, type SourceReader } from '@kb/codegen';
import { digestOf, type ScaffoldRecord } from '../scaffold/write/scaffold-record.ts';
import { mergeFile } from './merge/merge-file.ts';

/** What an update does to one file of the scaffold. */
export interface FileUpdate {
  readonly path: string;
  /**
   * `new`: the new scaffold has it; `replaced`: it was not edited; `merged`: both changes fit; `conflict`: they do not;
   * `kept`: the author has another file in this place; `removed`: the author removed it, and the scaffold has changed
   * it; `dropped`: the new scaffold no longer has it, and it stays.
   */
  readonly outcome: 'new' | 'replaced' | 'merged' | 'conflict' | 'kept' | 'removed' | 'dropped';
  /** The text to write; undefined for those that stay as they are. */
  readonly content?: string;
  /** The lines where conflicts begin. */
  readonly conflicts?: readonly number[];
}

/** A project and the two scaffolds that an update is made of. */
export interface UpdateInput {
  /** The scaffold that the project was made from. */
  readonly base: Readonly<Record<string, string>>;
  readonly theirs: Readonly<Record<string, string>>;
  readonly reader: SourceReader;
  readonly record: ScaffoldRecord;
  /** The name of the new scaffold in conflicts. */
  readonly label: string;
  /**
   * Takes apart what a command wrote into a file and PROJECT does not know, and puts it back after the merge. Undefined
   * for files without such parts.
   */
  readonly viewOf?: (path: string, yours: string) => FileView | undefined;
}

/** A file without what a command added to it. */
export interface FileView {
  readonly text: string;
  restore(merged: string): string | undefined;
}

/** Computes what an update does to each file of the scaffold, sorted by path; files that stay equal are left out. */
export function planUpdate(input: UpdateInput): FileUpdate[] {
  const paths = new Set([...Object.keys(input.base), ...Object.keys(input.theirs)]);
  paths.delete(PROJECT_FILE_NAME);
  return [...paths].toSorted().flatMap((path) => updateOf(path, input) ?? []);
}

function updateOf(path: string, input: UpdateInput): FileUpdate | undefined {
  const { base, theirs, reader, record } = input;
  const [old, next, yours, recorded] = [base[path], theirs[path], reader.read(path), record.get(path)];
  if (next === undefined) return yours === undefined ? undefined : { path, outcome: 'dropped' };
  const isUnchanged = recorded === undefined ? old === next : recorded === digestOf(next);
  if (isUnchanged) return undefined;
  if (yours === undefined) {
    return old === undefined && recorded === undefined
      ? { path, outcome: 'new', content: next }
      : { path, outcome: 'removed' };
  }
  if (digestOf(yours) === digestOf(next)) return undefined;
  const isUntouched = digestOf(yours) === recorded || digestOf(yours) === digestOf(old ?? '');
  if (isUntouched) return { path, outcome: 'replaced', content: inFormOf(yours, next) };
  if (old === undefined) return { path, outcome: 'kept' };
  return merge(path, { old, yours, next }, input);
}

function merge(
  path: string,
  { old, yours, next }: { readonly old: string; readonly yours: string; readonly next: string },
  { label, viewOf }: UpdateInput,
): FileUpdate | undefined {
  const view = viewOf?.(path, yours);
  const sides = { base: old, yours, theirs: next };
  if (view !== undefined) {
    const merged = mergeFile(path, { ...sides, yours: view.text }, label);
    const content = merged.conflicts.length > 0 ? undefined : view.restore(merged.text);
    if (content !== undefined) return content === yours ? undefined : { path, outcome: 'merged', content };
  }
  const { text: content, conflicts } = mergeFile(path, sides, label);
  if (conflicts.length > 0) return { path, outcome: 'conflict', content, conflicts };
  return content === yours ? undefined : { path, outcome: 'merged', content };
}
