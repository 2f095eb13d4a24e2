import { type Candidate, startOf } from './find-victims.ts';

/** Added to priorities, so that more victims always weigh more than fewer. */
const OFFSET = 2 ** 31;

/** What is compared of two candidates, the first difference decides; less is better. */
const measures: readonly ((candidate: Candidate) => number)[] = [
  ({ violations }) => violations,
  ({ victims: [first] }) => first?.priority ?? 0,
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + OFFSET, 0),
  ({ victims }) => victims.length,
  ({ victims }) => -earliestStart(victims),
];

/** Returns the candidate whose victims matter least; of equal ones the first. Undefined without candidates. */
export function pickCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  let [best] = candidates;
  for (const candidate of candidates) if (best !== undefined && isBetter(candidate, best)) best = candidate;
  return best;
}

function isBetter(a: Candidate, b: Candidate): boolean {
  for (const measure of measures) {
    const difference = measure(a) - measure(b);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** When the first of the most important victims started. */
function earliestStart(victims: Candidate['victims']): number {
  const highest = victims[0]?.priority;
  return Math.min(...victims.filter(({ priority }) => priority === highest).map(startOf));
}
