/** The number of equal lines shown around a change. */
const CONTEXT = 3;

/** Above this number of pairs of lines, the middle of two texts is shown as replaced, without comparing lines. */
const MAX_PAIRS = 4_000_000;

/** A line of two texts: of both, of the first alone, or of the second alone. */
export interface MarkedLine {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The difference between two texts, as the hunks of a unified diff; empty for equal texts. */
export function diffLines(before: string, after: string): string[] {
  const lines = compareLines(linesOf(before), linesOf(after));
  const shown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const output: string[] = [];
  let oldLine = 1;
  let newLine = 1;
  lines.forEach(({ mark, text }, index) => {
    if (shown[index] === true) {
      if (shown[index - 1] !== true) output.push(hunkHeader(lines, shown, index, oldLine, newLine));
      output.push(`${mark}${text}`);
    }
    if (mark !== '+') oldLine++;
    if (mark !== '-') newLine++;
  });
  return output;
}

function hunkHeader(
  lines: readonly MarkedLine[],
  shown: readonly boolean[],
  start: number,
  oldLine: number,
  newLine: number,
): string {
  let oldCount = 0;
  let newCount = 0;
  for (let index = start; shown[index] === true; index++) {
    if (lines[index]?.mark !== '+') oldCount++;
    if (lines[index]?.mark !== '-') newCount++;
  }
  return `@@ -${oldCount === 0 ? oldLine - 1 : oldLine},${oldCount} +${newCount === 0 ? newLine - 1 : newLine},${newCount} @@`;
}

/**
 * Compares two lists of lines by their longest common subsequence. Returns the lines of both in order; removed lines
 * precede added ones.
 */
export function compareLines(before: readonly string[], after: readonly string[]): MarkedLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const marked = (mark: MarkedLine['mark'], lines: readonly string[]): MarkedLine[] =>
    lines.map((text) => ({ mark, text }));
  return [
    ...marked(' ', before.slice(0, start)),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...marked(' ', before.slice(before.length - end)),
  ];
}

function compareMiddle(before: readonly string[], after: readonly string[]): MarkedLine[] {
  const width = after.length + 1;
  if (before.length * after.length > MAX_PAIRS) {
    return [
      ...before.map((text): MarkedLine => ({ mark: '-', text })),
      ...after.map((text): MarkedLine => ({ mark: '+', text })),
    ];
  }
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: MarkedLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const oldText = before[i];
    const newText = after[j];
    if (oldText !== undefined && oldText === newText) {
      lines.push({ mark: ' ', text: oldText });
      i++;
      j++;
    } else if (oldText !== undefined && (newText === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: oldText });
      i++;
    } else if (newText !== undefined) {
      lines.push({ mark: '+', text: newText });
      j++;
    }
  }
  return lines;
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}
