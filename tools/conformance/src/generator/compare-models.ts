import { compareAnswers } from './compare-answers.ts';
import type { GoSources } from './controller-gen.ts';
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

/** Runs both generators, beside each other. For each API what is not the same, in words, or undefined. */
export async function compareModels(
  controllerGen: ControllerGens,
  all: readonly Sources[],
): Promise<(string | undefined)[]> {
  const [wanted, given] = await Promise.all([
    controllerGen.generate(all),
    generateEach(all.map(({ typeScript }) => typeScript)),
  ]);
  return wanted.map((want, index) => {
    const have = given[index];
    if (have === undefined) throw new Error(`kb has no answer to model ${index}`);
    return have instanceof Error ? `kb fails: ${have.stack ?? have.message}` : compareAnswers(want, have);
  });
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
