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

/** APIs that other people publish, in TypeScript. */
export const publishedTwins: readonly PublishedTwin[] = publishedTwinNames.map(readPublishedTwin);

/** Why the published Go modules are not there; undefined: they are, or were fetched now. */
export function whyNotFetched(): string | undefined {
  return fetchGo(publishedFolder);
}

/** Compares what kb writes with what is recorded. */
export async function problemsOfPublishedTwin(twin: PublishedTwin): Promise<string[]> {
  const compared = compareWithRecorded(twin, await generateTwin(twin));
  return compared.flatMap(({ file, expected, given }) => problemOf(file, expected, given));
}

/**
 * Compares what controller-gen writes for the published Go with what is recorded, and with what kb writes: once with
 * digests for the sentences of the Go types, once with the sentences themselves.
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
