import {
  type AreaResult,
  compareAreas,
  compareDocuments,
  fullNameOf,
  type WantedSequences,
} from '@kb/apiserver/recorded';
import type { ControlPlaneBinaries } from '@kb/control-plane';
import { failsTwice } from '../fails-twice.ts';
import { type Failure, outcomeOf, type SuiteResult } from '../suite.ts';
import type { realAnswers } from './real-answers.ts';
import { realDocuments } from './real-documents.ts';

/** What a live comparison asks a real server for, and what it tells of a second play. */
export interface LiveComparison {
  /** Only the sequences whose area and name hold all of these words. */
  readonly words: readonly string[];
  /** Starts a real server, and makes the requests of the sequences. */
  readonly answersOf: (which: WantedSequences) => ReturnType<typeof realAnswers>;
  readonly log: (line: string) => void;
}

/** Compares the embedded server with what was recorded of kube-apiserver. */
export function compareRecorded(words: readonly string[]): Promise<readonly AreaResult[]> {
  return areasOf(() => compareAreas({ words }));
}

/** The same for what servers tell of themselves, as one result. */
export function compareRecordedDocuments(): Promise<readonly AreaResult[]> {
  return areasOf(async () => [sumOf(await compareDocuments())]);
}

/**
 * Compares the embedded server with a real one that is started now. A sequence that differs is played again, on another
 * one, where nothing happens beside it: it has failed when it differs there too.
 */
export async function compareLive({ words, answersOf, log }: LiveComparison): Promise<readonly AreaResult[]> {
  let areas: readonly AreaResult[] = [];
  const outcome = await failsTwice(
    (only) =>
      outcomeOf(async () => {
        const which: WantedSequences = { words, only };
        const results = await compareAreas({ ...which, real: await answersOf(which) });
        if (only === undefined) areas = results;
        return { total: results.length, failures: results.flatMap(fullyNamed) };
      }),
    log,
  );
  if ('skipped' in outcome) throw new Error('a comparison with a server that is started is not skipped');
  // What is in no area is the comparison itself, which could not be made.
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

/** Compares what the servers tell of themselves, with a real one that is started now. */
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

/** What a comparison finds; as with suites, one that rejects, or takes longer than any should, has failed. */
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
