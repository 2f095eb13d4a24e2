import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutControls } from '@kb/codegen';
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
    const plain = lineWithoutControls(text).slice(0, MAX_WIDTH);
    const row = `${number === line ? '>' : ' '} ${String(number).padStart(width)} | ${plain}`.trimEnd();
    if (number !== line || column === undefined || column > MAX_WIDTH) return [row];
    // Tabs stay tabs, so that the mark is below the right part.
    const indent = plain.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
    return [row, `  ${' '.repeat(width)} | ${indent}^`];
  });
}

/** The same as codegen's `withoutControls`, for text of one line: line breaks are replaced, too. */
export function lineWithoutControls(text: string): string {
  return withoutControls(text).replaceAll('\n', '\u{fffd}');
}
