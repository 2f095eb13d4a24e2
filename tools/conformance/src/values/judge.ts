import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonValue } from '@kb/apimachinery';
import { BASES, IMPORT_LINE, JUDGE_BUILT_INS, JUDGE_ENUM } from './declarations.ts';

/** A type, and values to check against it. */
export interface Question {
  readonly type: string;
  readonly values: readonly JsonValue[];
}

/** tsc's result for a {@link Question}. */
export interface Verdict {
  /** The error of the type itself; undefined if it is valid. */
  readonly wrong?: string;
  /** For each value, why it is not assignable; undefined if it is. */
  readonly refusals: readonly (string | undefined)[];
}

const repository = path.resolve(import.meta.dirname, '../../../..');
const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

/** The declarations before the types, which the generator of sample values reads too. */
export const JUDGE_PREAMBLE = `${IMPORT_LINE}\n${JUDGE_BUILT_INS}\n${JUDGE_ENUM}\n${BASES}`;

/**
 * Checks with one run of tsc which values are assignable. Each value is a variable of exactly its own type, not an
 * inline literal.
 */
export async function judge(questions: readonly Question[]): Promise<Verdict[]> {
  const lines = JUDGE_PREAMBLE.split('\n');
  const places = new Map<number, readonly [question: number, value: number]>();
  questions.forEach(({ type, values }, index) => {
    lines.push(`type T${index} = ${type};`);
    places.set(lines.length, [index, -1]);
    values.forEach((value, at) => {
      const name = `${index}_${at}`;
      lines.push(`declare const v${name}: ${literalType(value)}; export const x${name}: T${index} = v${name};`);
      places.set(lines.length, [index, at]);
    });
  });
  const wrong = new Map<number, string>();
  const refusals = questions.map(({ values }) => values.map((): string | undefined => undefined));
  for (const { line, message } of await diagnosticsOf(`${lines.join('\n')}\n`)) {
    const place = places.get(line);
    if (place === undefined) throw new Error(`tsc refuses the judge's own declarations, line ${line}: ${message}`);
    const [question, value] = place;
    if (value === -1) wrong.set(question, message);
    else refusals[question]?.splice(value, 1, message);
  }
  return refusals.map((own, index) => ({ refusals: own, ...(wrong.has(index) && { wrong: wrong.get(index) ?? '' }) }));
}

async function diagnosticsOf(text: string): Promise<{ line: number; message: string }[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-values-'));
  try {
    writeFileSync(path.join(folder, 'judge.ts'), text);
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const output = await outputOf(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], folder);
    return [...output.matchAll(/^judge\.ts\((\d+),\d+\): error (TS\d+: .*)$/gm)].map(([, line = '', message = '']) => ({
      line: Number(line),
      message,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const config = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'esnext',
    lib: ['esnext'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: [],
    paths: { '@kb/apimachinery': [path.join(repository, 'packages/apimachinery/src/object/scalars.ts')] },
  },
  files: ['judge.ts'],
};

/**
 * Returns the standard output of a command. Rejects if it is killed by a signal, or fails without errors in the file.
 */
function outputOf(command: string, args: readonly string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const text = Buffer.concat(chunks).toString();
      if (signal !== null) reject(new Error(`tsc was killed by ${signal}`));
      else if (code !== 0 && !text.includes('judge.ts(')) reject(new Error(`tsc failed: ${text}`));
      else resolve(text);
    });
  });
}

/** Returns the narrowest type of a value; lists become tuples. */
export function literalType(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(literalType).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${literalType(inner ?? null)}`)
    .join('; ')} }`;
}
