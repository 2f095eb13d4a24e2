import { type Answer, type Difference, knownDifferences } from '@kb/apiserver/recorded';
import { GENERATED_GROUP } from '../values/random-definition.ts';

/** Why the rest of a sequence is not compared. */
const ENDED =
  'sequences ended early: the real server refuses what the deeper validation of built-in kinds, a later part, will refuse';

/** Why a difference is ignored. */
const PANICKED = 'answers that the real server did not give: its handler panics and the connection is dropped';
const UNDECLARED =
  'messages that name other fields: of those that no schema has the real server tells some, in random order';
const STRUCTS = 'messages that are the same up to where the real server prints a difference of its Go structs';
const SEPARATORS =
  'YAML answers with line separators in a text: ours escapes them, so that every reader of YAML gives the text back';
const FORGOTTEN =
  'lists of old states: the two servers forget them by clocks of their own, and only one of the two had';
const AGES = 'ages in tables: the clock of ours stands at another time';

/** The differences in the responses to a sequence, and the ignored differences. */
export interface Telling {
  readonly differences: readonly Difference[];
  /**
   * Why something was not compared, once for each place; each reason continues a sentence that begins with a number.
   */
  readonly leftOut: readonly string[];
}

/**
 * Removes the differences to ignore: known ones, and those caused by chance and by bugs of the real server.
 * `onlyCustom`: the requests are for custom resources and their definitions, of which no check is left to a later part.
 */
export function tellingDifferences(
  differences: readonly Difference[],
  real: readonly Answer[],
  ours: readonly Answer[],
  { onlyCustom = false }: { readonly onlyCustom?: boolean } = {},
): Telling {
  const leftOut: string[] = [];
  const end = onlyCustom ? -1 : real.findIndex((answer, step) => isDeeperValidation(answer, ours[step]));
  if (end >= 0) leftOut.push(ENDED);
  // If a handler of the real server panics, it closes the connection; ours responds.
  const panicked = new Set(real.flatMap(({ status }, step) => (status === 0 ? [step] : [])));
  leftOut.push(...[...panicked].map(() => PANICKED));
  const forgotten = new Set(real.flatMap((answer, step) => (isForgottenByOne(answer, ours[step]) ? [step] : [])));
  leftOut.push(...[...forgotten].map(() => FORGOTTEN));
  const silent = new Set([...panicked, ...forgotten]);
  const telling = differences.filter((difference) => {
    if ((end >= 0 && difference.step >= end) || silent.has(difference.step) || isKnown(difference)) return false;
    const reason = reasonOf(difference);
    if (reason !== undefined) leftOut.push(reason);
    return reason === undefined;
  });
  return { differences: telling, leftOut };
}

function reasonOf(difference: Difference): string | undefined {
  if (areAges(difference)) return AGES;
  const { path, real, ours } = difference;
  if (hasEscapedSeparators(difference)) return SEPARATORS;
  if (!path.endsWith('message') || typeof real !== 'string' || typeof ours !== 'string') return undefined;
  if (isUndeclared(real) && isUndeclared(ours)) return UNDECLARED;
  return shortened(real) === shortened(ours) ? STRUCTS : undefined;
}

/**
 * Whether the real server refuses content of a built-in kind that ours accepts: its deeper checks are not implemented
 * yet. The rest of the sequence is not compared then.
 */
function isDeeperValidation({ status, body }: Answer, ours: Answer | undefined): boolean {
  if (status !== 422 || ours === undefined || ours.status >= 300) return false;
  const { message } = body as { readonly message?: unknown };
  return typeof message === 'string' && message.includes(' is invalid: ') && !message.includes(GENERATED_GROUP);
}

/** Whether a list requested a state that one server has, and the other has compacted. */
function isForgottenByOne(real: Answer, ours: Answer | undefined): boolean {
  return (isForgotten(real) && ours?.status === 200) || (real.status === 200 && isForgotten(ours));
}

function isForgotten(answer: Answer | undefined): boolean {
  if (answer?.status !== 410) return false;
  const { message } = answer.body as { readonly message?: unknown };
  return message === 'The resourceVersion for the provided list is too old.';
}

function areAges({ path, real, ours }: Difference): boolean {
  const age = /^(?:\d+[ydhms])+$/;
  return /\.cells\[\d+\]$/.test(path) && age.test(String(real)) && age.test(String(ours));
}

function hasEscapedSeparators({ path, real, ours }: Difference): boolean {
  return path === 'body' && typeof real === 'string' && /[\u2028\u2029]/.test(real) && /\\[LP]/.test(String(ours));
}

function isKnown({ step, path }: Difference): boolean {
  return knownDifferences.some(({ sequence, where }) => sequence === '*' && where.test(`${step} ${path}`));
}

function isUndeclared(message: string): boolean {
  return message.startsWith('failed to create typed patch object') && message.includes('field not declared in schema');
}

/**
 * After the first line of some messages the real server prints a diff of its Go structs, and the whole immutable pod
 * template; clients match the rest.
 */
function shortened(message: string): string {
  return message
    .replaceAll(/Invalid value: \{"(?!match).*?\}: field is immutable/gs, 'field is immutable')
    .replaceAll(/\n(?:@@|  ).*?(?=, (?:spec|metadata)[.:]|\]$|$)/gs, '')
    .replace(/(pod updates may not change fields other than [^\n]*)[^]*/, '$1');
}

/** Counts by reason, as lines: `12 of 3000 sequences ended early: …`. */
export function countReasons(leftOut: readonly string[], { total }: { readonly total: number }): string[] {
  const counts = new Map<string, number>();
  for (const reason of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) => `${count} ${reason === ENDED ? `of ${total} ` : ''}${reason}`);
}
