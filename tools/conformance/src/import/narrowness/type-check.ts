import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endWithThisProcess } from '../../processes.ts';
import { repositoryRoot } from '../../targets/repository.ts';

/** A source to type-check. */
export interface SourceFile {
  /** Relative to the folder that the compiler runs in, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** An error of the compiler. */
export interface TypeError {
  /** Relative to the folder, with `/`. Empty: it is about no file. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/**
 * Runs TypeScript's compiler, as strict as it can be, on files of a folder, which may import each other and the
 * packages of this repository. `more` are written for the run, and removed afterwards. Errors are unordered.
 */
export async function typeCheck(
  folder: string,
  files: readonly string[],
  more: readonly SourceFile[] = [],
): Promise<TypeError[]> {
  const configuration = path.join(folder, 'tsconfig.json');
  const all = [...files, ...more.map(({ name }) => name)];
  const written = [
    configuration,
    path.join(folder, 'package.json'),
    ...more.map(({ name }) => path.join(folder, name)),
  ];
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(configuration, JSON.stringify({ ...compilerOptions(), files: all }));
  for (const { name, text } of more) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  try {
    return readErrors(await runCompiler(folder));
  } finally {
    for (const file of written) rmSync(file, { force: true });
  }
}

function compilerOptions(): object {
  const sources = (file: string): string[] => [path.join(repositoryRoot, file)];
  return {
    extends: path.join(repositoryRoot, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      // As in a scaffolded project: the sources of this repository's packages use only what every runtime has.
      types: ['node'],
      typeRoots: sources('node_modules/@types'),
      exactOptionalPropertyTypes: true,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      paths: {
        '@kb/apimachinery': sources('packages/apimachinery/src/index.ts'),
        '@kb/kubernetes/*': sources('packages/kubernetes/src/*.ts'),
        '@kubernetes/client-node': sources('node_modules/@kubernetes/client-node/dist/index.d.ts'),
      },
    },
  };
}

/** The compiler's output in its plain form, even if colours are forced. */
function runCompiler(cwd: string): Promise<string> {
  const compiler = path.join(
    path.dirname(path.dirname(import.meta.resolve('typescript').slice('file://'.length))),
    'bin/tsc',
  );
  return new Promise((resolve, reject) => {
    const child = endWithThisProcess(
      spawn(process.execPath, [compiler, '--pretty', 'false'], { cwd, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    const output: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
    child.once('error', reject);
    // It exits with 1 or 2 if it found errors.
    child.once('close', (code) => {
      if (code === 0 || code === 1 || code === 2) resolve(output.join(''));
      else reject(new Error(`the compiler ended with ${code}:\n${output.join('').slice(-2000)}`));
    });
  });
}

/** The first line of each error; the lines below it have the details. */
function readErrors(output: string): TypeError[] {
  return output.split('\n').flatMap((line) => {
    const [, file, at, message] = /^(\S.*?)\((\d+),\d+\): (error TS\d+: .*)$/.exec(line) ?? [];
    if (file !== undefined && message !== undefined) return [{ file, line: Number(at), message }];
    return line.startsWith('error ') ? [{ file: '', line: 0, message: line }] : [];
  });
}
