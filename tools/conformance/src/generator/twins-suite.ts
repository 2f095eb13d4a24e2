import { compareTwin } from '../../../../packages/codegen/src/test-support/compare-twin.ts';
import { compareWithCorpus } from '../../../../packages/codegen/src/test-support/compare-with-corpus.ts';
import { compareManifests } from '../../../../packages/codegen/src/test-support/corpus-manifests.ts';
import { corpusTwins } from '../../../../packages/codegen/src/test-support/corpus-twins.ts';
import { corpus } from '../../../../packages/codegen/src/test-support/corpus-yaml.ts';
import {
  newerModules,
  oracleArguments,
  readTwin,
  twinNames,
} from '../../../../packages/codegen/src/test-support/twins.ts';
import { existsSync } from 'node:fs';
import { playedAgain } from '../fails-twice.ts';
import { type Failure, messageOf } from '../suite.ts';
import { buildControllerGen } from './controller-gen.ts';
import type { GeneratorSuite } from '../generator-suite.ts';
import { problemOf } from './compare-answers.ts';
import {
  problemsOfPublishedTwin,
  problemsWithControllerGen,
  publishedTwins,
  whyNotFetched,
} from './published-twins.ts';

/**
 * Types in Go and in TypeScript: ours, those of controller-gen's own tests, and published APIs of other projects.
 * Recordings are compared with controller-gen itself if Go is installed.
 */
export const twinsSuite: GeneratorSuite = {
  name: 'twins',
  live: true,
  async run({ log }) {
    const failures: Failure[] = [];
    let total = 0;
    const check = async (name: string, problemsOf: () => Promise<string[]> | string[]): Promise<void> => {
      total += 1;
      const message = await messageOfProblems(problemsOf);
      if (message !== undefined) failures.push({ name, message });
    };
    // With controller-gen itself: a failure counts only if it is repeated.
    const checkLive = async (name: string, problemsOf: () => Promise<string[]>): Promise<void> => {
      const message = await messageOfProblems(problemsOf);
      if (message !== undefined) log(playedAgain({ name, message }));
      await check(name, () => (message === undefined ? [] : problemsOf()));
    };
    for (const name of twinNames) await check(name, () => problemsOfTwin(name));
    for (const twin of publishedTwins) await check(`published: ${twin.name}`, () => problemsOfPublishedTwin(twin));
    if (existsSync(corpus)) {
      for (const twin of corpusTwins) await check(`corpus: ${twin.name}`, () => problemsOfCorpusTwin(twin));
      for (const { name, expected, given } of compareManifests())
        await check(`corpus: ${name}`, () => problemOf('the manifest', expected, given));
    } else {
      log("SKIPPED: there is no corpus beside the project: nothing was compared with controller-gen's own tests");
    }
    for (const newer of [false, true]) {
      const controllerGen = buildControllerGen(newer ? newerModules : undefined);
      if ('reason' in controllerGen) {
        log(`SKIPPED: what is recorded was not compared with controller-gen itself: ${controllerGen.reason}`);
        continue;
      }
      for (const name of twinNames.filter((twin) => readTwin(twin).newer === newer))
        await checkLive(`recorded: ${name}`, () => problemsOfRecording(name, (args) => controllerGen.run(args)));
      const missing = newer ? undefined : whyNotFetched();
      if (missing !== undefined)
        log(`SKIPPED: the published APIs were not compared with controller-gen itself: ${missing}`);
      else if (!newer)
        for (const twin of publishedTwins)
          await checkLive(`controller-gen: ${twin.name}`, () => problemsWithControllerGen(twin, controllerGen));
      controllerGen.close();
    }
    return { total, failures };
  },
};

/** A description of the problem; undefined if there is none. */
async function messageOfProblems(problemsOf: () => Promise<string[]> | string[]): Promise<string | undefined> {
  try {
    const problems = await problemsOf();
    return problems.length > 0 ? problems.join('\n') : undefined;
  } catch (error) {
    return messageOf(error);
  }
}

async function problemsOfTwin(name: string): Promise<string[]> {
  const compared = await compareTwin(readTwin(name));
  return compared.flatMap(({ file, expected, given }) => problemOf(file, expected, given));
}

async function problemsOfCorpusTwin(twin: (typeof corpusTwins)[number]): Promise<string[]> {
  const compared = await compareWithCorpus(twin);
  return compared.flatMap(({ file, expected, given, problems }) => [...problems, ...problemOf(file, expected, given)]);
}

async function problemsOfRecording(name: string, run: (args: readonly string[]) => Promise<string>): Promise<string[]> {
  const twin = readTwin(name);
  const files: Readonly<Record<string, string>> = JSON.parse(await run(oracleArguments(twin)));
  const compared = await compareTwin(twin);
  const recorded = compared.filter(({ expected }) => expected !== undefined);
  return [
    ...recorded.flatMap(({ file, expected }) => problemOf(file, files[file], expected)),
    ...Object.keys(files).flatMap((file) =>
      recorded.some((one) => one.file === file) ? [] : [`${file} is not recorded`],
    ),
  ];
}
