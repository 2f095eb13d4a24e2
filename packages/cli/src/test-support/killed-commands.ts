import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type TestFolder, testFolder } from './run-kb.ts';

/** Options of kills and rounds. */
export interface Watching {
  /** Returns numbers between 0 and 1. */
  readonly random: () => number;
  /** Called with a line about each kill or round. */
  readonly onLine?: (line: string) => void;
}

const createCart = ['create', 'api', '--group', 'shop', '--kind', 'Cart'];
const MINE = '// A line of a person.\n';

/**
 * Kills `kb create api`, each time in a separate process and in a new project with a kind and lines of a person: at
 * random steps of its writing, a quarter at random times. Resolves with the outcomes of the next command, counted.
 * Throws an Error if the project is neither unchanged nor complete after that command.
 */
export async function killCreateApi(kills: number, { random, onLine }: Watching): Promise<Record<string, number>> {
  using folder = testFolder();
  const start = async (): Promise<void> => {
    await kb(folder, 'init', '--domain', 'example.com');
    await kb(folder, 'create', 'api', '--group', 'shop', '--kind', 'Shop');
    folder.edit('packages/controller/src/controllers.ts', '/** The', `${MINE}/** The`);
  };
  await start();
  const base = `${folder.path}-base`;
  cpSync(folder.path, base, { recursive: true });
  const before = folder.snapshot();
  const began = performance.now();
  const steps = Number(/steps: (\d+)/.exec((await dying(folder.path, -1, createCart)).out)?.[1]);
  const duration = performance.now() - began;
  await kb(folder, 'generate', '--check');
  const after = folder.snapshot();
  if (!(steps > 0) || isDeepStrictEqual(before, after)) throw new Error('kb create api wrote nothing');

  const outcomes: Record<string, number> = {};
  for (let kill = 0; kill < kills; kill++) {
    rmSync(folder.path, { recursive: true });
    cpSync(base, folder.path, { recursive: true });
    const timed = kill % 4 === 3;
    const step = timed ? -1 : Math.floor(random() * steps);
    const time = timed ? random() * duration : undefined;
    await dying(folder.path, step, createCart, time);
    const left = isDeepStrictEqual(folder.snapshot(), before) ? 'nothing' : 'something';
    const { out, err } = await kb(folder, 'generate');
    const now = folder.snapshot();
    const state = isDeepStrictEqual(now, before) ? 'before' : isDeepStrictEqual(now, after) ? 'whole' : undefined;
    const what = `killed ${timed ? `after ${Math.round(time ?? 0)} ms` : `at step ${step} of ${steps}`}`;
    if (state === undefined)
      throw new Error(`${what}: neither as before nor whole\n${out}${err}${differences(now, before, after)}`);
    const check = await folder.kb('generate', '--check');
    if (check.code !== 0) throw new Error(`${what}: generate --check fails after it\n${check.err}`);
    const outcome = `${left} was written, the next command left it ${state}`;
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    onLine?.(`${kill + 1} of ${kills}: ${what}: ${outcome}`);
  }
  rmSync(base, { recursive: true });
  return outcomes;
}

/**
 * Runs `kb create api` for three kinds at once, each in a separate process, in rounds. Throws an Error if one fails, or
 * if a kind or a person's line is lost.
 */
export async function createThreeAtOnce(rounds: number, { random, onLine }: Watching): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    using folder = testFolder();
    await kb(folder, 'init', '--domain', 'example.com');
    folder.edit('packages/controller/src/controllers.ts', '/** The', `${MINE}/** The`);
    const kinds = ['Cart', 'Shop', 'Zoo'];
    const runs = await Promise.all(
      kinds.map(async (kind) => {
        await new Promise((resolve) => setTimeout(resolve, random() * 300));
        return dying(folder.path, -1, ['create', 'api', '--group', 'shop', '--kind', kind]);
      }),
    );
    const failed = runs.filter(({ code }) => code !== 0);
    if (failed.length > 0) throw new Error(`round ${round + 1}: ${failed.map(({ err }) => err).join('\n')}`);
    const lists: readonly (readonly [file: string, text: (kind: string) => string])[] = [
      ['PROJECT', (kind) => `  kind: ${kind}\n`],
      ['packages/controller/src/controllers.ts', (kind) => `${kind.toLowerCase()}Controller,`],
      ['packages/controller/src/controllers.ts', () => MINE],
      ['config/crd/kustomization.yaml', (kind) => `- bases/shop.example.com_${kind.toLowerCase()}`],
      ['config/samples/kustomization.yaml', (kind) => `- shop_v1alpha1_${kind.toLowerCase()}.yaml`],
      ['packages/api/src/shop/v1alpha1/index.ts', (kind) => `./${kind.toLowerCase()}.types.ts`],
    ];
    for (const [file, text] of lists) {
      const content = folder.read(file).replaceAll(']', ',');
      const lost = kinds.filter((kind) => !content.includes(text(kind)));
      if (lost.length > 0) throw new Error(`round ${round + 1}: ${file} has lost ${lost.join(' and ')}\n${content}`);
    }
    await kb(folder, 'generate', '--check');
    const waited = runs.filter(({ err }) => err.includes('Waiting for "kb create api')).length;
    onLine?.(`round ${round + 1} of ${rounds}: three kinds, ${waited} waited`);
  }
}

async function kb(folder: TestFolder, ...words: string[]): Promise<{ readonly out: string; readonly err: string }> {
  const { code, out, err } = await folder.kb(...words);
  if (code !== 0) throw new Error(`kb ${words.join(' ')} failed: ${err}${out}`);
  return { out, err };
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs kb in a process that dies at a step of its writing, or is killed after a time in milliseconds; with -1 and no
 * time it survives.
 */
async function dying(cwd: string, step: number, words: readonly string[], time?: number): Promise<Ended> {
  const program = path.join(import.meta.dirname, 'kb-that-dies.ts');
  const child = spawn(process.execPath, ['--conditions=@kb/source', program, String(step), ...words], { cwd });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  const timer = time === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), time);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
  return { code, out, err };
}

function differences(
  now: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string {
  const files = [...new Set([...Object.keys(now), ...Object.keys(after)])];
  return files
    .filter((file) => before[file] !== after[file] || now[file] !== after[file])
    .map(
      (file) => `${file}: ${now[file] === before[file] ? 'before' : now[file] === after[file] ? 'after' : 'other'}\n`,
    )
    .join('');
}
