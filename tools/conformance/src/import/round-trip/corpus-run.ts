import { existsSync } from 'node:fs';
import { corpusDefinitions, type DefinitionFile, definitionFilesIn } from '../definitions/definition-files.ts';
import type { RoundTrip } from './problem-of.ts';
import { roundTrip, roundTripIn } from './round-trip.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The reason for skipping, if the corpus is missing. */
export const NO_CORPUS = 'there is no corpus of real CRDs beside the project';

/** Results that several suites use, computed on first use. */
export interface CorpusRun {
  readonly files: readonly DefinitionFile[];
  /** Each file imported and generated separately. */
  readonly alone: (file: DefinitionFile) => Promise<RoundTrip>;
  /** All of them imported into one folder, and generated from there. The folder stays until the process ends. */
  readonly together: () => Promise<TogetherRun>;
}

/** The result for all files at once. */
export interface TogetherRun extends RoundTrip {
  /** Absolute; types are in `types/` of it. */
  readonly folder: string;
}

let run: CorpusRun | undefined;

/** The run over the corpus; undefined without a corpus. */
export function corpusRun(): CorpusRun | undefined {
  if (run === undefined && existsSync(corpusDefinitions)) run = runOver(definitionFilesIn(corpusDefinitions));
  return run;
}

/** A run over files. */
export function runOver(files: readonly DefinitionFile[]): CorpusRun {
  const alone = new Map<DefinitionFile, Promise<RoundTrip>>();
  let together: Promise<TogetherRun> | undefined;
  return {
    files,
    alone(file) {
      const known = alone.get(file) ?? roundTrip([file]);
      alone.set(file, known);
      return known;
    },
    together() {
      together ??= importTogether(files);
      return together;
    },
  };
}

async function importTogether(files: readonly DefinitionFile[]): Promise<TogetherRun> {
  const { path: folder } = temporaryFolder();
  return { folder, ...(await roundTripIn(folder, files)) };
}
