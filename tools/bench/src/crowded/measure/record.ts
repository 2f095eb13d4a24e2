import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Machine } from '../../machine.ts';
import type { CrowdedSizes } from '../crowd/crowded-sizes.ts';
import { crowdedTables, LONGEST_WAIT_MS, markdownLines } from './crowded-table.ts';
import type { MeasuredWork } from './measured-work.ts';
import { summarizeWaits } from './waits.ts';

const folder = fileURLToPath(new URL('../../../../../docs/benchmarks/', import.meta.url));

/** The conditions of a measurement. */
export interface CrowdedRecord {
  readonly runs: number;
  readonly sizes: CrowdedSizes;
  /** The machine, with its load before the first run. */
  readonly machine: Machine;
  /** The server's peak resident memory, in MB. */
  readonly peakMemory: number;
  /** The limit of that memory, in MB. */
  readonly memoryBound: number;
}

/** Writes the results to docs/benchmarks: as JSON, with the waits summarized, and as a page. Returns the paths. */
export function recordCrowded(works: readonly MeasuredWork[], record: CrowdedRecord): string[] {
  mkdirSync(folder, { recursive: true });
  const summed = works.map(({ name, runs }) => ({
    name,
    runs: runs.map(({ waits, ...rest }) => ({ ...rest, waits: summarizeWaits(waits) })),
  }));
  const files = {
    'crowded.json': `${JSON.stringify({ ...record, works: summed }, undefined, 2)}\n`,
    'crowded.md': pageOf(works, record),
  };
  return Object.entries(files).map(([name, text]) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  });
}

function pageOf(works: readonly MeasuredWork[], record: CrowdedRecord): string {
  const { runs, sizes, machine, peakMemory, memoryBound } = record;
  const [table = [], histogram = []] = crowdedTables(works);
  const verdict = peakMemory <= memoryBound ? 'met' : '**missed**';
  return `# Small requests beside bulk work

Written by \`npm run bench -- crowded --record\`; do not edit. ${runs} runs of each work, on \`kb api-server\` with ${sizes.objects} objects of about 1 KB, ${sizes.definitions} definitions,
and ${sizes.watchers} watchers of one namespace, ${sizes.definitions} of one kind each and a few of all ConfigMaps. Meanwhile 250 small requests a second are sent; their waits are in excess
of the median on the quiet server. Goal: none above ${LONGEST_WAIT_MS} ms. Server, load, watchers and prober share the machine: "prober late" is what the machine alone adds at most.

${machine.cores} × ${machine.processor}, ${machine.memoryGb} GB, ${machine.platform}, Node ${machine.node}; load before the first run: ${machine.load}.

Resident memory of the server at its peak: ${peakMemory.toFixed(0)} MB; bound: ${memoryBound} MB, ${verdict}.

${markdownLines(table).join('\n')}

## Histograms

How many probes waited how long:

${markdownLines(histogram).join('\n')}
`;
}
