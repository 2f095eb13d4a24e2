import type { FileChange, SourceReader } from '@kb/codegen';
import { changeOf } from '../scaffold/plan-scaffold.ts';
import { digestOf, recordOf } from '../scaffold/write/scaffold-record.ts';
import type { Charts } from './chart-of-project.ts';
import { type FileUpdate, planUpdate } from '../update/plan-update.ts';

/** The texts that kb wrote, by their paths in the chart. */
type ChartBase = Readonly<Record<string, string>>;

/** What changes in a chart. */
export interface ChartUpdate {
  readonly changes: readonly FileChange[];
  /** Files that are not as kb would write them. */
  readonly edited: readonly string[];
  /** Edited files that kb no longer writes: they stay. */
  readonly left: readonly string[];
  /** Files with conflicts, and the line of the first one. */
  readonly conflicts: readonly { readonly file: string; readonly line: number }[];
}

/** A chart as it will be, and where it is. */
interface ChartPlace {
  /** Its folder, relative to the project. */
  readonly folder: string;
  readonly reader: SourceReader;
  /** Empty: there is to be no such chart. */
  readonly files: ChartBase;
}

/** What the author owns from the beginning. */
const OWNED = 'Chart.yaml';

/**
 * Computes what changes in the charts of a project: files that were not edited are replaced, and others are merged, by
 * what kb wrote the last time. `force` replaces edited ones too, except `Chart.yaml`.
 */
export function updateCharts(
  charts: Charts,
  { output, reader }: { readonly output: string; readonly reader: SourceReader },
  force: boolean,
): ChartUpdate {
  const updates = filesOfCharts(charts, output).map((place) => updateChart({ ...place, reader }, force));
  return {
    changes: updates.flatMap(({ changes }) => changes),
    edited: updates.flatMap(({ edited }) => edited),
    left: updates.flatMap(({ left }) => left),
    conflicts: updates.flatMap(({ conflicts }) => conflicts),
  };
}

/** The charts of a project with their folders. */
export function filesOfCharts({ operator, crds }: Charts, output: string): Omit<ChartPlace, 'reader'>[] {
  return [
    { folder: `${output}/chart`, files: operator },
    { folder: `${output}/chart-crds`, files: crds },
  ];
}

function updateChart({ folder, reader, files }: ChartPlace, force: boolean): ChartUpdate {
  // The file beside a chart with what kb wrote into it: an edit of the author is what differs from that.
  const basePath = `${folder}.base.json`;
  const base = inFolder(folder, parseBase(reader.read(basePath) ?? '{}'));
  const theirs = inFolder(folder, files);
  const updates = force
    ? forced(theirs, base, reader)
    : planUpdate({ base, theirs, reader, record: recordOf(base), label: 'kb' });
  const changes = updates.flatMap((update) => changeFor(update, base, reader));
  const record = baseChange(basePath, files, reader);
  const deleted = new Set(changes.flatMap(({ kind, path }) => (kind === 'delete' ? [path] : [])));
  return {
    changes: [...changes, ...(record === undefined ? [] : [record])],
    left: updates.flatMap(({ path, outcome }) => (outcome === 'dropped' && !deleted.has(path) ? [path] : [])),
    edited: Object.entries(theirs).flatMap(([file, text]) => {
      const yours = reader.read(file);
      return yours === undefined || digestOf(yours) === digestOf(text) || file.endsWith(OWNED) ? [] : [file];
    }),
    conflicts: updates.flatMap(({ path, conflicts: [line] = [] }) =>
      line === undefined ? [] : [{ file: path, line }],
    ),
  };
}

function inFolder(folder: string, files: ChartBase): ChartBase {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [`${folder}/${file}`, text]));
}

function forced(theirs: ChartBase, base: ChartBase, reader: SourceReader): FileUpdate[] {
  const written = Object.entries(theirs).flatMap(([path, content]): FileUpdate[] => {
    const isOwned = path.endsWith(`/${OWNED}`) && reader.read(path) !== undefined;
    return isOwned || reader.read(path) === content ? [] : [{ path, outcome: 'replaced', content }];
  });
  const dropped = Object.keys(base).filter((path) => !Object.hasOwn(theirs, path) && reader.read(path) !== undefined);
  return [...written, ...dropped.map((path): FileUpdate => ({ path, outcome: 'dropped' }))];
}

/** A template of something that is no longer deployed goes, unless it was edited. */
function changeFor({ path, outcome, content }: FileUpdate, base: ChartBase, reader: SourceReader): FileChange[] {
  const before = reader.read(path);
  if (outcome === 'dropped') {
    const isUntouched = before !== undefined && digestOf(before) === digestOf(base[path] ?? '');
    return isUntouched ? [{ kind: 'delete', path, before }] : [];
  }
  const change = content === undefined ? undefined : changeOf({ path, content }, reader);
  return change === undefined ? [] : [change];
}

function baseChange(path: string, files: ChartBase, reader: SourceReader): FileChange | undefined {
  if (Object.keys(files).length > 0) return changeOf({ path, content: formatBase(files) }, reader);
  const before = reader.read(path);
  return before === undefined ? undefined : { kind: 'delete', path, before };
}

/** Prints the texts, one line a line, so that a change of the chart is a small change of this file too. */
function formatBase(files: ChartBase): string {
  const sorted = Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = Object.fromEntries(sorted.map(([file, text]) => [file, text.split('\n')]));
  return `${JSON.stringify(lines, undefined, 1)}\n`;
}

/** Reads what {@link formatBase} printed. After a merge that broke it, nothing is known of what kb wrote. */
function parseBase(text: string): ChartBase {
  try {
    const lines: unknown = JSON.parse(text);
    if (typeof lines !== 'object' || lines === null) return {};
    return Object.fromEntries(
      Object.entries(lines).flatMap(([file, content]: [string, unknown]) =>
        Array.isArray(content) ? [[file, content.join('\n')]] : [],
      ),
    );
  } catch {
    return {};
  }
}
