import type { GeneratorSuite } from '../../generator/generator-suite.ts';
import { corpusRun, noCorpus } from '../corpus-run.ts';
import { withExceptions } from '../definitions/exceptions.ts';
import { parseDefinitions } from '../definitions/parse-definitions.ts';
import { lookAtTypes } from './look-at-types.ts';

/** The files that an import of the whole corpus writes: as well kept as if somebody had written them. */
export const importedFilesSuite: GeneratorSuite = {
  name: 'imported files',
  async run() {
    const run = corpusRun();
    if (run === undefined) return { skipped: noCorpus };
    const { folder } = await run.together();
    const definitions = run.files.flatMap(({ text }) => parseDefinitions(text));
    const looked = await lookAtTypes(folder, definitions);
    return withExceptions(looked, new Map());
  },
};
