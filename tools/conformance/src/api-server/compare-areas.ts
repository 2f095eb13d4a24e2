import { type ControlPlaneBinaries, startControlPlane } from '@kb/control-plane';
import { compareAnswers, type Difference } from './compare.ts';
import { knownDifferences } from './known-differences.ts';
import { prepare } from './prepare.ts';
import { readRecording, type Recording } from './recordings.ts';
import { embeddedRequester, realRequester } from './requesters.ts';
import { runSequence } from './run-sequence.ts';
import type { Answer, Area, Requester, Sequence } from './sequence.ts';
import { areas } from './sequences/index.ts';

/** What a comparison found in one area. */
export interface AreaResult {
  readonly name: string;
  /** How many sequences were compared. */
  readonly total: number;
  /** One for each sequence that is not the same, beyond what is known to differ. */
  readonly failures: readonly { readonly name: string; readonly message: string }[];
}

/** How to compare. */
export interface CompareOptions {
  /** The real server's answers. Default: those that were recorded. */
  readonly real?: ReadonlyMap<Area, Recording>;
  /** Only the sequences whose area and name hold all of these words. */
  readonly words?: readonly string[];
}

/** Makes every request of every sequence on the embedded server, and compares its answers with the real server's. */
export async function compareAreas({ real, words = [] }: CompareOptions = {}): Promise<AreaResult[]> {
  const requester = embeddedRequester();
  await prepare(requester);
  const results: AreaResult[] = [];
  for (const area of areas) {
    const recording = real?.get(area) ?? readRecording(area);
    const answers = await answersOf(requester, area, words);
    const failures = Object.entries(answers).flatMap(([name, ours]) => {
      const differences = compareAnswers(recording[name] ?? [], ours).filter(
        (difference) => !isKnown(name, difference),
      );
      return differences.length === 0 ? [] : [{ name, message: differences.map(formatDifference).join('\n') }];
    });
    const total = Object.keys(answers).length;
    if (total > 0) results.push({ name: area.name, total, failures });
  }
  return results;
}

/** Starts a real API server, without controllers, and makes every request of every sequence on it. */
export async function realAnswers(
  binaries: ControlPlaneBinaries,
  words: readonly string[] = [],
): Promise<Map<Area, Recording>> {
  const plane = await startControlPlane({ binaries, controllers: false });
  try {
    const requester = realRequester(plane);
    await prepare(requester);
    const all = new Map<Area, Recording>();
    for (const area of areas) all.set(area, await answersOf(requester, area, words));
    return all;
  } finally {
    await plane.stop();
  }
}

/** The answers of a server to the sequences of an area, by their names. */
async function answersOf(
  requester: Requester,
  area: Area,
  words: readonly string[],
): Promise<Record<string, Answer[]>> {
  const isWanted = ({ name }: Sequence): boolean => words.every((word) => `${area.name} ${name}`.includes(word));
  const answers: Record<string, Answer[]> = {};
  for (const [index, sequence] of area.sequences.entries()) {
    if (!isWanted(sequence)) continue;
    answers[sequence.name] = await runSequence(requester, sequence, `seq-${area.name.replaceAll(' ', '-')}-${index}`);
  }
  return answers;
}

function isKnown(sequence: string, { step, path }: Difference): boolean {
  return knownDifferences.some(
    (known) => (known.sequence === '*' || known.sequence === sequence) && known.where.test(`${step} ${path}`),
  );
}

function formatDifference({ step, path, real, ours }: Difference): string {
  return `answer ${step}: ${path}\n  real: ${JSON.stringify(real)}\n  ours: ${JSON.stringify(ours)}`;
}
