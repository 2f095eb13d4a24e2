import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Figure } from '../bench.ts';
import { type Consumer, writeConsumer } from '../types/consumers.ts';
import { type ApiForm, installApi } from '../types/install-api.ts';
import { installKb } from '../types/install-kb.ts';
import { type CompilerFigures, runCompiler } from '../types/run-compiler.ts';

const KINDS = 50;

/**
 * What the program is type-checked against: nothing, kb's client and Deployments, or these and an API, as published
 * packages or as sources.
 */
const measured: readonly { readonly name: string; readonly consumer: Consumer; readonly form: ApiForm }[] = [
  { name: 'empty', consumer: 'empty', form: 'declarations' },
  { name: 'no API', consumer: 'builtIn', form: 'declarations' },
  { name: 'published', consumer: 'api', form: 'declarations' },
  { name: 'workspace', consumer: 'api', form: 'sources' },
];

/** Measures what the declarations of an API and its client add to the type-check of a program that uses a few kinds. */
export const typesBench: Bench = {
  name: 'types',
  summary: `tsc --noEmit of a program that uses a few kinds of an API of ${KINDS}, published or in its workspace; goal: 2 s`,
  async run(runs) {
    const root = mkdtempSync(join(tmpdir(), 'kb-types-'));
    try {
      const roots = new Map<ApiForm, string>();
      for (const form of ['declarations', 'sources'] as const) {
        const folder = join(root, form);
        roots.set(form, folder);
        await installKb(folder);
        await installApi(folder, KINDS, form);
      }
      const figures: Figure[] = [];
      for (const { name, consumer, form } of measured) {
        const folder = writeConsumer(roots.get(form) ?? root, consumer);
        const all = await repeat(runs, () => runCompiler(['-p', folder]));
        figures.push({ name, unit: 'ms', values: all.map(({ milliseconds }) => milliseconds) });
        figures.push({ name: `${name}, memory`, unit: 'MB', values: all.map(({ megabytes }) => megabytes) });
      }
      return figures;
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
};

/** Measures `runs` times, after one run that only warms the disk cache. */
async function repeat(runs: number, once: () => Promise<CompilerFigures>): Promise<CompilerFigures[]> {
  await once();
  const all: CompilerFigures[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await once());
  return all;
}
