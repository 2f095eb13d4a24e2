import { isJsonObject, parseJson } from '@kb/apimachinery/codec';
import type { RequestSequence } from '../../api-server/random-requests/sequences/request-sequence.ts';

/** How many sequences are sent before their answers are compared: these are in memory at once. */
const MOST = 400;

/**
 * Divides sequences into those that may be sent at the same time. Two that store the same object come one after the
 * other, and those that store nothing after them all: whether the object is there would be chance.
 */
export function batchesOf(sequences: readonly RequestSequence[]): RequestSequence[][] {
  const rounds: RequestSequence[][] = [];
  const rest: RequestSequence[] = [];
  const times = new Map<string, number>();
  for (const sequence of sequences) {
    const stored = storedObject(sequence);
    if (stored === undefined) rest.push(sequence);
    else {
      const round = times.get(stored) ?? 0;
      times.set(stored, round + 1);
      (rounds[round] ??= []).push(sequence);
    }
  }
  return [...rounds, rest].flatMap((round) =>
    Array.from({ length: Math.ceil(round.length / MOST) }, (_, index) => round.slice(index * MOST, (index + 1) * MOST)),
  );
}

/**
 * The object that a sequence stores, whichever the version of its path. Undefined if it stores none, or in a namespace
 * of its own.
 */
function storedObject({ namespace, steps: [first] }: RequestSequence): string | undefined {
  if (first === undefined || first.path.includes('dryRun=All') || typeof first.body !== 'string') return undefined;
  if (namespace === undefined && first.path.includes('${NS}')) return undefined;
  const [, , group, , ...rest] = first.path.split('/');
  const object = parseJson(first.body);
  const metadata = isJsonObject(object) ? object['metadata'] : undefined;
  return JSON.stringify([group, rest, isJsonObject(metadata) ? metadata['name'] : '']);
}
