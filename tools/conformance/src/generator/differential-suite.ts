import type { Failure } from '../suite.ts';
import { playedAgain } from '../fails-twice.ts';
import { compareModels, type Differences, type Sources, sourcesOf } from './compare-models.ts';
import { buildControllerGens, type ControllerGens } from './controller-gens.ts';
import type { GeneratorOptions, GeneratorSuite } from '../generator-suite.ts';
import { keepCase, readKeptCases } from './kept-cases.ts';
import { resolveModel } from './model/resolve-model.ts';
import { type Sample, sampleModels } from './sample-models.ts';
import { shrink } from './shrink.ts';

const USUAL_COUNT = 100;
const FULL_COUNT = 2000;
// How many differences are shown in full; more often have the same cause.
const MAX_SHRUNK = 3;

/**
 * Random APIs, printed as Go and as TypeScript: the outputs of controller-gen and kb have to be the same, or both
 * refuse. Cases that differed before come first.
 */
export const differentialSuite: GeneratorSuite = {
  name: 'differential',
  live: true,
  async run(options) {
    const controllerGen = buildControllerGens();
    if ('reason' in controllerGen)
      return { skipped: `nothing was compared with controller-gen: ${controllerGen.reason}` };
    try {
      const kept = readKeptCases();
      const { log, seed } = options;
      const differencesOf = (models: readonly Sources[], nameOf: (index: number) => string): Differences =>
        compareModels(controllerGen, models, (index, message) => log(playedAgain({ name: nameOf(index), message })));
      const nameOfKept = (index: number): string => `kept ${kept[index]?.name ?? ''}`;
      const again = await differencesOf(kept, nameOfKept);
      const failures = kept.flatMap((_, index) => failureOf(nameOfKept(index), again[index]));
      const samples = sampleModels(seed, options.full ? FULL_COUNT : USUAL_COUNT);
      log(`${kept.length} kept cases, and ${samples.length} random models of seed ${seed}`);
      const models = samples.map(({ value }) => sourcesOf(resolveModel(value)));
      const nameOf = (index: number): string => `seed-${seed}-model-${index}`;
      const differences = await differencesOf(models, nameOf);
      const different = samples.flatMap((sample, index) => {
        const difference = differences[index];
        return difference === undefined ? [] : [{ sample, index, difference }];
      });
      for (const [order, one] of different.entries()) {
        const name = nameOf(one.index);
        failures.push(
          order < MAX_SHRUNK
            ? await shrinkAndKeep(controllerGen, name, one, options)
            : { name, message: one.difference.split('\n').slice(0, 3).join('\n') },
        );
      }
      return { total: kept.length + samples.length, failures };
    } finally {
      controllerGen.close();
    }
  },
};

async function shrinkAndKeep(
  controllerGen: ControllerGens,
  name: string,
  { sample, difference }: { readonly sample: Sample; readonly difference: string },
  { log }: GeneratorOptions,
): Promise<Failure> {
  log(`${name} is different: looking for a smaller one`);
  const shrunk = await shrink(controllerGen, sample, difference);
  const folder = keepCase({ name, ...shrunk.sources });
  return { name, message: `kept in ${folder}\n${shrunk.difference}` };
}

function failureOf(name: string, difference: string | undefined): Failure[] {
  return difference === undefined ? [] : [{ name, message: difference }];
}
