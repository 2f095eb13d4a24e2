import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Place } from './place.ts';

/** How many lines are shown above and below. */
const AROUND = 2;
/** Longer lines are cut. */
const MAX_WIDTH = 140;

/** Returns the lines around a place of a file, with a mark below the column; none if the file cannot be read. */
export function codeFrame(root: string, { file, line, column }: Place): string[] {
  let lines: string[];
  try {
    lines = readFileSync(path.resolve(root, file), 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
  if (line < 1 || line > lines.length) return [];
  const first = Math.max(1, line - AROUND);
  const shown = lines.slice(first - 1, line + AROUND);
  const width = String(first + shown.length - 1).length;
  return shown.flatMap((text, index) => {
    const number = first + index;
    const plain = withoutControls(text).slice(0, MAX_WIDTH);
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${plain}`.trimEnd();
    if (number !== line || column === undefined || column > MAX_WIDTH) return [row];
    // Tabs stay tabs, so that the mark is below the right part.
    const indent = plain.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
    return [row, `  ${' '.repeat(width)} | ${indent}^`];
  });
}

/**
 * Replaces control characters except tabs, separators of lines, and marks that turn the direction of text: each could
 * change what a terminal shows.
 */
export function withoutControls(text: string): string {
  return text.replaceAll(
    // eslint-disable-next-line no-control-regex -- these are what is looked for
    /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    '\u{fffd}',
  );
}

/** The same for text of several lines, which stay apart. */
export function linesWithoutControls(text: string): string {
  return text.split('\n').map(withoutControls).join('\n');
}
