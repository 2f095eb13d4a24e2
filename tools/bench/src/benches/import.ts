import { existsSync } from 'node:fs';
import { corpusDefinitions } from '../../../conformance/src/import/definitions/definition-files.ts';
import { roundTripExceptions } from '../../../conformance/src/import/round-trip/round-trip-suites.ts';
import type { Bench, Figure } from '../bench.ts';
import { median } from '../bench.ts';
import { type ImportMeasurement, measureImport } from '../import/import-measurement.ts';

/** Goals for the medians: seconds in total, peak memory in MB, and seconds for one file. */
const goals = { total: 60, memory: 1000, file: 3 };

/** How many of the slowest files are listed by name. */
const NAMED = 5;

/** Measures importing real CRDs, generating them again, and comparing. */
export const importBench: Bench = {
  name: 'import',
  summary:
    'every CRD of the corpus imported, generated again and compared, in a separate process: each file on its own, then all into one folder',
  async run(runs) {
    if (!existsSync(corpusDefinitions)) {
      console.warn('  SKIPPED: there is no corpus of real CRDs beside the project');
      return [];
    }
    const each = await repeat(runs, 'each');
    const all = await repeat(runs, 'all');
    return [...figuresOf('each file for itself', each), ...slowestOf(each), ...figuresOf('all into one folder', all)];
  },
};

/**
 * Measures `runs` times, after one run that only warms the disk cache. Throws if a CRD is not reproduced: the time of a
 * wrong result means nothing.
 */
async function repeat(runs: number, how: 'each' | 'all'): Promise<ImportMeasurement[]> {
  const all: ImportMeasurement[] = [];
  for (let run = -1; run < runs; run += 1) {
    const measured = await measureImport(how, corpusDefinitions);
    const wrong = measured.problems.filter(({ name }) => !roundTripExceptions.has(name));
    if (wrong.length > 0)
      throw new Error(wrong.map(({ name, problem }) => `${name} is not reproduced: ${problem}`).join('\n'));
    if (run >= 0) all.push(measured);
  }
  return all;
}

function figuresOf(name: string, all: readonly ImportMeasurement[]): Figure[] {
  return [
    { name, unit: 's', values: all.map(({ milliseconds }) => milliseconds / 1000), goal: goals.total },
    { name: `${name}, memory`, unit: 'MB', values: all.map(({ megabytes }) => megabytes), goal: goals.memory },
  ];
}

/** Returns the figures of the slowest files. */
function slowestOf(all: readonly ImportMeasurement[]): Figure[] {
  const times = Map.groupBy(
    all.flatMap(({ files }) => files),
    ({ name }) => name,
  );
  return [...times]
    .map(([name, files]) => ({ name, values: files.map(({ milliseconds }) => milliseconds / 1000) }))
    .toSorted((a, b) => median(b.values) - median(a.values))
    .slice(0, NAMED)
    .map(({ name, values }) => ({ name, unit: 's', values, goal: goals.file }));
}
