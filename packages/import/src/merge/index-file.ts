import { compareText } from '@kb/codegen/reporting';

/** The name of the file that exports all of a folder. */
export const INDEX_FILE = 'index.ts';

/** A line that an import writes, with the name of its file. */
const IMPORTED_LINE = /^export type \* from '\.\/([^./'][^/']*\.types\.ts)';$/;

/**
 * Returns the index of a folder of types: a line for each imported file (with names such as `certificate.types.ts`),
 * and none for removed or missing files. An author's lines keep their places. Empty: no lines are left. `authored` has
 * the names of an author's files.
 */
export function indexText(
  before: string | undefined,
  files: readonly string[],
  removed: readonly string[],
  authored: Iterable<string>,
): string {
  const gone = new Set(removed.map(lineOf));
  const there = new Set([...files, ...authored]);
  const lines = linesOf(before).filter((line) => !gone.has(line.trim()) && !isStale(line, there));
  const end = /\r?\n/.exec(before ?? '')?.[0] ?? '\n';
  const kept = lines.join(end).trimEnd();
  const exported = new Set(lines.map((line) => line.trim()));
  const added = files
    .map(lineOf)
    .filter((line) => !exported.has(line))
    .sort(compareText);
  return [...(kept === '' ? [] : [kept]), ...added].map((line) => `${line}${end}`).join('');
}

/** Whether an index has an import's line for a missing file. */
export function hasStaleLine(index: string | undefined, there: Iterable<string>): boolean {
  const names = new Set(there);
  return linesOf(index).some((line) => isStale(line, names));
}

function isStale(line: string, there: ReadonlySet<string>): boolean {
  const [, file] = IMPORTED_LINE.exec(line.trim()) ?? [];
  return file !== undefined && !there.has(file);
}

function linesOf(text = ''): readonly string[] {
  return text.split(/\r?\n/);
}

function lineOf(file: string): string {
  return `export type * from './${file}';`;
}
