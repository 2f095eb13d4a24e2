import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../bench.ts';
import { formatValue } from '../chart/format-value.ts';
import { svgChart } from '../chart/svg-chart.ts';
import { type Comparison, ratioOf } from '../comparison.ts';
import type { Machine } from '../machine.ts';
import type { RuntimeSizes } from './runtime-sizes.ts';

const folder = fileURLToPath(new URL('../../../../docs/benchmarks/', import.meta.url));

/** The conditions of a measurement. */
export interface RuntimeRecord {
  readonly runs: number;
  readonly sizes: RuntimeSizes;
  /** The API server that both operators ran on. */
  readonly server: string;
  /** The program that ours is compared with. */
  readonly other: string;
  /** The machine, with its load before the first run. */
  readonly machine: Machine;
}

/** Writes the results to docs/benchmarks: as JSON, as a chart and as a page. Returns the paths. */
export function recordRuntime(comparisons: readonly Comparison[], record: RuntimeRecord): string[] {
  mkdirSync(folder, { recursive: true });
  const files = {
    'runtime.json': `${JSON.stringify({ ...record, comparisons }, undefined, 2)}\n`,
    'runtime.svg': svgChart(`An operator beside ${record.other}`, comparisons, { ours: 'ours', other: record.other }),
    'runtime.md': pageOf(comparisons, record),
  };
  return Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  });
}

function pageOf(comparisons: readonly Comparison[], record: RuntimeRecord): string {
  const { runs, sizes, server, other, machine } = record;
  const rows = comparisons.map((comparison) => {
    const { name, unit, ours } = comparison;
    const theirs = median(comparison.other);
    return `| ${[
      name,
      formatValue(median(ours), unit),
      Number.isNaN(theirs) ? '' : formatValue(theirs, unit),
      Number.isNaN(theirs) ? '' : ratioOf(comparison).toFixed(2),
      goalOf(comparison),
    ].join(' | ')} |`;
  });
  return `# An operator beside ${other}

Written by \`npm run bench -- runtime --record\`; do not edit. ${runs} runs of each, in turn, on ${server}; medians; the ratio is the median of the ratios run by run. Both operators do the
same (\`tools/bench/src/runtime/operator\`, \`tools/controller-runtime/operator\`) with ${sizes.workers} workers; AppServices of about 1.3 KB; ${sizes.eventsPerSecond} changes a second, measured from the patch that is
sent to the reconcile that runs; memory is resident, settled after ${sizes.restSeconds} s of rest. Operator, server and load share the machine.

${machine.cores} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}; load before the first run: ${machine.load}.

![${other} and ours](runtime.svg)

| | ours | ${other} | ratio | goal |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function goalOf(comparison: Comparison): string {
  const { goal, floor } = comparison.goal ?? {};
  const ratio = ratioOf(comparison);
  const verdict = (met: boolean): string => (Number.isNaN(ratio) ? '' : met ? ', met' : ', **missed**');
  if (goal !== undefined) return `at most ${goal}${verdict(ratio <= goal)}`;
  if (floor !== undefined) return `at least ${floor}${verdict(ratio >= floor)}`;
  return '';
}
