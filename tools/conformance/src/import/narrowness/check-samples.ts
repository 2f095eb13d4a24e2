import type { Failure } from '../../suite.ts';
import { TYPES_FOLDER } from '../round-trip/folders.ts';
import type { KindVersion, Sample } from './samples.ts';
import { type SourceFile, typeCheck } from './type-check.ts';

/** Objects of a kind that is imported. */
export interface KindSamples {
  readonly kind: KindVersion;
  readonly samples: readonly Sample[];
}

/** How many characters of samples the compiler gets per run. */
const BATCH_SIZE = 3_000_000;

/**
 * Type-checks samples against the types that were imported into a folder: valid ones must pass, wrong ones must fail.
 * Describes each one that does not.
 */
export async function checkSamples(folder: string, all: readonly KindSamples[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  let batch: Batched[] = [];
  let size = 0;
  const check = async (): Promise<void> => {
    if (batch.length > 0) failures.push(...(await checkBatch(folder, batch)));
    [batch, size] = [[], 0];
  };
  for (const [index, samples] of all.entries()) {
    if (samples.samples.length === 0) continue;
    const file = sampleFile(samples, index);
    batch.push({ ...samples, file });
    size += file.text.length;
    if (size > BATCH_SIZE) await check();
  }
  await check();
  return failures;
}

interface Batched extends KindSamples {
  readonly file: SourceFile;
}

async function checkBatch(folder: string, batch: readonly Batched[]): Promise<Failure[]> {
  const errors = await typeCheck(
    folder,
    [],
    batch.map(({ file }) => file),
  );
  const byLine = new Map(errors.map(({ file, line, message }) => [`${file}:${line}`, message]));
  const own = new Set(batch.map(({ file }) => file.name));
  const failures = errors
    .filter(({ file, line }) => !own.has(file) || line === 1)
    .map(({ file, line, message }) => ({ name: `${file}:${line}`, message }));
  for (const { kind, samples, file } of batch) {
    samples.forEach(({ what, isValid, object }, index) => {
      const error = byLine.get(`${file.name}:${index + 2}`);
      if (isValid === (error === undefined)) return;
      const message = isValid ? `the API server takes it, and it does not type-check: ${error}` : MISSED;
      failures.push({ name: `${formatKind(kind)}: ${what}`, message: `${message}\n${excerpt(object)}` });
    });
  }
  return failures;
}

/** The message for a wrong object that type-checks. */
export const MISSED = 'the API server does not take it, and it type-checks';

/** Describes a kind. */
export function formatKind({ group, version, kind }: KindVersion): string {
  return `${group}/${version} ${kind}`;
}

/** A source with one sample per line, from the second line on. */
function sampleFile({ kind, samples }: KindSamples, index: number): SourceFile {
  const from = `../${TYPES_FOLDER}/${kind.group}/${kind.version}/index.ts`;
  const lines = samples.map(({ object }, at) => `export const s${at}: Kind = ${JSON.stringify(object)};`);
  return {
    name: `samples/${index}.ts`,
    text: [`import type { ${kind.kind} as Kind } from '${from}';`, ...lines, ''].join('\n'),
  };
}

function excerpt(object: object): string {
  const { apiVersion: _, kind: __, metadata: ___, ...rest } = object as Record<string, unknown>;
  const text = JSON.stringify(rest);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
