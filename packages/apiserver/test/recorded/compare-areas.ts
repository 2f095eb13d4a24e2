import { compareAnswers, type Difference } from './compare.ts';
import { embeddedRequester } from './embedded-requester.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';
import { prepare } from './prepare.ts';
import { readRecording, type Recording } from './recordings.ts';
import { runSequence } from './run-sequence.ts';
import type { Area, Requester, Sequence } from './sequence.ts';
import { areas } from './sequences/index.ts';

/** What a comparison found in one area. */
export interface AreaResult {
  readonly name: string;
  /** How many sequences were compared. */
  readonly total: number;
  /** One for each sequence that is not the same, beyond what is known to differ. */
  readonly failures: readonly { readonly name: string; readonly message: string }[];
}

/** Which sequences. Default: all. */
export interface WantedSequences {
  /** Only those whose area and name hold all of these words. */
  readonly words?: readonly string[];
  /** Only those with these names: `AREA: SEQUENCE`, as {@link fullNameOf} makes them. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** How to compare. */
export interface CompareOptions extends WantedSequences {
  /** The real server's answers. Default: those that were recorded. */
  readonly real?: ReadonlyMap<Area, Recording>;
}

/** Makes every request of every sequence on the embedded server, and compares its answers with the real server's. */
export async function compareAreas({ real, ...which }: CompareOptions = {}): Promise<AreaResult[]> {
  const results: AreaResult[] = [];
  for (const area of areas) {
    const wanted = wantedSequences(area, which);
    if (wanted.length === 0) continue;
    const recording = real?.get(area) ?? readRecording(area);
    const requester = await startForArea();
    const failures: { readonly name: string; readonly message: string }[] = [];
    for (const one of wanted) {
      const { differences } = await compareSequence(requester, one, recording);
      const { name } = one.sequence;
      if (differences.length > 0) failures.push({ name, message: differences.map(formatDifference).join('\n') });
    }
    results.push({ name: area.name, total: wanted.length, failures });
  }
  return results;
}

/** Starts a server for the sequences of one area: on its clock the minutes of others have not passed. */
export async function startForArea(): Promise<Requester> {
  const requester = embeddedRequester();
  await prepare(requester);
  return requester;
}

/** A sequence of an area, and the namespace that it is run in. */
export interface PlacedSequence {
  readonly area: string;
  readonly sequence: Sequence;
  readonly namespace: string;
}

/** The sequences of an area that are wanted, each with its namespace. */
export function wantedSequences(
  { name: area, sequences }: Area,
  { words = [], only }: WantedSequences = {},
): PlacedSequence[] {
  return sequences
    .map((sequence, index) => ({ area, sequence, namespace: `seq-${area.replaceAll(' ', '-')}-${index}` }))
    .filter(({ sequence }) => words.every((word) => `${area} ${sequence.name}`.includes(word)))
    .filter(({ sequence }) => only?.has(fullNameOf(area, sequence.name)) ?? true);
}

/** The name of a sequence that no other area's has. */
export function fullNameOf(area: string, sequence: string): string {
  return `${area}: ${sequence}`;
}

/** What {@link compareSequence} found. */
export interface SequenceComparison {
  /** Where the answers differ, beyond what is known to. */
  readonly differences: readonly Difference[];
  /** The known differences that were met. */
  readonly met: ReadonlySet<KnownDifference>;
}

/** Makes the requests of a sequence on a server, and compares its answers with a recording. */
export async function compareSequence(
  requester: Requester,
  { area, sequence, namespace }: PlacedSequence,
  recording: Recording,
): Promise<SequenceComparison> {
  const ours = await runSequence(requester, sequence, namespace);
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

/** A difference in words: where it is, and both values. */
export function formatDifference({ step, path, real, ours }: Difference): string {
  return `answer ${step}: ${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(ours)}`;
}
