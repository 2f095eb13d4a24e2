import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { cacheRoot } from '@kb/control-plane';
import { parseJson, stringifyJson } from '@kb/apimachinery/codec';
import { buildGo } from '../build-go.ts';
import { repositoryRoot } from '../targets/repository.ts';
import type { CelValue } from './specification/cel-value.ts';

/** An error of a field, as the API server reports it. */
export interface OracleFieldError {
  readonly type: string;
  readonly field: string;
  readonly message: string;
}

/** What kube-apiserver's compiler makes of one rule of a schema. Costs past 2^63 are rounded. */
export interface OracleRule {
  readonly path: string;
  readonly index: number;
  readonly rule: string;
  readonly typeError?: string;
  readonly error?: string;
  readonly usesOldSelf?: boolean;
  readonly cost: number | bigint;
  readonly cardinality?: number | bigint;
  readonly sizeCardinality: number | bigint;
  readonly expressionCost: number | bigint;
  readonly messageError?: string;
  readonly messageCost?: number | bigint;
}

/** A function that rules may call. */
export interface OracleFunction {
  readonly name: string;
  /** In the order in which the type checker tries them. Of a member, the first argument stands before the dot. */
  readonly overloads: readonly {
    readonly id: string;
    readonly member?: boolean;
    readonly arguments: readonly string[];
    readonly result: string;
    readonly typeParameters?: readonly string[];
    readonly nonStrict?: boolean;
  }[];
}

/** The type of a schema in expressions. */
export interface OracleType {
  readonly type: string;
  readonly fields?: Readonly<Record<string, OracleType>>;
  readonly key?: OracleType;
  readonly element?: OracleType;
  readonly maxElements: number | bigint;
  readonly minSize: number;
}

/** A request of the program, with its answer. `tools/cel-oracle` documents the fields. */
export interface OracleRequests {
  readonly definition: {
    readonly request: { readonly definition: unknown } | { readonly schema: unknown };
    readonly answer: {
      readonly errors: readonly OracleFieldError[];
      readonly schemas: readonly (readonly OracleRule[])[];
      /** Why the server would panic; nothing else is known then. */
      readonly panic?: string;
    };
  };
  readonly environment: {
    readonly request: Readonly<Record<string, never>>;
    readonly answer: { readonly functions: readonly OracleFunction[]; readonly macros: readonly string[] };
  };
  readonly declaration: {
    readonly request: { readonly schema: unknown; readonly root?: boolean };
    readonly answer: { readonly type: OracleType | null };
  };
  readonly object: {
    readonly request: {
      readonly schema: unknown;
      readonly object: unknown;
      readonly old?: unknown;
      readonly budget?: number;
    };
    readonly answer: {
      readonly errors: readonly OracleFieldError[];
      readonly warnings: readonly string[];
      readonly cost: number;
      readonly exceeded?: boolean;
      /** Why the server would panic; then nothing else is known. */
      readonly panic?: string;
    };
  };
  readonly expression: {
    readonly request: {
      readonly expression: string;
      readonly schema?: unknown;
      readonly root?: boolean;
      readonly optionalOldSelf?: boolean;
      readonly self?: unknown;
      readonly oldSelf?: unknown;
      readonly evaluate?: boolean;
      readonly limit?: number;
    };
    readonly answer: {
      readonly error?: string;
      readonly programError?: string;
      /** Why the server would panic: what was known before is there. */
      readonly panic?: string;
      readonly type?: string;
      readonly tree?: string;
      readonly minCost: number | bigint;
      readonly maxCost: number | bigint;
      readonly value?: CelValue;
      readonly evaluationError?: string;
      readonly cost?: number | bigint;
    };
  };
}

/** kube-apiserver's own code for rules in CEL, as a program. */
export interface CelOracle {
  /** The answers to requests of one kind, in their order. Throws where it cannot understand a request. */
  ask<K extends keyof OracleRequests>(
    kind: K,
    requests: readonly OracleRequests[K]['request'][],
  ): OracleRequests[K]['answer'][];
}

/** Builds `tools/cel-oracle`, unless the cache has it, or says why it cannot be built. */
export function buildCelOracle(): CelOracle | { readonly reason: string } {
  const source = path.join(repositoryRoot, 'tools/cel-oracle');
  const folder = path.join(path.dirname(cacheRoot()), 'cel-oracle', contentHash(source));
  const binary = path.join(folder, 'cel-oracle');
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true });
    const fresh = `${binary}.${process.pid}`;
    const reason = buildGo(['-o', fresh, '.'], source);
    if (reason !== undefined) return { reason };
    // Two processes that build at the same time build the same.
    renameSync(fresh, binary);
  }
  return { ask: (kind, requests) => run(binary, kind, requests) };
}

function contentHash(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted())
    if (/\.go$|^go\./.test(name)) hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}

function run<K extends keyof OracleRequests>(
  binary: string,
  kind: K,
  requests: readonly OracleRequests[K]['request'][],
): OracleRequests[K]['answer'][] {
  const input = requests.map((request) => `${stringifyJson({ [kind]: request })}\n`).join('');
  const { status, stdout, stderr, error } = spawnSync(binary, [], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    timeout: 5 * 60_000,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`tools/cel-oracle: ${stderr}`);
  const lines = stdout.split('\n').filter((line) => line !== '');
  if (lines.length !== requests.length)
    throw new Error(`tools/cel-oracle: ${lines.length} answers to ${requests.length} requests`);
  return lines.map((line) => {
    // Integers past 2^53 stay what they are.
    const answer = parseJson(line) as unknown as OracleRequests[K]['answer'] & { readonly refused?: string };
    if (kind === 'definition' && answer.refused?.startsWith('panic: ') === true)
      return parseJson(stringifyJson({ errors: [], schemas: [], panic: answer.refused })) as unknown as typeof answer;
    if (answer.refused !== undefined) throw new Error(`tools/cel-oracle: ${answer.refused}`);
    return answer;
  });
}
