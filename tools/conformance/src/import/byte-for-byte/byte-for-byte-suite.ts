import path from 'node:path';
import type { GeneratorSuite } from '../../generator-suite.ts';
import { repositoryRoot } from '../../targets/repository.ts';
import { corpusRun, NO_CORPUS } from '../round-trip/corpus-run.ts';
import { type Exceptions, type Looked, readExceptions, withExceptions } from '../definitions/exceptions.ts';
import { withGoAnnotation } from '../../../../../packages/codegen/src/test-support/compare-twin.ts';
import { firstDifference } from '../../generator/compare-answers.ts';

const rewritten = path.join(repositoryRoot, 'packages/codegen/src/testdata/rewritten-crds.json');
const ownExceptions = path.join(import.meta.dirname, 'exceptions.json');

/** Real CRDs of a recent controller-gen, imported and generated again, compared as text. */
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

/** True for a CRD of controller-gen 0.20 or later. */
export function isRecent(text: string): boolean {
  const minor = /controller-gen\.kubebuilder\.io\/version: v0\.(\d+)/.exec(text)?.[1];
  return minor !== undefined && Number(minor) >= 20;
}

/**
 * Returns where a text differs from the generated one, except for the generator's version and a leading `---`.
 * Undefined: nowhere.
 */
export function textDifference(wanted: string, given: string | undefined): string | undefined {
  if (given === undefined) return 'nothing was generated';
  const [want, have] = [wanted, given].map((text) =>
    withGoAnnotation(text)
      .replace(VERSION_LINE, '$1')
      .replace(/^---\n/, ''),
  );
  if (want === undefined || have === undefined || want === have) return undefined;
  return `- the file, + generated:\n${firstDifference(want, have)}`;
}

/** The line of the version, without the version. */
const VERSION_LINE = /(controller-gen\.kubebuilder\.io\/version:).*/;
