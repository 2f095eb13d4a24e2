import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codeFrame } from '../events/code-frame.ts';
import type { Tell, TypeMistake } from '../events/dev-event.ts';
import { writtenAt } from '../sources/written-at.ts';

/** The type checker in the background. */
export interface TypeChecker {
  /** Checks the packages in these folders; ends a check that still runs. */
  check(folders: readonly string[]): void;
  stop(): void;
}

/** How many mistakes are reported. */
const MAX = 20;

/**
 * Checks types with the project's own TypeScript, and tells what changed: mistakes that were not there before, or that
 * there are none any more. Without TypeScript, or a tsconfig.json, nothing is checked.
 */
export function createTypeChecker(root: string, tell: Tell): TypeChecker {
  let turn = 0;
  /** The mistakes that are there, as JSON. */
  let known: ReadonlySet<string> = new Set();
  let end = new AbortController();
  return {
    check(folders) {
      turn += 1;
      end.abort();
      end = new AbortController();
      const compiler = findCompiler(root);
      const configs = folders.map((folder) => path.join(folder, 'tsconfig.json')).filter((file) => existsSync(file));
      if (compiler === undefined || configs.length === 0) return;
      const asked = turn;
      const { signal } = end;
      const isOver = (): boolean => asked !== turn;
      void checkAll(compiler, configs, root, signal).then(
        (errors) => {
          const isNew = ([text]: readonly [string, TypeMistake]): boolean => !known.has(text);
          const found = [...errors];
          const fresh = found.filter(isNew);
          if (isOver() || (fresh.length === 0 && found.length === known.size)) return;
          const old = found.filter((each) => !isNew(each));
          known = new Set(errors.keys());
          const mistakes = [...fresh, ...old].map(([, mistake]) => mistake);
          tell({ event: 'types', errors: lastSavedFirst(mistakes, root).slice(0, MAX) });
        },
        (error: unknown) => {
          const reason = error instanceof Error ? error.message : String(error);
          const text = `the type checker failed (${reason}); the next save tries again`;
          if (!isOver()) tell({ event: 'notice', label: 'Types', text });
        },
      );
    },
    stop() {
      turn += 1;
      end.abort();
    },
  };
}

/** Returns the mistakes by their JSON. */
async function checkAll(
  compiler: string,
  configs: readonly string[],
  root: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, TypeMistake>> {
  const found = new Map<string, TypeMistake>();
  for (const config of configs) {
    const args = [compiler, '-p', config, '--noEmit', '--pretty', 'false'];
    const { output, code } = await run(args, root, signal);
    const mistakes = readMistakes(output, root);
    // Mistakes have the codes 1 and 2; but a compiler that fails may have them too.
    if (code !== 0 && (mistakes.length === 0 || code === null || code > 2))
      throw new Error(output.trim().split('\n', 1)[0] || `it ended with ${code ?? 'a signal'}`);
    for (const mistake of mistakes) found.set(JSON.stringify(mistake), mistake);
  }
  return found;
}

/** What was just saved must not be lost among mistakes that were there before. */
function lastSavedFirst(mistakes: readonly TypeMistake[], root: string): TypeMistake[] {
  const files = new Set(mistakes.map(({ place }) => place.file));
  const saved = new Map([...files].map((file) => [file, writtenAt(path.join(root, file))]));
  return mistakes.toSorted((a, b) => (saved.get(b.place.file) ?? 0) - (saved.get(a.place.file) ?? 0));
}

/** Reads what the compiler prints without colours: `FILE(LINE,COLUMN): error CODE: MESSAGE`. */
export function readMistakes(output: string, root: string): TypeMistake[] {
  return output.split(/\r?\n/).flatMap((text): TypeMistake[] => {
    const [, name = '', line = '', column = '', code = '', message = ''] =
      /^(.+?)\((\d+),(\d+)\): error (TS\d+): (.*)$/.exec(text) ?? [];
    if (name === '') return [];
    const file = path.relative(root, path.resolve(root, name)).replaceAll('\\', '/');
    const place = { file, line: Number(line), column: Number(column) };
    return [{ place, code, message, frame: codeFrame(root, place) }];
  });
}

function findCompiler(root: string): string | undefined {
  try {
    const manifest = createRequire(path.join(root, 'package.json')).resolve('typescript/package.json');
    return path.join(path.dirname(manifest), 'bin', 'tsc');
  } catch {
    return undefined;
  }
}

/** Runs the compiler. Rejects if it cannot be run, or the signal is aborted. */
function run(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<{ readonly output: string; readonly code: number | null }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(process.execPath, args, { cwd, signal, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ output, code }));
  });
}
