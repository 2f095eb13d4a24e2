import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Bench, Figure } from '../bench.ts';
import { median } from '../bench.ts';
import { compareManifests } from '../generate/compare-manifests.ts';
import { buildControllerGen, type ControllerGen } from '../generate/controller-gen.ts';
import { makeApi } from '../generate/make-api.ts';
import { installPackedKb } from '../packed-kb.ts';
import { printGo } from '../generate/print-go.ts';
import { printTypeScript } from '../generate/print-typescript.ts';
import { type Command, peakOf, timeOf } from '../process-tree.ts';

const sizes = [5, 50, 500];
const repository = path.join(import.meta.dirname, '../../../..');

/** Goals for the medians: shares of controller-gen's time, milliseconds, MB, and growth. */
const goals = { cold: 0.4, unchanged: 0.05, unchangedTime: 150, memory: 300, growth: 1.5 };

/** Compares kb with controller-gen on the same APIs, written in TypeScript and in Go. */
export const generateBench: Bench = {
  name: 'generate',
  summary:
    'kb generate and controller-gen (object crd rbac webhook) on the same APIs of several sizes, as processes, one after the other. Cold: without generated files and caches of their own; ' +
    "compilers' caches are warm on both sides",
  async run(runs, options) {
    const folder = mkdtempSync(path.join(tmpdir(), 'kb-bench-'));
    try {
      const launcher = options.kb ?? (await installPackedKb(path.join(folder, 'kb')));
      const go = await controllerGenOrNothing(path.join(folder, 'go'));
      const figures: Figure[] = [];
      const cold = new Map<number, number>();
      for (const kinds of options.kinds ?? sizes) {
        const measured = await measure(kinds, path.join(folder, String(kinds)), launcher, go, runs);
        cold.set(kinds, median(measured.find(({ name }) => name === `${kinds} kinds: cold, kb`)?.values ?? []));
        figures.push(...measured);
      }
      return [...figures, ...growthOf(cold)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function controllerGenOrNothing(folder: string): Promise<ControllerGen | undefined> {
  try {
    return await buildControllerGen(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    console.warn(`  SKIPPED: only kb is measured, because controller-gen could not be built: ${why}`);
    return undefined;
  }
}

/** A generator with its command and working folder. */
interface Contender {
  readonly name: string;
  readonly command: Command;
  /** Removes generated files and caches, so that the next run is cold. */
  readonly reset: () => void;
}

async function measure(
  kinds: number,
  folder: string,
  launcher: string,
  go: ControllerGen | undefined,
  runs: number,
): Promise<Figure[]> {
  const api = makeApi(kinds);
  const contenders: Contender[] = [];
  const addKb = (name: string, program: string, args: readonly string[]): void => {
    const cwd = path.join(folder, name);
    writeFiles(cwd, printTypeScript(api));
    // An installed project has its packages here, and kb its cache.
    mkdirSync(path.join(cwd, 'node_modules'));
    const reset = (): void => remove(cwd, 'config', 'packages/client/src', 'node_modules/.cache');
    contenders.push({ name, command: { program, args: [...args, 'generate'], cwd }, reset });
  };
  const source = path.join(repository, 'packages/cli/bin/kb.js');
  addKb('kb', process.execPath, [launcher]);
  if (process.env['KB_SYSTEM_NODE'] !== undefined) addKb('kb, system Node', process.env['KB_SYSTEM_NODE'], [launcher]);
  addKb('kb, sources', process.execPath, ['--conditions=@kb/source', source]);
  if (go !== undefined) {
    const cwd = path.join(folder, 'go');
    go.makeModule(cwd);
    writeFiles(cwd, printGo(api));
    const reset = (): void => remove(cwd, 'config', ...api.packages.map(deepCopyFile));
    contenders.push({ name: 'controller-gen', command: go.generateIn(cwd), reset });
  }

  const times = new Map<string, number[]>();
  for (let run = -1; run < runs; run += 1) {
    const note = (what: string, time: number): void => {
      if (run >= 0) times.set(what, [...(times.get(what) ?? []), time]);
    };
    for (const { name, command, reset } of contenders) {
      reset();
      note(`cold, ${name}`, await timeOf(command));
      if (name.startsWith('kb')) note(`unchanged, first time, ${name}`, await timeOf(command));
    }
    for (const { name, command } of contenders) note(`unchanged, ${name}`, await timeOf(command));
  }
  if (go !== undefined) {
    const differences = compareManifests(path.join(folder, 'kb/config'), path.join(folder, 'go/config'));
    if (differences.length > 0) {
      throw new Error(`${kinds} kinds: kb and controller-gen generate different manifests:\n${differences.join('\n')}`);
    }
  }
  const figures: Figure[] = [];
  const add = (name: string, unit: Figure['unit'], values: readonly number[], goal?: number): void => {
    figures.push({ name: `${kinds} kinds: ${name}`, unit, values, ...(goal !== undefined && { goal }) });
  };
  for (const [name, values] of times)
    add(name, 'ms', values, name === 'unchanged, kb' ? goals.unchangedTime : undefined);
  for (const what of ['cold', 'unchanged'] as const) {
    const theirs = times.get(`${what}, controller-gen`) ?? [];
    for (const { name } of contenders) {
      if (theirs.length === 0 || !name.startsWith('kb')) continue;
      const ratios = (times.get(`${what}, ${name}`) ?? []).map((time, run) => time / (theirs[run] ?? Number.NaN));
      add(`${what}, ${name} : controller-gen`, 'x', ratios, name === 'kb' ? goals[what] : undefined);
    }
  }
  for (const { name, command, reset } of contenders) {
    const peaks: number[] = [];
    for (let run = 0; run < Math.min(runs, 3); run += 1) {
      reset();
      peaks.push(await peakOf(command));
    }
    add(`cold, memory of ${name}`, 'MB', peaks, name === 'kb' ? goals.memory : undefined);
  }
  return figures;
}

function deepCopyFile({ group, version }: { readonly group: string; readonly version: string }): string {
  return `api/${group}/${version}/zz_generated.deepcopy.go`;
}

/**
 * The time of one more kind in a large API, divided by that in a small one: 1 if time is linear in the number of kinds.
 */
function growthOf(cold: ReadonlyMap<number, number>): Figure[] {
  const [few, some, many] = [...cold];
  if (few === undefined || some === undefined || many === undefined) return [];
  const perKind = ([a, timeOfA]: [number, number], [b, timeOfB]: [number, number]): number =>
    (timeOfB - timeOfA) / (b - a);
  const values = [perKind(some, many) / perKind(few, some)];
  return [{ name: 'time of one more kind, many : few', unit: 'x', values, goal: goals.growth }];
}

/** Writes files, given by relative path, into a folder. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Removes files and folders. */
function remove(folder: string, ...names: readonly string[]): void {
  for (const name of names) rmSync(path.join(folder, name), { recursive: true, force: true });
}
