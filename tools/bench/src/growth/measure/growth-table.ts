import { exponentOf, type SizedCost } from './exponent.ts';

/** An operation in the table. */
export interface GrowthRow {
  readonly name: string;
  /** What the sizes count. */
  readonly of: string;
  /** By size, ascending. */
  readonly costs: readonly SizedCost[];
  /** Why sizes are missing. */
  readonly note?: string;
}

/** Exponents above this grow faster than their input: more than noise and a logarithm account for. */
export const STEEPEST_EXPONENT = 1.2;

const header = ['operation', 'sizes', 'CPU seconds', 'exponent', 'remark'];

/** Whether the cost of an operation grows faster than its input. */
export const isSteep = ({ costs }: GrowthRow): boolean => exponentOf(costs) > STEEPEST_EXPONENT;

/** The lines of a Markdown table, a row an operation. */
export function growthTable(rows: readonly GrowthRow[]): string[] {
  const cells = [header, ...rows.map(cellsOf)];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [line(header), line(rule), ...cells.slice(1).map(line)];
}

function cellsOf(row: GrowthRow): string[] {
  const { name, of, costs, note } = row;
  const exponent = exponentOf(costs);
  const remarks = [...(isSteep(row) ? [`ABOVE ${STEEPEST_EXPONENT}`] : []), ...(note === undefined ? [] : [note])];
  return [
    name,
    `${costs.map(({ size }) => size).join(', ')} ${of}`.trim(),
    costs.map(({ seconds }) => secondsText(seconds)).join(', '),
    Number.isNaN(exponent) ? '' : exponent.toFixed(2),
    remarks.join('; '),
  ];
}

/** Three significant digits, but no more than five decimals. */
function secondsText(seconds: number): string {
  if (seconds >= 100) return seconds.toFixed(0);
  const decimals = seconds >= 10 ? 1 : seconds >= 1 ? 2 : seconds >= 0.1 ? 3 : seconds >= 0.01 ? 4 : 5;
  return seconds.toFixed(decimals);
}
