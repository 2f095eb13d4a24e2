import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The cost of a type-check. The compiler reports memory and files; the time is that of the whole process. */
export interface CompilerFigures {
  readonly milliseconds: number;
  readonly megabytes: number;
  readonly files: number;
}

const compiler = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');

/** Runs the compiler and measures it. Rejects with its output if it reports an error. */
export async function runCompiler(args: readonly string[]): Promise<CompilerFigures> {
  const start = performance.now();
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [compiler, ...args, '--extendedDiagnostics'], (error, stdout) => {
      if (error) reject(new Error(`tsc ${args.join(' ')} failed:\n${stdout.slice(0, 4000)}`));
      else resolve(stdout);
    });
  });
  const milliseconds = performance.now() - start;
  const figure = (name: string): number => {
    const text = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(output)?.[1];
    if (text === undefined) throw new Error(`tsc printed no "${name}":\n${output.slice(0, 4000)}`);
    return Number(text);
  };
  return { milliseconds, megabytes: figure('Memory used') / 1024, files: figure('Files') };
}
