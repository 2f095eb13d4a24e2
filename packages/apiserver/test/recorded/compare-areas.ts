import { createVirtualClock } from '@kb/apimachinery';
import { compareAnswers, type Difference } from './compare.ts';
import { embeddedRequester } from './embedded-requester.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';
import { createLabCertificates } from './lab/lab-certificates-adapter.ts';
import { prepare } from './prepare.ts';
import { readRecording, type Recording } from './recordings.ts';
import { type Pace, runSequence } from './run-sequence.ts';
import type { Area, Requester, Sequence } from './sequence.ts';
import { areas } from './sequences/index.ts';

/** The result of comparing one area. */
export interface AreaResult {
  readonly name: string;
  /** The number of compared sequences. */
  readonly total: number;
  /** One entry for each sequence with differences that are not known. */
  readonly failures: readonly { readonly name: string; readonly message: string }[];
}

/** Selects sequences. Default: all. */
export interface WantedSequences {
  /** Only sequences whose area and name contain all of these words. */
  readonly words?: readonly string[];
  /** Only sequences with these names: `AREA: SEQUENCE`, as {@link fullNameOf} makes them. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Selects sequences, and says how fast they are run. */
export interface PlayedSequences extends WantedSequences, Pace {}

/** Options of {@link compareAreas}. */
export interface CompareOptions extends PlayedSequences {
  /** The real server's answers. Default: the recorded ones. */
  readonly real?: ReadonlyMap<Area, Recording>;
}

/** Sends every request of every sequence to the embedded server, and compares its answers with the real server's. */
export async function compareAreas({ real, ...which }: CompareOptions = {}): Promise<AreaResult[]> {
  const results: AreaResult[] = [];
  for (const area of areas) {
    const wanted = wantedSequences(area, which);
    if (wanted.length === 0) continue;
    const recording = real?.get(area) ?? readRecording(area);
    const requester = await startForArea(area);
    const failures: { readonly name: string; readonly message: string }[] = [];
    for (const one of wanted) {
      const { differences } = await compareSequence(requester, one, recording, which);
      const { name } = one.sequence;
      if (differences.length > 0) failures.push({ name, message: differences.map(formatDifference).join('\n') });
    }
    results.push({ name: area.name, total: wanted.length, failures });
  }
  return results;
}

/**
 * Starts a server for the sequences of one area. It has its own clock, on which the time of other areas has not passed.
 */
export async function startForArea({ server }: Area): Promise<Requester> {
  // The server imports it with the first rule. Its clock would move by minutes meanwhile, and requests would time out.
  await import('@kb/apimachinery/cel');
  const certificates = server?.clientCertificates ? await createLabCertificates(createVirtualClock().now()) : undefined;
  const requester = embeddedRequester({ ...server, certificates });
  await prepare(requester);
  return requester;
}

/** A sequence of an area, and the namespace in which it runs. */
export interface PlacedSequence {
  readonly area: string;
  readonly sequence: Sequence;
  readonly namespace: string;
}

/** Returns the selected sequences of an area, each with its namespace. */
export function wantedSequences(
  { name: area, sequences }: Area,
  { words = [], only }: WantedSequences = {},
): PlacedSequence[] {
  return sequences
    .map((sequence, index) => ({ area, sequence, namespace: `seq-${area.replaceAll(' ', '-')}-${index}` }))
    .filter(({ sequence }) => words.every((word) => `${area} ${sequence.name}`.includes(word)))
    .filter(({ sequence }) => only?.has(fullNameOf(area, sequence.name)) ?? true);
}

/** Returns the name of a sequence, which is unique across all areas. */
export function fullNameOf(area: string, sequence: string): string {
  return `${area}: ${sequence}`;
}

/** The result of {@link compareSequence}. */
export interface SequenceComparison {
  /** The differences between the answers that are not known. */
  readonly differences: readonly Difference[];
  /** The known differences that occurred. */
  readonly met: ReadonlySet<KnownDifference>;
}

/** Sends the requests of a sequence to a server, and compares its answers with a recording. */
export async function compareSequence(
  requester: Requester,
  { area, sequence, namespace }: PlacedSequence,
  recording: Recording,
  pace?: Pace,
): Promise<SequenceComparison> {
  const ours = await runSequence(requester, sequence, namespace, pace);
  const met = new Set<KnownDifference>();
  const differences = compareAnswers(recording[sequence.name] ?? [], ours).filter((difference) => {
    const known = knownDifference(area, sequence.name, difference);
    if (known) met.add(known);
    return !known;
  });
  return { differences, met };
}

function knownDifference(area: string, sequence: string, { step, path }: Difference): KnownDifference | undefined {
  return knownDifferences.find(
    (known) =>
      (known.sequence === '*' || (known.area === area && known.sequence === sequence)) &&
      known.where.test(`${step} ${path}`),
  );
}

/** Formats a difference: its position, and both values. */
export function formatDifference({ step, path, real, ours }: Difference): string {
  return `answer ${step}: ${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(ours)}`;
}
