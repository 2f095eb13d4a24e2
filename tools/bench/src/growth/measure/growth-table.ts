import { exponentOf, type SizedCost } from './exponent.ts';

/** A row of the table: one operation. */
export interface GrowthRow {
  readonly name: string;
  /** The unit of the sizes. */
  readonly of: string;
  /** Costs by ascending size. */
  readonly costs: readonly SizedCost[];
  /** Why sizes are missing. */
  readonly note?: string;
  /** Why the exponent may be above the limit. */
  readonly reason?: string;
}

/** An exponent above this means superlinear growth: noise and logarithmic factors stay below. */
export const STEEPEST_EXPONENT = 1.2;

const header = ['operation', 'sizes', 'CPU seconds', 'exponent', 'remark'];

/** Whether the cost of an operation grows faster than its input. */
export const isSteep = ({ costs }: GrowthRow): boolean => exponentOf(costs) > STEEPEST_EXPONENT;

/** Returns the lines of a Markdown table, one row per operation. */
export function growthTable(rows: readonly GrowthRow[]): string[] {
  const cells = [header, ...rows.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(header), line(rule), ...cells.slice(1).map(line)];
}

function cellsOf(row: GrowthRow): string[] {
  const { name, of, costs, note, reason } = row;
  const exponent = exponentOf(costs);
  const remarks = [
    ...(isSteep(row) ? [reason ?? `ABOVE ${STEEPEST_EXPONENT}`] : []),
    ...(note === undefined ? [] : [note]),
  ];
  return [
    name,
    `${costs.map(({ size }) => size).join(', ')} ${of}`.trim(),
    costs.map(({ seconds }) => secondsText(seconds)).join(', '),
    Number.isNaN(exponent) ? '' : exponent.toFixed(2),
    remarks.join('; '),
  ];
}

/** Formats seconds with three significant digits, but at most five decimals. */
function secondsText(seconds: number): string {
  if (seconds >= 100) return seconds.toFixed(0);
  const decimals = seconds >= 10 ? 1 : seconds >= 1 ? 2 : seconds >= 0.1 ? 3 : seconds >= 0.01 ? 4 : 5;
  return seconds.toFixed(decimals);
}
