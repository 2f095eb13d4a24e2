import type { Difference } from '../compare.ts';
import { knownDifferences } from '../known-differences.ts';
import type { Answer } from '../sequence.ts';
import { generatedGroup } from './random-definition.ts';

/** Differences that say nothing: those that are known everywhere, and what comes of the real server's own mistakes. */
export function tellingDifferences(
  differences: readonly Difference[],
  real: readonly Answer[],
  ours: readonly Answer[],
): Difference[] {
  const end = real.findIndex((answer, step) => isDeeperValidation(answer, ours[step]));
  // Where a handler of the real server panics, it closes the connection: ours answers.
  const panicked = new Set(real.flatMap(({ status }, step) => (status === 0 ? [step] : [])));
  return differences.filter(
    (difference) =>
      (end < 0 || difference.step < end) &&
      !panicked.has(difference.step) &&
      !isKnown(difference) &&
      !isSameFirstLine(difference) &&
      !areAges(difference),
  );
}

/** Whether the real server refuses the content of a built-in kind that ours takes: its deeper checks are a later part. What follows in the sequence says nothing then. */
function isDeeperValidation({ status, body }: Answer, ours: Answer | undefined): boolean {
  if (status !== 422 || ours === undefined || ours.status >= 300) return false;
  const { message } = body as { readonly message?: unknown };
  return typeof message === 'string' && message.includes(' is invalid: ') && !message.includes(generatedGroup);
}

/** Ages in tables: the clock of ours stands at another time. */
function areAges({ path, real, ours }: Difference): boolean {
  const age = /^(?:\d+[ydhms])+$/;
  return /\.cells\[\d+\]$/.test(path) && age.test(String(real)) && age.test(String(ours));
}

function isKnown({ step, path }: Difference): boolean {
  return knownDifferences.some(({ sequence, where }) => sequence === '*' && where.test(`${step} ${path}`));
}

/** After the first line of some messages the real server prints a difference of its Go structs; clients match what stands before. */
function isSameFirstLine({ path, real, ours }: Difference): boolean {
  if (!path.endsWith('message') || typeof real !== 'string' || typeof ours !== 'string') return false;
  return shortened(real) === shortened(ours) || (isUndeclared(real) && isUndeclared(ours));
}

/** The key of an object in the real server's store, which a dry run leaves without its prefix. */
function withoutPrefix(message: string): string {
  return message.replace(', Key: /registry/', ', Key: /');
}

/** Of fields that no schema has, and of what else is wrong beside them, the real server tells those that it meets first, in random order. */
function isUndeclared(message: string): boolean {
  return message.startsWith('failed to create typed patch object') && message.includes('field not declared in schema');
}

function shortened(message: string): string {
  return withoutPrefix(message)
    .replaceAll(/\n(?:@@|  ).*?(?=, (?:spec|metadata)[.:]|\]$|$)/gs, '')
    .replace(/(pod updates may not change fields other than [^\n]*)[^]*/, '$1');
}
