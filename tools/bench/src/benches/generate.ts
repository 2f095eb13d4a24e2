import { fileURLToPath } from 'node:url';
import type { Bench } from '../bench.ts';
import { measureProcess, type ProcessFigures } from '../measure-process.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The whole command on the sample project, as a process. */
export const generateBench: Bench = {
  name: 'generate',
  summary: 'kb generate of the sample project (1 kind), as a process, nothing to write',
  async run(runs) {
    const once = (): Promise<ProcessFigures> =>
      measureProcess(['--conditions=@kb/source', 'packages/cli/bin/kb.js', 'generate', '--check'], root);
    await once();
    const figures: ProcessFigures[] = [];
    for (let run = 0; run < runs; run += 1) figures.push(await once());
    return [
      { name: 'process', unit: 'ms', values: figures.map(({ milliseconds }) => milliseconds) },
      { name: 'peak memory', unit: 'MB', values: figures.map(({ peakMegabytes }) => peakMegabytes) },
    ];
  },
};
