import { generateTwin } from '../../../../packages/codegen/src/test-support/compare-twin.ts';
import {
  compareWithRecorded,
  generateWithWords,
  type PublishedTwin,
  publishedFolder,
  publishedTwinNames,
  readPublishedTwin,
} from '../../../../packages/codegen/src/test-support/published-twins.ts';
import { oracleOptions } from '../../../../packages/codegen/src/test-support/twins.ts';
import { fetchGo } from '../build-go.ts';
import type { ControllerGen } from './controller-gen.ts';
import { problemOf } from './compare-answers.ts';

/** Published APIs of other projects, in TypeScript. */
export const publishedTwins: readonly PublishedTwin[] = publishedTwinNames.map(readPublishedTwin);

/** Why the published Go modules are missing; undefined: they are available. */
export function whyNotFetched(): string | undefined {
  return fetchGo(publishedFolder);
}

/** Compares kb's output with the recording. */
export async function problemsOfPublishedTwin(twin: PublishedTwin): Promise<string[]> {
  const compared = compareWithRecorded(twin, await generateTwin(twin));
  return compared.flatMap(({ file, expected, given }) => problemOf(file, expected, given));
}

/**
 * Compares controller-gen's output for the published Go code with the recording and with kb's output: once with digests
 * in place of the Go types' text, once with the text itself.
 */
export async function problemsWithControllerGen(twin: PublishedTwin, controllerGen: ControllerGen): Promise<string[]> {
  const ask = async (command: string, ...options: readonly string[]): Promise<Record<string, string>> =>
    JSON.parse(
      await controllerGen.run([command, ...options, ...oracleOptions(twin), ...twin.packages], publishedFolder),
    );
  const [digested, own, words] = [await ask('generate'), await ask('generate', '--own-words'), await ask('words')];
  const recorded = compareWithRecorded(twin, new Map(Object.entries(digested)));
  return [
    ...recorded.flatMap(({ file, expected, given }) => problemOf(`recorded ${file}`, given, expected)),
    ...problemsOfManifests(digested, await generateTwin(twin)),
    ...problemsOfManifests(own, await generateWithWords(twin, words)),
  ];
}

function problemsOfManifests(wanted: Readonly<Record<string, string>>, given: ReadonlyMap<string, string>): string[] {
  const files = new Set([...Object.keys(wanted), ...given.keys()]);
  return [...files].flatMap((file) => problemOf(file, wanted[file], given.get(file)));
}
