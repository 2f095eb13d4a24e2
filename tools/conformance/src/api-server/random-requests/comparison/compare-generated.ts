import { playedAgain } from '../../../fails-twice.ts';
import { randomOf } from '../../../random.ts';
import type { Difference } from '@kb/apiserver/recorded';
import { builtInSubjects } from '../subjects/built-in-subjects.ts';
import { countReasons } from './chance.ts';
import { printSequence } from '../sequences/print-sequence.ts';
import { type GeneratedKind, randomDefinition } from '../values/random-definition.ts';
import { randomSequence } from '../sequences/random-sequence.ts';
import type { Compared, RefusedKind, Servers } from './servers.ts';
import { shrinkSequence } from './shrink-sequence.ts';
import { signatureOf } from './signature.ts';
import { customSubject, type Subject } from '../subjects/subject.ts';

/** The number of definitions, and the number of sequences after which they are replaced. */
const DEFINITIONS = 24;
const BATCH = 500;
const SECOND_MS = 1000;

/** How to look for differences. */
export interface GeneratedOptions {
  readonly seed: number;
  /** How many sequences. */
  readonly runs: number;
  /** Only the sequences of these numbers. Default: all. */
  readonly only?: ReadonlySet<number>;
  /** How long to shrink a sequence, in milliseconds, and how many failures to shrink. */
  readonly shrinking: { readonly milliseconds: number; readonly mistakes: number };
  /** Called with each failure as soon as it is found. */
  readonly found: (failure: { readonly name: string; readonly message: string }) => void;
  /** Reports progress. */
  readonly log: (line: string) => void;
}

/** The results. */
export interface GeneratedResult {
  readonly total: number;
  readonly requests: number;
  readonly failures: readonly { readonly name: string; readonly message: string }[];
  /** What was not compared, how often and why, as printable lines. */
  readonly leftOut: readonly string[];
}

/**
 * Sends random sequences of requests to both servers, and reports each one with different responses, shrunk and printed
 * as a script.
 */
export async function compareGenerated(
  servers: Servers,
  { seed, runs, only, shrinking, log, found }: GeneratedOptions,
): Promise<GeneratedResult> {
  const failures: { name: string; message: string }[] = [];
  const fail = (name: string, message: string): void => {
    failures.push({ name, message });
    found({ name, message });
  };
  const again = ({ sequence: { name }, differences: [first] }: Compared): void =>
    log(playedAgain({ name, message: first === undefined ? '' : formatDifference(first) }));
  const seen = new Map<string, number>();
  const leftOut: string[] = [];
  let requests = 0;
  let total = 0;
  for (let start = 0; start < runs; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, runs - start) }, (_, index) => start + index).filter(
      (number) => only?.has(number) ?? true,
    );
    if (numbers.length === 0) continue;
    total += numbers.length;
    const kinds = Array.from({ length: DEFINITIONS }, (_, index) => kindOf(seed, `S${seed}N${start + index}`));
    const { served, refused } = await servers.install(kinds);
    for (const one of await refusedAgain(servers, seed, refused, again)) fail(one.sequence.name, describe(one));
    const custom = served.flatMap((kind) => [...kind.versions.keys()].map((version) => customSubject(kind, version)));
    const sequences = numbers.map((number) => {
      // Half of the sequences use kinds with their own schemas.
      const subjects: readonly Subject[] = randomOf(seed, `subjects ${number}`).chance(0.5) ? custom : builtInSubjects;
      return randomSequence(seed, number, subjects);
    });
    requests += sequences.reduce((sum, { steps }) => sum + steps.length, 0);
    const all = await servers.compare(sequences);
    leftOut.push(...all.flatMap((one) => one.leftOut));
    const different = all.filter(({ differences }) => differences.length > 0);
    // The real server runs in real time: a difference counts only if it is repeated, with each request in a second of
    // its own. Managed fields are sorted by their times, in whole seconds.
    different.forEach(again);
    const repeated = await servers.compare(
      different.map(({ sequence }) => sequence),
      { pauseBefore: () => SECOND_MS },
    );
    const twice = repeated.filter(({ differences }) => differences.length > 0);
    for (const one of twice) {
      const signature = signatureOf(one);
      const before = seen.get(signature) ?? 0;
      seen.set(signature, before + 1);
      if (before > 0 || seen.size > shrinking.mistakes) {
        fail(one.sequence.name, `${signature}${before > 0 ? ': as above' : ''}`);
        continue;
      }
      log(`${one.sequence.name} is different: looking for a smaller one`);
      const smallest = await shrinkSequence(servers, one, shrinking.milliseconds);
      fail(one.sequence.name, describe(smallest, kinds));
    }
  }
  return { total, requests, failures, leftOut: countReasons(leftOut, { total }) };
}

/** A random kind; with another suffix, only its name is different. */
function kindOf(seed: number, name: string, suffix = ''): GeneratedKind {
  return randomDefinition(randomOf(seed, name), `${name}${suffix}`);
}

/** Returns the definitions whose responses differ in a second attempt too, under another name. */
async function refusedAgain(
  servers: Servers,
  seed: number,
  refused: readonly RefusedKind<GeneratedKind>[],
  again: (compared: Compared) => void,
): Promise<readonly Compared[]> {
  if (refused.length === 0) return [];
  refused.forEach(({ compared }) => again(compared));
  const kinds = refused.map(({ kind }) => kindOf(seed, kind.name, 'B'));
  return (await servers.install(kinds)).refused.map(({ compared }) => compared);
}

function describe(compared: Compared, kinds: readonly GeneratedKind[] = []): string {
  const { sequence, differences } = compared;
  const script = printSequence(sequence);
  const used = kinds.filter(({ plural }) => script.includes(`/${plural}`));
  return [
    signatureOf(compared),
    ...differences
      .toSorted((a, b) => a.step - b.step || weight(a) - weight(b))
      .slice(0, 4)
      .map(formatDifference),
    script,
    ...used.map(({ definition }) => `definition: ${JSON.stringify(definition)}`),
  ].join('\n');
}

/** Status and message say what is wrong. */
function weight({ path }: Difference): number {
  return path === 'status' ? 0 : path === 'body.message' ? 1 : 2;
}

function formatDifference({ step, path, real, ours }: Difference): string {
  return `answer ${step}: ${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(ours)}`;
}
