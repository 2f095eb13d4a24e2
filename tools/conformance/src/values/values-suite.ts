import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../suite.ts';
import type { GeneratorSuite } from '../generator-suite.ts';
import { compareTypes, type Outcome } from './compare-types.ts';
import { randomTypes } from './random-types.ts';
import { smallerTrees, textOf, type TypeTree } from './type-tree.ts';

const keptTypes = join(import.meta.dirname, 'kept-types.txt');

const USUAL_COUNT = 1000;
const FULL_COUNT = 20_000;
/** How many types are checked in one program: larger programs are slow, smaller ones start too often. */
const BATCH_SIZE = 250;
/** How many different types are shrunk: if there are more, they often have the same cause. */
const MAX_SHRUNK = 3;
const MAX_ROUNDS = 25;
/** How many of a hundred types kb may refuse, because a structural schema cannot express them. */
const MAX_REFUSED = 25;

/**
 * Compares the schemas of random type expressions with tsc: a schema must accept exactly the values that tsc finds
 * assignable. Types that once differed come first.
 */
export const valuesSuite: GeneratorSuite = {
  name: 'values',
  async run({ full, seed, log }) {
    const kept = readKeptTypes();
    const failures: Failure[] = [];
    for (const [index, outcome] of (await compareTypes(kept, seed)).entries()) {
      if (outcome.kind === 'different') failures.push({ name: `kept: ${kept[index] ?? ''}`, message: outcome.message });
    }
    const count = full ? FULL_COUNT : USUAL_COUNT;
    const sum = { compared: 0, values: 0, otherwise: 0, refused: new Map<string, number>(), wrong: 0 };
    let shrunk = 0;
    for (let batch = 0; sum.compared < count; batch += 1) {
      const trees = randomTypes(seed * 1000 + batch, BATCH_SIZE);
      const outcomes = await compareTypes(trees.map(textOf), seed);
      for (const [index, outcome] of outcomes.entries()) {
        const tree = trees[index];
        if (tree === undefined || sum.compared >= count) break;
        if (outcome.kind === 'no type') sum.wrong += 1;
        else if (outcome.kind === 'refused')
          sum.refused.set(outcome.message, (sum.refused.get(outcome.message) ?? 0) + 1);
        else sum.compared += 1;
        if (outcome.kind === 'same') {
          sum.values += outcome.values;
          sum.otherwise += outcome.otherwise;
        }
        if (outcome.kind !== 'different') continue;
        shrunk += 1;
        failures.push(
          shrunk <= MAX_SHRUNK
            ? await shrinkAndKeep(tree, outcome.message, seed, log)
            : { name: textOf(tree), message: outcome.message },
        );
      }
    }
    const refused = [...sum.refused.values()].reduce((total, one) => total + one, 0);
    const share = (100 * refused) / (refused + sum.compared);
    log(
      `${kept.length} kept types, and ${sum.compared} random ones of seed ${seed} with ${sum.values} values, ${sum.otherwise} of these unintended; ` +
        `kb has no schema for ${refused} more (${share.toFixed(1)} of 100), and ${sum.wrong} do not type-check or have no value`,
    );
    if (share > MAX_REFUSED)
      failures.push({
        name: 'refused',
        message: `kb has no schema for ${share.toFixed(1)} of 100 types, more than ${MAX_REFUSED}:\n${mostFrequent(sum.refused)}`,
      });
    return { total: kept.length + sum.compared + 1, failures };
  },
};

function mostFrequent(refused: ReadonlyMap<string, number>): string {
  return [...refused]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([message, times]) => `${times} ${message}`)
    .join('\n');
}

/** Searches for the smallest type that still differs, all candidates of a round in one run, and keeps it. */
async function shrinkAndKeep(
  tree: TypeTree,
  difference: string,
  seed: number,
  log: (line: string) => void,
): Promise<Failure> {
  let current = tree;
  let message = difference;
  log(`shrinking ${textOf(tree)}`);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const candidates = smallerTrees(current).slice(0, 200);
    const outcomes: readonly Outcome[] =
      candidates.length === 0 ? [] : await compareTypes(candidates.map(textOf), seed);
    const index = outcomes.findIndex(({ kind }) => kind === 'different');
    const [next, outcome] = [candidates[index], outcomes[index]];
    if (next === undefined || outcome?.kind !== 'different') break;
    current = next;
    message = outcome.message;
  }
  keepType(textOf(current));
  return { name: textOf(current), message };
}

/** Reads the types that once differed: one per line; lines that begin with # are comments. */
export function readKeptTypes(): string[] {
  return readFileSync(keptTypes, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Adds a type to the file, so that later runs begin with it. */
function keepType(type: string): void {
  if (readKeptTypes().includes(type)) return;
  writeFileSync(keptTypes, `${readFileSync(keptTypes, 'utf8')}${type}\n`);
}
