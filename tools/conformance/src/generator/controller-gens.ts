import { newerModules } from '../../../../packages/codegen/src/test-support/twins.ts';
import { buildControllerGen, type ControllerGenAnswer, type GoSources } from './controller-gen.ts';

/** Sources, with the release that they need. */
export interface ReleaseSources {
  readonly go: GoSources;
  /** True: a release after 0.21. */
  readonly newer: boolean;
}

/** The oracle in both releases that kb follows. */
export interface ControllerGens {
  /** Returns the output for each model, of the release that it needs: 0.21 if possible. */
  generate(models: readonly ReleaseSources[]): Promise<ControllerGenAnswer[]>;
  /** Removes their temporary files. */
  close(): void;
}

/** Builds both, or returns the reason why they cannot be built. */
export function buildControllerGens(): ControllerGens | { readonly reason: string } {
  const usual = buildControllerGen();
  if ('reason' in usual) return usual;
  const newer = buildControllerGen(newerModules);
  if ('reason' in newer) {
    usual.close();
    return newer;
  }
  return {
    async generate(models) {
      const [old, recent] = [models.filter((one) => !one.newer), models.filter((one) => one.newer)];
      const answers = new Map<ReleaseSources, ControllerGenAnswer>();
      for (const [release, wanted] of [
        [usual, old],
        [newer, recent],
      ] as const) {
        const given = await release.generate(wanted.map(({ go }) => go));
        for (const [index, model] of wanted.entries()) {
          const answer = given[index];
          if (answer !== undefined) answers.set(model, answer);
        }
      }
      return models.map((model) => {
        const answer = answers.get(model);
        if (answer === undefined) throw new Error('controller-gen has no answer to a model');
        return answer;
      });
    },
    close() {
      usual.close();
      newer.close();
    },
  };
}
