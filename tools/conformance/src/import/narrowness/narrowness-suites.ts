import { stringifyJson } from '@kb/apimachinery/codec';
import type { GeneratorSuite } from '../../generator-suite.ts';
import type { SuiteResult } from '../../suite.ts';
import { corpusRun, NO_CORPUS } from '../round-trip/corpus-run.ts';
import { withExceptions } from '../definitions/exceptions.ts';
import { nameOf, parseDefinitions } from '../definitions/parse-definitions.ts';
import { lookIn } from '../round-trip/look-at-files.ts';
import { roundTripIn } from '../round-trip/round-trip.ts';
import { roundTripExceptions } from '../round-trip/round-trip-suites.ts';
import { temporaryFolder } from '../round-trip/temporary-folder.ts';
import { checkSamples, formatKind, type KindSamples } from './check-samples.ts';
import { kindsOf } from './kinds-of.ts';
import { randomDefinitions } from './random-schemas.ts';
import { type KindVersion, type SampleLimits, samplesOf } from './samples.ts';

const everything: SampleLimits = { places: Number.POSITIVE_INFINITY, mutations: 8 };

/**
 * Imported types against their schemas: values that the API server accepts type-check, and values that it refuses for
 * their shape do not.
 */
export const narrownessSuite: GeneratorSuite = {
  name: 'narrowness',
  async run({ seed, full, log }) {
    const run = corpusRun();
    if (run === undefined) return { skipped: NO_CORPUS };
    const { folder } = await run.together();
    const files = run.files.filter(({ name }) => !roundTripExceptions.has(name));
    const kinds = files.flatMap(({ text }) => parseDefinitions(text).flatMap(kindsOf));
    return checkKinds(folder, kinds, seed, full ? everything : { places: 24, mutations: 3 }, log);
  },
};

/**
 * The same for random schemas, which have what no CRD of the corpus has: rules on combinations of fields. They have to
 * survive the round trip too.
 */
export const randomNarrownessSuite: GeneratorSuite = {
  name: 'narrowness of random schemas',
  async run({ seed, full, log }) {
    using folder = temporaryFolder();
    const definitions = randomDefinitions(seed, full ? 600 : 60);
    const files = definitions.map((definition) => {
      const name = `${nameOf(definition)}.json`;
      return { name, path: name, text: stringifyJson(definition) };
    });
    const cameBack = withExceptions(lookIn(files, await roundTripIn(folder.path, files)), new Map());
    const checked = await checkKinds(folder.path, definitions.flatMap(kindsOf), seed, everything, log);
    return { total: cameBack.total + checked.total, failures: [...cameBack.failures, ...checked.failures] };
  },
};

async function checkKinds(
  folder: string,
  kinds: readonly KindVersion[],
  seed: number,
  limits: SampleLimits,
  log: (line: string) => void,
): Promise<SuiteResult> {
  const all: KindSamples[] = [];
  const unreached: string[] = [];
  for (const kind of kinds) {
    const made = samplesOf(kind, seed, limits);
    if (made.unreached.length > 0) unreached.push(`${made.unreached.length} of ${formatKind(kind)}`);
    all.push({ kind, samples: made.samples });
  }
  const failures = await checkSamples(folder, all);
  const samples = all.flatMap((one) => one.samples);
  const valid = samples.filter(({ isValid }) => isValid).length;
  log(`seed ${seed}: ${kinds.length} kinds and versions, ${valid} valid objects, ${samples.length - valid} wrong ones`);
  if (unreached.length > 0) log(`places that no valid object was found for: ${fewOf(unreached)}`);
  return { total: samples.length, failures };
}

/** The first ones, and the number of the others. */
function fewOf(names: readonly string[]): string {
  const more = names.length - 5;
  return [...names.slice(0, 5), ...(more > 0 ? [`and of ${more} more kinds`] : [])].join(', ');
}
