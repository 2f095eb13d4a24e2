import path from 'node:path';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { corpusRun, NO_CORPUS } from './corpus-run.ts';
import type { DefinitionFile } from '../definitions/definition-files.ts';
import { type Looked, readExceptions, withExceptions } from '../definitions/exceptions.ts';
import { randomOf } from '../../random.ts';
import type { Failure } from '../../suite.ts';
import { importAgain } from './import-again.ts';
import { lookAtAll, lookAtEach, lookIn, namesIn } from './look-at-files.ts';
import { problemThroughCommands } from './through-commands.ts';

const exceptionsFile = path.join(import.meta.dirname, 'exceptions.json');

/** Accepted losses in the corpus, by file. */
export const roundTripExceptions = readExceptions(exceptionsFile);

/** Real CRDs, each imported separately and generated again: nothing may be lost. */
export const roundTripSuite: GeneratorSuite = {
  name: 'round-trip',
  async run({ log }) {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    const looked: Looked[] = [];
    for await (const one of lookAtEach(run)) looked.push(one);
    return judged(looked, log);
  },
};

/** The same, all imported into one folder. */
export const roundTripTogetherSuite: GeneratorSuite = {
  name: 'round-trip into one folder',
  async run({ log }) {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    return judged(await lookAtAll(run), log);
  },
};

/**
 * Some groups in two steps: the second import has to fit the result of the first. Importing everything again must
 * change nothing.
 */
export const roundTripAgainSuite: GeneratorSuite = {
  name: 'round-trip in two imports',
  async run({ seed, full }) {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    const random = randomOf(seed, 'two imports');
    // Only kinds of one group affect each other.
    const groups = [...Map.groupBy(run.files, groupOf).values()].filter((files) => files.length > 1);
    const files = random.sample(groups, full ? groups.length : groups.length / 3).flat();
    const first = new Set(random.sample(files, files.length / 2));
    const result = await importAgain(
      [...first],
      files.filter((file) => !first.has(file)),
    );
    const again = { name: 'importing all again changes nothing', problem: result.changes, shownIn: '' };
    return withExceptions([...lookIn(files, result), again], new Map());
  },
};

/** The same for a few, with the user's commands: each alone, and all of them at once. */
export const roundTripCommandsSuite: GeneratorSuite = {
  name: 'round-trip by kb import and kb generate',
  async run({ seed, full }) {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    const files = run.files.filter(({ name }) => !roundTripExceptions.has(name));
    const few = randomOf(seed, 'commands').sample(files, full ? 24 : 3);
    const failures: Failure[] = [];
    for (const part of [...few.map((file) => [file]), few]) {
      const problem = await problemThroughCommands(part);
      if (problem !== undefined) failures.push({ name: part.map(({ name }) => name).join(', '), message: problem });
    }
    return { total: few.length + 1, failures };
  },
};

function judged(looked: readonly Looked[], log: (line: string) => void): ReturnType<typeof withExceptions> {
  const result = withExceptions(looked, roundTripExceptions);
  const { excepted } = result;
  if (excepted > 0) log(`exceptions, with reasons: ${excepted}, in ${path.relative(process.cwd(), exceptionsFile)}`);
  return result;
}

/** The group of a file's CRDs: what follows the first dot of their names. */
function groupOf(file: DefinitionFile): string {
  return namesIn(file)[0]?.replace(/^[^.]*\./, '') ?? '';
}
