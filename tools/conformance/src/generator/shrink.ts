import { compareModels, type Sources, sourcesOf } from './compare-models.ts';
import type { ControllerGens } from './controller-gens.ts';
import { resolveModel } from './model/resolve-model.ts';
import { type Sample, smallerModels } from './sample-models.ts';

/** A model whose output differs, shrunk. */
export interface Shrunk {
  readonly sources: Sources;
  readonly difference: string;
}

const MAX_ROUNDS = 30;
const ROUND_SIZE = 40;
const MAX_CANDIDATES = 800;

/** Shrinks a model whose output differs: each round runs both generators on many candidates at once. */
export async function shrink(controllerGen: ControllerGens, sample: Sample, difference: string): Promise<Shrunk> {
  let current = sample;
  let found: Shrunk = { sources: sourcesOf(resolveModel(sample.value)), difference };
  let candidates = candidatesOf(current);
  for (let round = 0; round < MAX_ROUNDS && candidates.length > 0; round += 1) {
    const tried = candidates.slice(0, ROUND_SIZE);
    candidates = candidates.slice(ROUND_SIZE);
    const sources = tried.map(({ value }) => sourcesOf(resolveModel(value)));
    const differences = await compareModels(controllerGen, sources);
    const index = differences.findIndex((one) => one !== undefined);
    const [next, nextSources, nextDifference] = [tried[index], sources[index], differences[index]];
    if (next === undefined || nextSources === undefined || nextDifference === undefined) continue;
    current = next;
    found = { sources: nextSources, difference: nextDifference };
    candidates = candidatesOf(current);
  }
  return found;
}

/** The smallest first. */
function candidatesOf(sample: Sample): Sample[] {
  const sizes = new Map(smallerModels(sample, MAX_CANDIDATES).map((one) => [one, JSON.stringify(one.value).length]));
  return [...sizes].sort(([, a], [, b]) => a - b).map(([one]) => one);
}
