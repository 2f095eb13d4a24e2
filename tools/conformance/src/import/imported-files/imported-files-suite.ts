import type { GeneratorSuite } from '../../generator-suite.ts';
import { corpusRun, NO_CORPUS } from '../round-trip/corpus-run.ts';
import { withExceptions } from '../definitions/exceptions.ts';
import { parseDefinitions } from '../definitions/parse-definitions.ts';
import { lookAtTypes } from './look-at-types.ts';

/** The files that an import of the whole corpus writes must meet the standards of hand-written files. */
export const importedFilesSuite: GeneratorSuite = {
  name: 'imported files',
  async run() {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    const { folder } = await run.together();
    const definitions = run.files.flatMap(({ text }) => parseDefinitions(text));
    const looked = await lookAtTypes(folder, definitions);
    return withExceptions(looked, new Map());
  },
};
