import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { compareAnswers, type Difference } from './compare.ts';
import { type KnownDifference, knownDifferences } from './known-differences.ts';
import { prepare } from './prepare.ts';
import { readRecording, type Recording } from './recordings.ts';
import { embeddedRequester, realRequester } from './requesters.ts';
import { startLabWebhook } from './start-lab-webhook.ts';
import { runSequence } from './run-sequence.ts';
import type { Answer, Area, Requester, Sequence } from './sequence.ts';
import { areas } from './sequences/index.ts';

/** How many sequences are run on the real server at the same time. */
const AT_ONCE = 24;

/** What a comparison found in one area. */
export interface AreaResult {
  readonly name: string;
  /** How many sequences were compared. */
  readonly total: number;
  /** One for each sequence that is not the same, beyond what is known to differ. */
  readonly failures: readonly { readonly name: string; readonly message: string }[];
}

/** What a comparison found in an area of sequences. */
export interface SequencesResult extends AreaResult {
  /** The known differences that were met. */
  readonly met: ReadonlySet<KnownDifference>;
}

/** How to compare. */
export interface CompareOptions {
  /** The real server's answers. Default: those that were recorded. */
  readonly real?: ReadonlyMap<Area, Recording>;
  /** Only the sequences whose area and name hold all of these words. */
  readonly words?: readonly string[];
}

/** Makes every request of every sequence on the embedded server, and compares its answers with the real server's. */
export async function compareAreas({ real, words = [] }: CompareOptions = {}): Promise<SequencesResult[]> {
  const results: SequencesResult[] = [];
  for (const area of areas) {
    if (wantedSequences(area, words).length === 0) continue;
    const recording = real?.get(area) ?? readRecording(area);
    // A server for each area: on its clock the minutes of others have not passed.
    const requester = embeddedRequester();
    await prepare(requester);
    const answers = await answersOf(requester, area, words);
    const met = new Set<KnownDifference>();
    const failures = Object.entries(answers).flatMap(([name, ours]) => {
      const differences = compareAnswers(recording[name] ?? [], ours).filter((difference) => {
        const known = knownDifference(name, difference);
        if (known) met.add(known);
        return !known;
      });
      return differences.length === 0 ? [] : [{ name, message: differences.map(formatDifference).join('\n') }];
    });
    const total = Object.keys(answers).length;
    results.push({ name: area.name, total, failures, met });
  }
  return results;
}

/** Starts a real API server, without controllers, and makes every request of every sequence on it. */
export async function realAnswers(
  binaries: ControlPlaneBinaries,
  words: readonly string[] = [],
): Promise<Map<Area, Recording>> {
  const webhook = await startLabWebhook();
  const plane = await startControlPlane({ binaries, controllers: false });
  try {
    const requester = realRequester(plane, webhook);
    await prepare(requester);
    return await answersSideBySide(requester, words);
  } finally {
    await plane.stop();
    await webhook.stop();
  }
}

/**
 * The answers of a server to all sequences: many sequences at once, because most of the time is waiting; those that
 * must be alone at the end.
 */
async function answersSideBySide(requester: Requester, words: readonly string[]): Promise<Map<Area, Recording>> {
  const wanted = areas.map((area) => ({
    area,
    sequences: wantedSequences(area, words),
    answers: new Map<string, Answer[]>(),
  }));
  const runs = wanted.flatMap(({ sequences, answers }) =>
    sequences.map(({ sequence, namespace }) => ({
      alone: sequence.alone === true,
      run: async () => answers.set(sequence.name, await answersOrWhyNot(requester, sequence, namespace)),
    })),
  );
  const together = runs.filter(({ alone }) => !alone);
  const work = async (): Promise<void> => {
    for (let next = together.shift(); next; next = together.shift()) await next.run();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  for (const { alone, run } of runs) if (alone) await run();
  // In the order of the sequences, whichever was finished first.
  return new Map(
    wanted.map(({ area, sequences, answers }) => [
      area,
      Object.fromEntries(sequences.map(({ sequence: { name } }) => [name, answers.get(name) ?? []])),
    ]),
  );
}

/** A sequence that could not be played differs; the others are compared. */
async function answersOrWhyNot(requester: Requester, sequence: Sequence, namespace: string): Promise<Answer[]> {
  try {
    return await runSequence(requester, sequence, namespace);
  } catch (error) {
    return [{ status: 0, headers: {}, body: error instanceof Error ? error.message : String(error) }];
  }
}

/** The answers of a server to the sequences of an area, by their names. */
async function answersOf(
  requester: Requester,
  area: Area,
  words: readonly string[],
): Promise<Record<string, Answer[]>> {
  const answers: Record<string, Answer[]> = {};
  for (const { sequence, namespace } of wantedSequences(area, words)) {
    answers[sequence.name] = await runSequence(requester, sequence, namespace);
  }
  return answers;
}

/** The sequences of an area whose names hold all words, each with the namespace that it is run in. */
function wantedSequences(
  { name: area, sequences }: Area,
  words: readonly string[],
): { readonly sequence: Sequence; readonly namespace: string }[] {
  return sequences
    .map((sequence, index) => ({ sequence, namespace: `seq-${area.replaceAll(' ', '-')}-${index}` }))
    .filter(({ sequence }) => words.every((word) => `${area} ${sequence.name}`.includes(word)));
}

function knownDifference(sequence: string, { step, path }: Difference): KnownDifference | undefined {
  return knownDifferences.find(
    (known) => (known.sequence === '*' || known.sequence === sequence) && known.where.test(`${step} ${path}`),
  );
}

function formatDifference({ step, path, real, ours }: Difference): string {
  return `answer ${step}: ${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(ours)}`;
}
