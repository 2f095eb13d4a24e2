import {
  type AreaResult,
  compareAreas,
  compareDocuments,
  fullNameOf,
  type Pace,
  type PlayedSequences,
} from '@kb/apiserver/recorded';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { failsTwice } from '../fails-twice.ts';
import { type Failure, outcomeOf, type SuiteResult } from '../suite.ts';
import type { realAnswers } from './real-answers.ts';
import { realDocuments } from './real-documents.ts';

/** How a live comparison starts a real server, and how it reports a second run. */
export interface LiveComparison extends Pace {
  /** Only the sequences whose area and name contain all of these words. */
  readonly words: readonly string[];
  /** Only the sequences with these names. Default: all. */
  readonly only?: ReadonlySet<string> | undefined;
  /** Starts a real server, and sends the requests of the sequences. */
  readonly answersOf: (which: PlayedSequences) => ReturnType<typeof realAnswers>;
  readonly log: (line: string) => void;
}

/** Compares the embedded server with the recorded responses of kube-apiserver to some sequences. */
export function compareRecorded(which: PlayedSequences): Promise<readonly AreaResult[]> {
  return areasOf(() => compareAreas(which));
}

/** The same for discovery and OpenAPI documents, as one result. */
export function compareRecordedDocuments(): Promise<readonly AreaResult[]> {
  return areasOf(async () => [sumOf(await compareDocuments())]);
}

/**
 * Compares the embedded server with a live one. A sequence that differs runs again on another server, alone: it fails
 * only if it differs there too.
 */
export async function compareLive({
  words,
  only: wanted,
  pauseBefore,
  answersOf,
  log,
}: LiveComparison): Promise<readonly AreaResult[]> {
  let areas: readonly AreaResult[] = [];
  const outcome = await failsTwice(
    (only) =>
      outcomeOf(async () => {
        const which: PlayedSequences = { words, only: only ?? wanted, pauseBefore };
        const results = await compareAreas({ ...which, real: await answersOf(which) });
        if (only === undefined) areas = results;
        return { total: results.length, failures: results.flatMap(fullyNamed) };
      }),
    log,
  );
  if ('skipped' in outcome) throw new Error('a comparison with a server that is started is not skipped');
  // A failure outside of any area is a comparison that could not be made.
  const failed = new Map(outcome.failures.map((failure) => [failure.name, failure]));
  const judged = areas.map(({ name, total, failures }) => ({
    name,
    total,
    failures: failures.flatMap((failure) => {
      const again = failed.get(fullNameOf(name, failure.name));
      failed.delete(fullNameOf(name, failure.name));
      return again === undefined ? [] : [{ ...again, name: failure.name }];
    }),
  }));
  return failed.size === 0 ? judged : [...judged, theComparison([...failed.values()])];
}

/** Compares the discovery and OpenAPI documents with those of a live server. */
export async function compareLiveDocuments(
  binaries: ControlPlaneBinaries,
  log: (line: string) => void,
): Promise<readonly AreaResult[]> {
  const outcome = await failsTwice(
    () => outcomeOf(async () => sumOf(await compareDocuments(await realDocuments(binaries)))),
    log,
  );
  if ('skipped' in outcome) throw new Error('a comparison with a server that is started is not skipped');
  return [{ name: DOCUMENTS, ...outcome }];
}

const DOCUMENTS = 'documents';

/** The results of all documents as one line. */
function sumOf(results: readonly AreaResult[]): AreaResult {
  return {
    name: DOCUMENTS,
    total: results.reduce((sum, { total }) => sum + total, 0),
    failures: results.flatMap(fullyNamed),
  };
}

function fullyNamed({ name: area, failures }: AreaResult): Failure[] {
  return failures.map(({ name, message }) => ({ name: fullNameOf(area, name), message }));
}

/** Resolves with the result of a comparison. As with suites, one that rejects or times out has failed. */
async function areasOf(work: () => Promise<readonly AreaResult[]>): Promise<readonly AreaResult[]> {
  let areas: readonly AreaResult[] = [];
  const outcome = await outcomeOf(async () => {
    areas = await work();
    return nothing;
  });
  return 'failures' in outcome && outcome.failures.length > 0 ? [theComparison(outcome.failures)] : areas;
}

function theComparison(failures: readonly Failure[]): AreaResult {
  return { name: 'the comparison', total: failures.length, failures };
}

const nothing: SuiteResult = { total: 0, failures: [] };
