import { compareText } from '../../text/compare-text.ts';

/**
 * The index of a folder of types: a line for each imported file (names such as `certificate.types.ts`), none for those that were removed. What an author wrote stays, and where it
 * stood. Empty: nothing is left in it.
 */
export function indexText(before: string | undefined, files: readonly string[], removed: readonly string[]): string {
  const gone = new Set(removed.map(lineOf));
  const lines = (before ?? '').split(/\r?\n/).filter((line) => !gone.has(line.trim()));
  const there = new Set(lines.map((line) => line.trim()));
  const added = files
    .map(lineOf)
    .filter((line) => !there.has(line))
    .sort(compareText);
  const kept = lines.join('\n').trimEnd();
  return [...(kept === '' ? [] : [kept]), ...added].map((line) => `${line}\n`).join('');
}

function lineOf(file: string): string {
  return `export type * from './${file}';`;
}
