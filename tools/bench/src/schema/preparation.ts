import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from '../bench.ts';
import type { BenchKind } from './objects/bench-kind.ts';

/** How long preparing a definition may take, in milliseconds. */
const GOAL_MS = 150;

/** How long a process took to prepare a definition, in milliseconds. */
export interface PreparationTimes {
  /** The first time, with nothing compiled by the JavaScript engine. */
  readonly cold: number;
  /** Again, when the engine has compiled what it runs. */
  readonly warm: number;
}

/** Measures preparing definitions, each in new processes. */
export async function measurePreparations(kinds: readonly BenchKind[], runs: number): Promise<Figure[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-schema-'));
  try {
    const figures: Figure[] = [];
    for (const { name, definition } of kinds) {
      const file = path.join(folder, 'definition.json');
      writeFileSync(file, JSON.stringify(definition));
      const all: PreparationTimes[] = [];
      for (let run = -1; run < runs; run += 1) {
        const times = await prepareInProcess(file);
        if (run >= 0) all.push(times);
      }
      for (const state of ['cold', 'warm'] as const)
        figures.push({ name: `${name}, ${state}`, unit: 'ms', values: all.map((each) => each[state]), goal: GOAL_MS });
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function prepareInProcess(file: string): Promise<PreparationTimes> {
  const script = path.join(import.meta.dirname, 'prepare-definition.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@kb/source', script, file]);
  return JSON.parse(stdout);
}
