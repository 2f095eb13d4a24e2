import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonValue } from '@kb/apimachinery';
import { parseJson } from '@kb/apimachinery/codec';
import { buildGo } from '../build-go.ts';
import { repositoryRoot } from '../targets/repository.ts';

/** The result of sigs.k8s.io/yaml for a text. */
export interface GoAnswer {
  /** The value of the first document; undefined if Go refuses it. */
  readonly value?: JsonValue;
  /** Go's error; undefined if it accepts the text. */
  readonly error?: string;
  /** The error of strict parsing, which refuses duplicate keys. */
  readonly strict?: string;
  /** Whether more text follows the first document, which Go ignores without an error. */
  readonly more: boolean;
  /** The value as Go prints it; only with the option `print`. */
  readonly printed?: string;
}

/** Go's parser, run as a program. */
export interface GoYaml {
  read(texts: readonly string[], options?: { readonly print?: boolean }): GoAnswer[];
  /** Removes its temporary files. */
  close(): void;
}

/** The amount of text per run of the program, in UTF-16 code units. */
const BATCH_SIZE = 20_000_000;

/** Builds `tools/go-yaml`. Returns the reason if it cannot be built. */
export function buildGoYaml(): GoYaml | { readonly reason: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-go-yaml-'));
  const binary = path.join(folder, 'go-yaml');
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const reason = buildGo(['-o', binary, '.'], path.join(repositoryRoot, 'tools/go-yaml'));
  if (reason !== undefined) {
    close();
    return { reason };
  }
  return {
    read(texts, { print = false } = {}) {
      return batchesOf(texts).flatMap((batch) => run(binary, batch, print));
    },
    close,
  };
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [[]];
  let size = 0;
  for (const text of texts) {
    if (size + text.length > BATCH_SIZE && size > 0) {
      batches.push([]);
      size = 0;
    }
    batches.at(-1)?.push(text);
    size += text.length;
  }
  return batches;
}

function run(binary: string, texts: readonly string[], print: boolean): GoAnswer[] {
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join('');
  const { status, stdout, stderr, error } = spawnSync(binary, print ? ['--print'] : [], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: 5 * 60_000,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`tools/go-yaml: ${stderr}`);
  const answers = stdout.split('\n').filter((line) => line !== '');
  if (answers.length !== texts.length)
    throw new Error(`tools/go-yaml: ${answers.length} results for ${texts.length} texts`);
  return answers.map(answerOf);
}

function answerOf(line: string): GoAnswer {
  // Keeps integers beyond 2^53.
  const { value, error, strict, more, printed } = parseJson(line) as unknown as Partial<GoAnswer>;
  return {
    more: more === true,
    ...(error === undefined && { value: value ?? null }),
    ...(error !== undefined && { error }),
    ...(strict !== undefined && { strict }),
    ...(printed !== undefined && { printed }),
  };
}
