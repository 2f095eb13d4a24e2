import { compareAnswers } from './compare-answers.ts';
import type { ControllerGenAnswer, GoSources } from './controller-gen.ts';
import type { ControllerGens } from './controller-gens.ts';
import { type KbAnswer, kbGenerate } from './kb-generate.ts';
import type { ApiModel } from './model/api-model.ts';
import { printGo } from './model/print-go.ts';
import { printTypeScript } from './model/print-typescript.ts';

/** One API in both languages: file names and texts. */
export interface Sources {
  /** It has what controller-gen can only since the release after 0.21. */
  readonly newer: boolean;
  readonly go: GoSources;
  /** Relative to the package's `src`. */
  readonly typeScript: ReadonlyMap<string, string>;
}

/** A model in both languages. */
export function sourcesOf(model: ApiModel): Sources {
  return { newer: model.newer, go: printGo(model), typeScript: printTypeScript(model) };
}

/** For each API what is not the same, in words; undefined where all is. */
export type Differences = Promise<(string | undefined)[]>;

/**
 * Runs both generators, beside each other. With `again`, controller-gen is asked a second time for what differs, since
 * it walks over Go's maps in random order: what counts differs twice. `again` is called for each.
 */
export async function compareModels(
  controllerGen: ControllerGens,
  all: readonly Sources[],
  again?: (index: number, difference: string) => void,
): Differences {
  const [wanted, given] = await Promise.all([
    controllerGen.generate(all),
    generateEach(all.map(({ typeScript }) => typeScript)),
  ]);
  const differences = wanted.map((want, index) => differenceOf(want, given[index]));
  if (again === undefined) return differences;
  const different = [...differences.entries()].flatMap(([index, difference]) => {
    const model = all[index];
    return difference === undefined || model === undefined ? [] : [{ index, difference, model }];
  });
  for (const { index, difference } of different) again(index, difference);
  const wantedAgain = await controllerGen.generate(different.map(({ model }) => model));
  for (const [at, { index }] of different.entries()) {
    const want = wantedAgain[at];
    if (want === undefined) throw new Error('controller-gen has no second answer to a model');
    differences[index] = differenceOf(want, given[index]);
  }
  return differences;
}

function differenceOf(want: ControllerGenAnswer, have: KbAnswer | Error | undefined): string | undefined {
  if (have === undefined) throw new Error('kb has no answer to a model');
  return have instanceof Error ? `kb fails: ${have.stack ?? have.message}` : compareAnswers(want, have);
}

async function generateEach(all: readonly ReadonlyMap<string, string>[]): Promise<(KbAnswer | Error)[]> {
  const answers: (KbAnswer | Error)[] = [];
  for (const sources of all) {
    try {
      answers.push(await kbGenerate(sources));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      answers.push(error);
    }
    // The other generator is a process whose output waits to be read.
    await new Promise(setImmediate);
  }
  return answers;
}
