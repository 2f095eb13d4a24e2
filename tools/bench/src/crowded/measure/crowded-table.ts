import { formatValue } from '../../chart/format-value.ts';
import { median } from '../../bench.ts';
import type { MeasuredWork, WorkRun } from './measured-work.ts';
import { boundsMs, summarizeWaits } from './waits.ts';

/** The longest that a small request may wait for bulk work of others, in milliseconds. */
export const LONGEST_WAIT_MS = 50;

/** The columns of a table of measured work. */
const columns = [
  'work',
  'took',
  'probes',
  'wait p50',
  'p99',
  'longest',
  `over ${LONGEST_WAIT_MS} ms`,
  'longest turn (CPU)',
  'answer (CPU)',
  'collection',
  'prober late',
  'memory before',
  'peak',
];

const most = (runs: readonly WorkRun[], of: (run: WorkRun) => number): number => Math.max(...runs.map(of));
const ms = (value: number): string => formatValue(value, 'ms');

/** Returns the cells of a row: medians of times; sums and extremes of waits over all runs. */
function cellsOf({ name, runs }: MeasuredWork): string[] {
  const waits = runs.flatMap((run) => run.waits);
  const { count, p50, p99, max } = summarizeWaits(waits);
  return [
    name,
    ms(median(runs.map(({ took }) => took))),
    String(count),
    ms(p50),
    ms(p99),
    ms(max),
    String(waits.filter((wait) => wait > LONGEST_WAIT_MS).length),
    `${ms(most(runs, ({ loop }) => loop.longestTurn))} (${ms(most(runs, ({ loop }) => loop.longestTurnCpu))})`,
    ms(most(runs, ({ loop }) => loop.longestAnswerCpu)),
    ms(most(runs, ({ loop }) => loop.longestCollection)),
    ms(most(runs, ({ ownDelay }) => ownDelay)),
    formatValue(median(runs.map(({ memoryBefore }) => memoryBefore)), 'MB'),
    formatValue(
      most(runs, ({ loop }) => loop.peakMemory),
      'MB',
    ),
  ];
}

/** Returns the cells of the histogram of the waits beside one work. */
function bucketsOf({ name, runs }: MeasuredWork): string[] {
  return [name, ...summarizeWaits(runs.flatMap((run) => run.waits)).buckets.map(String)];
}

const histogramColumns = ['wait in ms', ...boundsMs.map((bound) => `≤ ${bound}`), `> ${boundsMs.at(-1)}`];

/** Returns two tables, as rows of cells: time, waits and memory of each work, and the histograms of the waits. */
export function crowdedTables(works: readonly MeasuredWork[]): readonly (readonly (readonly string[])[])[] {
  return [
    [columns, ...works.map(cellsOf)],
    [histogramColumns, ...works.map(bucketsOf)],
  ];
}

/** Formats a table for a terminal: the first column is aligned left, numbers right. */
export function alignedLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

/** Formats a table as Markdown. */
export function markdownLines([head = [], ...rows]: readonly (readonly string[])[]): string[] {
  return [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  );
}
