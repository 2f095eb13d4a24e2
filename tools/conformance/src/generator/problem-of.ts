import { firstDifference } from './compare-answers.ts';

/** What is wrong with a manifest, if it is not what it should be. Undefined: there is none. */
export function problemOf(file: string, expected: string | undefined, given: string | undefined): string[] {
  if (expected === given) return [];
  if (expected === undefined) return [`${file} is one too many`];
  if (given === undefined) return [`${file} is missing`];
  return [`${file} (- wanted, + given):\n${firstDifference(expected, given)}`];
}
