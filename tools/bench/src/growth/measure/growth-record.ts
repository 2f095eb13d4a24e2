import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../../machine.ts';
import { exponentOf } from './exponent.ts';
import { growthTable, type GrowthRow, isSteep, STEEPEST_EXPONENT } from './growth-table.ts';

const folder = fileURLToPath(new URL('../../../../../docs/benchmarks/', import.meta.url));

/** The contents of `growth.json`. */
export interface GrowthRecord {
  /** The maximum number of runs per size, in the last recording. */
  readonly runs: number;
  /** The machine, with its load before the last recording. */
  readonly machine: Machine;
  readonly rows: readonly GrowthRow[];
}

/**
 * Adds the rows of a recording to an earlier one: a recording may measure some of the operations. Rows are in the order
 * of `names`; operations that no longer exist are left out.
 */
export function mergeRecords(
  earlier: GrowthRecord | undefined,
  record: GrowthRecord,
  names: readonly string[],
): GrowthRecord {
  const rows = new Map([...(earlier?.rows ?? []), ...record.rows].map((row) => [row.name, row]));
  return { ...record, rows: names.flatMap((name) => rows.get(name) ?? []) };
}

/** Adds the rows to the results in docs/benchmarks, as JSON and as a page. Returns the paths. */
export function recordGrowth(record: GrowthRecord, names: readonly string[]): string[] {
  mkdirSync(folder, { recursive: true });
  const json = path.join(folder, 'growth.json');
  const earlier: GrowthRecord | undefined = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : undefined;
  const merged = mergeRecords(earlier, record, names);
  const page = path.join(folder, 'growth.md');
  writeFileSync(json, `${JSON.stringify(merged, undefined, 2)}\n`);
  writeFileSync(page, growthPage(merged));
  return [json, page];
}

/** Returns the page of a record. */
export function growthPage({ runs, machine, rows }: GrowthRecord): string {
  const exponents = rows.map(({ costs }) => exponentOf(costs)).filter((exponent) => !Number.isNaN(exponent));
  return `# Growth of costs

Written by \`npm run bench -- growth --record\`; do not edit. CPU seconds of each operation on collections of n, 2n, 4n and 8n elements, medians of up to ${runs} runs,
each size in a separate process, and the exponent of their growth: 1 is linear, 2 quadratic. Goal: at most ${STEEPEST_EXPONENT}.

${machine.cores} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}; load before the last part: ${machine.load}.

${rows.filter(isSteep).length} of ${rows.length} operations are above ${STEEPEST_EXPONENT}; the highest exponent is ${Math.max(0, ...exponents).toFixed(2)}.

${growthTable(rows).join('\n')}
`;
}
