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
/** How many types are read at once: a program of more gets slow, one of fewer begins too often. */
const BATCH_SIZE = 250;
/** What is made smaller. Of more, one mistake has often many faces. */
const MAX_SHRUNK = 3;
const MAX_ROUNDS = 25;
/** How many of a hundred types kb may say no to: those that a structural schema cannot express. */
const MAX_REFUSED = 25;

/**
 * Random type expressions: a schema accepts a value exactly if tsc finds it assignable. Types that differed once come
 * first.
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
      `${kept.length} kept types, and ${sum.compared} random ones of seed ${seed} with ${sum.values} values, ${sum.otherwise} of these no author means; ` +
        `kb has no schema for ${refused} more (${share.toFixed(1)} of 100), and ${sum.wrong} do not type-check, or have no value`,
    );
    if (share > MAX_REFUSED)
      failures.push({
        name: 'refused',
        message: `kb has no schema for ${share.toFixed(1)} of 100 types, and ${MAX_REFUSED} are allowed:\n${mostSaid(sum.refused)}`,
      });
    return { total: kept.length + sum.compared + 1, failures };
  },
};

function mostSaid(refused: ReadonlyMap<string, number>): string {
  return [...refused]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([message, times]) => `${times} ${message}`)
    .join('\n');
}

/** Looks for a smaller type that differs too, all candidates of a round at once. */
async function shrinkAndKeep(
  tree: TypeTree,
  difference: string,
  seed: number,
  log: (line: string) => void,
): Promise<Failure> {
  let current = tree;
  let message = difference;
  log(`looking for a smaller one: ${textOf(tree)}`);
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

/** Types that differed once: one a line; lines that begin with # say something of those below. */
export function readKeptTypes(): string[] {
  return readFileSync(keptTypes, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** Adds a type that differs; later runs begin with it. */
function keepType(type: string): void {
  if (readKeptTypes().includes(type)) return;
  writeFileSync(keptTypes, `${readFileSync(keptTypes, 'utf8')}${type}\n`);
}
