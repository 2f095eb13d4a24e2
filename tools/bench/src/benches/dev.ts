import { createRequire } from 'node:module';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Figure } from '../bench.ts';
import { type DevProject, kbArguments, makeDevProject } from '../dev/dev-project.ts';
import { type WatchedProgram, watchProgram } from '../dev/watched-program.ts';

/** The longest from a save to the first reconcile of the new code, in milliseconds. */
const GOAL_MS = 400;
/** Saves in one run. */
const SAVES = 10;
/** Between two saves, in milliseconds: a person looks at the result, and the next operator gets ready. */
const PAUSE = 3000;

/** Measures how long a developer waits for the effect of a save. */
export const devBench: Bench = {
  name: 'dev',
  summary: `a save until the first reconcile of the new code, under kb dev and under tsx watch; ${SAVES} saves a run`,
  async run(runs) {
    const project = makeDevProject();
    try {
      project.saveController('code-0');
      const dev = watchProgram([...kbArguments, 'dev', '--json'], { cwd: project.folder });
      const [kb, types, tsx]: [number[], number[], number[]] = [[], [], []];
      try {
        await dev.line('code-0');
        await saves(dev, project, runs, kb);
        for (let save = 0; save < runs * SAVES; save += 1) {
          await sleep(PAUSE);
          const began = performance.now();
          project.saveType(`field${save}`);
          await dev.line('"event":"crd-applied"');
          types.push(performance.now() - began);
        }
        await measureTsx(project, runs, tsx);
      } finally {
        await dev.stop();
      }
      return [
        ...figuresOf('controller saved → first reconcile, kb dev', kb, GOAL_MS),
        ...figuresOf('controller saved → first reconcile, tsx watch', tsx),
        ...figuresOf('type saved → CRD served, kb dev', types),
      ];
    } finally {
      project.remove();
    }
  },
};

/** Measures tsx with the same operator, on the same server; the operator of kb dev runs beside, at rest. */
async function measureTsx(project: DevProject, runs: number, into: number[]): Promise<void> {
  project.saveController('tsx-0');
  const cli = createRequire(import.meta.url).resolve('tsx/cli');
  const main = path.join(project.folder, 'packages/controller/src/main.ts');
  const env = { KUBECONFIG: path.join(project.folder, '.kb/kubeconfig'), LOG_FORMAT: 'text' };
  const program = watchProgram([cli, 'watch', '--conditions=@kb/source', main], { cwd: project.folder, env });
  try {
    await program.line('tsx-0');
    await saves(program, project, runs, into);
  } finally {
    await program.stop();
  }
}

/** Saves the controller again and again, and measures until its new code says that it reconciles. */
async function saves(program: WatchedProgram, project: DevProject, runs: number, into: number[]): Promise<void> {
  for (let save = 0; save < runs * SAVES; save += 1) {
    await sleep(PAUSE);
    const text = `saved-${into.length}-${Math.round(performance.now())}`;
    const began = performance.now();
    project.saveController(text);
    await program.line(text);
    into.push(performance.now() - began);
  }
}

/** The median with the extremes, and the 95th percentile. */
function figuresOf(name: string, values: readonly number[], goal?: number): Figure[] {
  const sorted = values.toSorted((a, b) => a - b);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
  return [
    { name, unit: 'ms', values, ...(goal !== undefined && { goal }) },
    { name: `${name}, 95 % within`, unit: 'ms', values: [p95] },
  ];
}
