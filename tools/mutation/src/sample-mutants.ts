import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, mutationsOf } from './mutations.ts';

/** A source with one {@link Mutation} in it. */
export interface Mutant extends Mutation {
  /** The folder of the package, relative to the repository. */
  readonly folder: string;
  /** The source file, relative to the repository. */
  readonly file: string;
  /** The replaced text, on one line. */
  readonly replaced: string;
  /** The line in which the replaced text begins, without leading and trailing spaces. */
  readonly code: string;
}

/** Options of {@link sampleMutants}. */
export interface SampleOptions {
  /** The repository's folder, absolute. */
  readonly root: string;
  readonly seed: number;
  /** How many lines to draw, with one mutation each. */
  readonly count: number;
  /** Take only files whose paths contain one of these. Default: all. */
  readonly words?: readonly string[];
  /** Take only one of several parts of the sample, counted from 1. Default: all. */
  readonly shard?: readonly [part: number, parts: number];
}

/**
 * Draws lines of all packages, each line of code with the same probability, and one mutation for each. Lines without
 * mutations, such as comments and types, are not drawn. The same seed and sources give the same mutants. Changing the
 * sources affects only the mutants of the changed lines, and the few that enter or leave the sample because of them.
 */
export function sampleMutants({
  root,
  seed,
  count,
  words = [],
  shard: [part, parts] = [1, 1],
}: SampleOptions): Mutant[] {
  return packageFolders(root)
    .flatMap((folder) => sourcesOf(root, folder).map((file) => ({ folder, file })))
    .filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)))
    .flatMap(({ folder, file }) => linesOf(root, folder, file, seed))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, count)
    .filter(({ draw }) => draw % parts === part - 1)
    .flatMap(({ draw, mutants }) => mutants[draw % mutants.length] ?? []);
}

/** A line that has mutants. */
interface Line {
  /** A hash of the seed and the line: the lines with the smallest numbers are drawn. */
  readonly draw: number;
  readonly mutants: readonly Mutant[];
}

/** The mutants of a file, line by line. */
function linesOf(root: string, folder: string, file: string, seed: number): Line[] {
  const text = readFileSync(join(root, file), 'utf8');
  if (GENERATED.test(text)) return [];
  const lines = text.split('\n');
  const mutants = mutationsOf(file, text).map((mutation) => ({
    ...mutation,
    folder,
    file,
    replaced: text.slice(mutation.start, mutation.end).replaceAll(/\s+/g, ' '),
    code: lines[mutation.line - 1]?.trim() ?? '',
  }));
  const seen = new Map<string, number>();
  return [...Map.groupBy(mutants, ({ line }) => line).values()].map((ofLine) => {
    const code = ofLine[0]?.code ?? '';
    const count = seen.get(code) ?? 0;
    seen.set(code, count + 1);
    return { draw: drawOf(seed, file, code, count), mutants: ofLine };
  });
}

/** Hashes the parts to a number below 2^48. */
function drawOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUIntBE(0, 6);
}

/** Returns the folders of packages that have tests. */
function packageFolders(root: string): string[] {
  return globSync(['packages/*/package.json', 'packages/appservice/*/package.json'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/').slice(0, -'/package.json'.length))
    .filter((folder) => {
      const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
        readonly scripts?: Readonly<Record<string, string>>;
      };
      return manifest.scripts?.['test'] !== undefined;
    })
    .toSorted();
}

const GENERATED = /^\/\/ (?:Code generated|Generated)\b/i;

/** Matches tests, their helpers and data, and templates that are copied into projects. */
const NOT_SOURCES = /\.test\.ts$|\.d\.ts$|\/(?:testdata|test-support|testing|templates|generated|scenarios)\//;

function sourcesOf(root: string, folder: string): string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_SOURCES.test(file.slice(folder.length)))
    .toSorted();
}
