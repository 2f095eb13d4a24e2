import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { measureOperation } from '../growth/measure/growth-measurement.ts';
import { recordGrowth } from '../growth/measure/growth-record.ts';
import { growthOperations } from '../growth/growth-operations.ts';
import { growthTable, type GrowthRow, isSteep, STEEPEST_EXPONENT } from '../growth/measure/growth-table.ts';
import { describeMachine } from '../machine.ts';

/** The sizes of an operation, as multiples of its smallest. */
const multiples = [1, 2, 4, 8];

/** Measures how the CPU time of each operation on a collection grows with the collection. Prints its own table. */
export const growthBench: Bench = {
  name: 'growth',
  summary: `CPU seconds at n, 2n, 4n and 8n of every operation that takes a collection, and the exponent of their growth; above ${STEEPEST_EXPONENT} is marked`,
  async run(runs, { only, sizes, record }) {
    const machine = describeMachine();
    const wanted = growthOperations.filter(({ name }) => only === undefined || name.includes(only));
    if (wanted.length === 0) throw new Error(`no operation has "${only}" in its name`);
    const names = growthOperations.map(({ name }) => name);
    const compileCache = mkdtempSync(path.join(tmpdir(), 'kb-bench-'));
    const rows: GrowthRow[] = [];
    try {
      for (const operation of wanted) {
        const row = await measureOperation(
          operation,
          sizes?.toSorted((a, b) => a - b) ?? multiples.map((by) => by * operation.size),
          { runs, compileCache },
        );
        rows.push(row);
        // Print and record each row at once, so that an interrupted run keeps its results.
        if (record) recordGrowth({ runs, machine, rows: [row] }, names);
        console.log(`  ${rows.length}/${wanted.length} ${growthTable([row]).at(-1)}`);
      }
    } finally {
      rmSync(compileCache, { recursive: true, force: true });
    }
    console.log(`\n${growthTable(rows).join('\n')}`);
    console.log(`\n${rows.filter(isSteep).length} of ${rows.length} grow faster than their input`);
    return [];
  },
};
