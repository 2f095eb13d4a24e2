import path from 'node:path';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { repositoryRoot } from '../../targets/repository.ts';
import { corpusRun, NO_CORPUS } from '../round-trip/corpus-run.ts';
import { type Exceptions, type Looked, readExceptions, withExceptions } from '../definitions/exceptions.ts';
import { isRecent, textDifference } from './text-difference.ts';

const rewritten = path.join(repositoryRoot, 'packages/codegen/src/testdata/rewritten-crds.json');
const ownExceptions = path.join(import.meta.dirname, 'exceptions.json');

/** Real CRDs of a recent controller-gen, imported and generated again: as text. */
export const byteForByteSuite: GeneratorSuite = {
  name: 'byte for byte',
  async run({ log }) {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    const looked: Looked[] = [];
    for (const file of run.files) {
      if (!isRecent(file.text)) continue;
      const { generated } = await run.alone(file);
      const [given] = generated.values();
      looked.push({ name: file.name, problem: textDifference(file.text, given), shownIn: file.text });
    }
    const exceptions = exceptionsOf(looked);
    log(
      `left out, since other tools rewrote them: ${exceptions.size}, in ${[rewritten, ownExceptions].map((list) => path.relative(repositoryRoot, list)).join(' and ')}`,
    );
    return withExceptions(looked, exceptions);
  },
};

/** Files whose layout differs with any printer, and files with content that controller-gen never writes. */
function exceptionsOf(looked: readonly Looked[]): Exceptions {
  const names = new Set(looked.map(({ name }) => name));
  const printedOtherwise = [...readExceptions(rewritten)].map(
    ([name, exception]) => [name.replace(/^crds\//, ''), exception] as const,
  );
  return new Map([...printedOtherwise.filter(([name]) => names.has(name)), ...readExceptions(ownExceptions)]);
}
