import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bench, Figure } from '../bench.ts';
import { type Crowd, startCrowd } from '../crowded/crowd/crowd.ts';
import { type CrowdedSizes, crowdedSizes } from '../crowded/crowd/crowded-sizes.ts';
import { alignedLines, crowdedTables, LONGEST_WAIT_MS } from '../crowded/measure/crowded-table.ts';
import { measureQuiet, measureWork } from '../crowded/measure/measure-work.ts';
import type { MeasuredWork, WorkRun } from '../crowded/measure/measured-work.ts';
import { recordCrowded } from '../crowded/measure/record.ts';
import type { BulkWork } from '../crowded/work/bulk-work.ts';
import { deletions } from '../crowded/work/deletions.ts';
import { documents } from '../crowded/work/documents.ts';
import { hostileWork } from '../crowded/work/hostile.ts';
import { lists } from '../crowded/work/lists.ts';
import { watches } from '../crowded/work/watches.ts';
import { writes } from '../crowded/work/writes.ts';
import { describeMachine } from '../machine.ts';
import { installPackedKb } from '../packed-kb.ts';

/** All bulk work, in the order in which it is done. */
const allBulkWork: readonly BulkWork[] = [...lists, ...watches, ...writes, ...documents, ...hostileWork, ...deletions];

/** The limit of the server's memory, in MB: a base, and an amount per object. */
const memoryBoundMb = { base: 500, perObject: 0.01 };

/**
 * Measures how long small requests wait while the embedded API server, holding many objects and watches, does bulk work
 * of each kind. Prints its own tables.
 */
export const crowdedBench: Bench = {
  name: 'crowded',
  summary:
    'how long small requests wait while the embedded API server with 200,000 objects, 500 definitions and 2,000 watchers does bulk work',
  async run(runs, options) {
    const wanted = allBulkWork.filter(({ name }) => options.only === undefined || name.includes(options.only));
    if (wanted.length === 0) throw new Error(`no bulk work has "${options.only}" in its name`);
    const sizes = crowdedSizes(options.objects?.[0]);
    const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-crowded-'));
    try {
      const machine = describeMachine();
      const launcher = options.kb ?? (await installPackedKb(folder));
      const works = await measureOn(launcher, { sizes, wanted, runs });
      const peakMemory = Math.max(...works.flatMap((work) => work.runs.map(({ loop }) => loop.peakMemory)));
      const memoryBound = Math.round(memoryBoundMb.base + memoryBoundMb.perObject * sizes.objects);
      for (const table of crowdedTables(works)) console.log(`\n${alignedLines(table).join('\n')}`);
      console.log('');
      if (options.record) {
        for (const file of recordCrowded(works, { runs, sizes, machine, peakMemory, memoryBound }))
          console.log(`  ${file}`);
      }
      const memory: Figure = { name: 'memory, peak', unit: 'MB', values: [peakMemory], goal: memoryBound };
      return [...works.map(longestWait), memory];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measureOn(
  launcher: string,
  {
    sizes,
    wanted,
    runs,
  }: { readonly sizes: CrowdedSizes; readonly wanted: readonly BulkWork[]; readonly runs: number },
): Promise<MeasuredWork[]> {
  const began = performance.now();
  const crowd = await startCrowd(launcher, sizes);
  try {
    console.error(`  filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    return await measureAll(crowd, wanted, runs);
  } finally {
    await crowd.stop();
  }
}

async function measureAll(crowd: Crowd, wanted: readonly BulkWork[], runs: number): Promise<MeasuredWork[]> {
  const { baseline, run } = await measureQuiet(crowd);
  const works: MeasuredWork[] = [{ name: 'nothing', runs: [run] }];
  for (const work of wanted) {
    const measured: WorkRun[] = [];
    for (let count = 0; count < runs; count += 1) measured.push(await measureWork(crowd, work, baseline));
    const row: MeasuredWork = { name: work.name, runs: measured };
    works.push(row);
    // Print each row at once, so that an interrupted run keeps its results.
    const [[, cells = []] = []] = crowdedTables([row]);
    console.log(`  ${works.length - 1}/${wanted.length} ${cells.join('  ')}`);
  }
  return works;
}

function longestWait({ name, runs }: MeasuredWork): Figure {
  const values = runs.map(({ waits }) => Math.max(0, ...waits));
  return { name: `longest wait: ${name}`, unit: 'ms', values, ...(name !== 'nothing' && { goal: LONGEST_WAIT_MS }) };
}
