import type { Answer } from '@kb/apiserver/recorded';
import { isRecord } from '@kb/apimachinery/codec';

/**
 * How often a request is repeated to see whether the real server has an order. It visits the fields of an object from a
 * random one on, in a circle: two neighbours of 32 change places once in 32 requests, and keep theirs by chance in 400
 * once in 300,000.
 */
const MOST_REPETITIONS = 400;

/**
 * Returns a pair of causes, or of warnings, that the real server always has in the other order than ours, if there is
 * one. `again` sends the request to the real server once more; it is only called if the orders differ.
 */
export async function causesInOtherOrder(
  real: Answer,
  ours: Answer,
  again: () => Promise<Answer | undefined>,
): Promise<readonly [first: string, second: string] | undefined> {
  const own = positions(ours);
  let swapped = [...pairsOf(causesOf(real)), ...pairsOf(warningsOf(real))].filter(([first, second]) =>
    isBefore(own, second, first),
  );
  for (let left = MOST_REPETITIONS; swapped.length > 0 && left > 0; left -= 1) {
    const answer = await again();
    if (answer === undefined) break;
    const there = positions(answer);
    swapped = swapped.filter(([first, second]) => isBefore(there, first, second));
  }
  return swapped[0];
}

/** The different causes of a refusal, in their order. */
function causesOf({ body }: Answer): string[] {
  const details = isRecord(body) ? body['details'] : undefined;
  const causes = isRecord(details) ? details['causes'] : undefined;
  return Array.isArray(causes) ? [...new Set(causes.map((cause) => JSON.stringify(cause)))] : [];
}

/** The different warnings of an answer, in their order. */
function warningsOf({ headers }: Answer): string[] {
  return [...new Set(headers['warning']?.split('\n'))];
}

/** Whether two answers have the same warnings, in any order. */
export function haveSameWarnings(real: Answer, ours: Answer): boolean {
  return warningsOf(real).toSorted().join('\n') === warningsOf(ours).toSorted().join('\n');
}

function pairsOf(causes: readonly string[]): (readonly [string, string])[] {
  return causes.flatMap((first, index) => causes.slice(index + 1).map((second) => [first, second] as const));
}

function positions(answer: Answer): ReadonlyMap<string, number> {
  return new Map([...causesOf(answer), ...warningsOf(answer)].map((text, index) => [text, index]));
}

function isBefore(positionOf: ReadonlyMap<string, number>, first: string, second: string): boolean {
  const [a, b] = [positionOf.get(first), positionOf.get(second)];
  return a !== undefined && b !== undefined && a < b;
}
