import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildGo } from '../build-go.ts';
import { endWithThisProcess } from '../processes.ts';
import { repositoryRoot } from '../targets/repository.ts';

const source = join(repositoryRoot, 'tools/controller-gen');

/** The output of controller-gen for one model. */
export interface ControllerGenAnswer {
  /** File name to text. */
  readonly files: ReadonlyMap<string, string>;
  /** With errors, these are the files that it writes nevertheless. */
  readonly errors: readonly string[];
  /** Files whose content differs from run to run. */
  readonly unstable: ReadonlySet<string>;
}

/** Sources in Go: file name, relative to the model's own folder, to text. Imports of each other begin with `model/`. */
export type GoSources = ReadonlyMap<string, string>;

/** The oracle: controller-tools itself. */
export interface ControllerGen {
  /** Returns its output for each model. Many models share a run: loading their imports takes most of the time. */
  generate(models: readonly GoSources[]): Promise<ControllerGenAnswer[]>;
  /** Runs it on packages of a module: its own, or one in another folder. Throws with its output when it fails. */
  run(args: readonly string[], cwd?: string): Promise<string>;
  /** Removes its temporary files. */
  close(): void;
}

// It compares all roots of a run with all packages below them.
const BATCH_SIZE = 100;

/** Builds the oracle, or returns the reason why it cannot be built. Its module file has the release. */
export function buildControllerGen(modules = 'go.mod'): ControllerGen | { readonly reason: string } {
  const folder = mkdtempSync(join(tmpdir(), 'kb-controller-gen-'));
  const binary = join(folder, 'controller-gen');
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const problem = buildGo([`-modfile=${modules}`, '-o', binary, '.'], source);
  if (problem !== undefined) {
    close();
    return { reason: problem };
  }
  // Models are packages of a module like the oracle's own, outside of the repository.
  copyFileSync(join(source, modules), join(folder, 'go.mod'));
  copyFileSync(join(source, modules.replace('.mod', '.sum')), join(folder, 'go.sum'));
  return {
    async generate(models) {
      const answers: ControllerGenAnswer[] = [];
      for (let start = 0; start < models.length; start += BATCH_SIZE) {
        const end = Math.min(start + BATCH_SIZE, models.length);
        answers.push(...(await generateBatch(binary, folder, models.slice(start, end))));
      }
      return answers;
    },
    run: (args, cwd = source) => runBinary(binary, cwd, args),
    close,
  };
}

async function generateBatch(
  binary: string,
  folder: string,
  models: readonly GoSources[],
): Promise<ControllerGenAnswer[]> {
  const names = models.map((_, index) => `models/m${index}`);
  for (const [index, sources] of models.entries()) {
    for (const [file, text] of sources) {
      const name = names[index] ?? '';
      const path = join(folder, name, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text.replaceAll('"model/', `"kb/tools/controller-gen/${name}/`));
    }
  }
  const output = await runBinary(binary, folder, ['models', ...names]);
  rmSync(join(folder, 'models'), { recursive: true });
  return output.trimEnd().split('\n').map(answerOf);
}

function answerOf(line: string): ControllerGenAnswer {
  const { files, errors, unstable } = JSON.parse(line) as {
    files: Record<string, string>;
    errors: string[];
    unstable: string[];
  };
  return { files: new Map(Object.entries(files)), errors, unstable: new Set(unstable) };
}

async function runBinary(binary: string, cwd: string, args: readonly string[]): Promise<string> {
  // It allocates many short-lived objects: this trades memory for time.
  const env = { ...process.env, GOGC: '400' };
  const running = promisify(execFile)(binary, [...args], { cwd, env, encoding: 'utf8', maxBuffer: 2 ** 30 });
  endWithThisProcess(running.child);
  return (await running).stdout;
}
