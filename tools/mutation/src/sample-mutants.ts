import { type Random, seededRandom } from '@kb/apimachinery';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutation, mutationsOf } from './mutations.ts';

/** A source with one {@link Mutation} in it. */
export interface Mutant extends Mutation {
  /** The folder of the package, relative to the repository. */
  readonly folder: string;
  /** The source file, relative to the repository. */
  readonly file: string;
  /** The text that is replaced, on one line. */
  readonly replaced: string;
}

/** Which mutants to take. */
export interface SampleOptions {
  /** The repository's folder, absolute. */
  readonly root: string;
  readonly seed: number;
  /** How many lines, each with one mutation. */
  readonly count: number;
  /** Takes only files whose paths contain one of these. Default: all. */
  readonly words?: readonly string[];
}

/**
 * Draws lines of all packages, each line of code as likely as any other, and for each line one of its mutations. Lines
 * without any, such as comments and types, are not drawn. The same seed and sources give the same mutants.
 */
export function sampleMutants({ root, seed, count, words = [] }: SampleOptions): Mutant[] {
  const random = seededRandom(seed);
  const lines = packageFolders(root)
    .flatMap((folder) => sourcesOf(root, folder).map((file) => ({ folder, file })))
    .filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)))
    .flatMap(({ folder, file }) => linesOf(root, folder, file));
  return shuffled(lines, random)
    .slice(0, count)
    .map((mutants) => mutants[Math.floor(random() * mutants.length)])
    .filter((mutant) => mutant !== undefined);
}

/** The mutants of a file, line by line. */
function linesOf(root: string, folder: string, file: string): Mutant[][] {
  const text = readFileSync(join(root, file), 'utf8');
  if (GENERATED.test(text)) return [];
  const mutants = mutationsOf(file, text).map((mutation) => ({
    ...mutation,
    folder,
    file,
    replaced: text.slice(mutation.start, mutation.end).replaceAll(/\s+/g, ' '),
  }));
  return [...Map.groupBy(mutants, ({ line }) => line).values()];
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

/** The folders of packages that have tests. */
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

/** Tests, what supports them, their data, and texts that are copied into projects. */
const NOT_SOURCES = /\.test\.ts$|\.d\.ts$|\/(?:testdata|test-support|testing|templates|generated|scenarios)\//;

function sourcesOf(root: string, folder: string): string[] {
  return globSync(`${folder}/src/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !NOT_SOURCES.test(file.slice(folder.length)))
    .toSorted();
}
