import type { BaseName } from './base-name.ts';
import type { NameCandidate, NameSeeker } from './unique-names.ts';
import { isTooGeneral } from '../words/too-general.ts';
import { joinWords, pascalCase } from '../words/words.ts';
import { apimachineryNames } from '@kb/codegen/importer';

/** Where a type stands, as far as its name can say it. */
export interface NamePath {
  readonly base: BaseName;
  /** What its field calls it. */
  readonly byField: BaseName;
  /** True for one of several that have the same base in one place: nothing around them tells them apart. */
  readonly isTwin: boolean;
  /**
   * Of a type that several use whose names do not end alike: what their names begin with, else what their kinds have in
   * common, else `Shared`.
   */
  readonly ofAll?: readonly string[];
  /** The words of the names of the types around it, the nearest first, without kinds and their specs. */
  readonly around: readonly (readonly string[])[];
  /**
   * True for a set of values that types use which have no name in common: what stands around it in one place says
   * nothing of the others.
   */
  readonly isEverywhere: boolean;
  /** The words that all kinds that use it have in common; empty for none. */
  readonly kind: readonly string[];
  /** The words of the kind of its first use. */
  readonly firstKind: readonly string[];
  readonly part: 'spec' | 'status' | undefined;
}

/** Longer names are taken only where there is no shorter one. */
const LONG_NAME = 40;
/** How many of the types around it a name speaks of at most. */
const MOST_AROUND = 4;

/**
 * The names that a type could have, the best first: its own; with its kind in front; with the types around it in front,
 * as many as needed. Those of its field are spare, but for a twin they are the next best. Each is a name in TypeScript,
 * and none is in the list twice.
 */
export function candidatesOf(path: NamePath): Omit<NameSeeker, 'uses'> {
  const { base, byField, firstKind, part } = path;
  const own = namesOf(base, path);
  const ofField = byField.name === base.name ? [] : namesOf(byField, path);
  const last = { name: pascalCase([...firstKind, part ?? '']) + base.name, right: base.sureness };
  if (!path.isTwin || ofField.length === 0) {
    return { candidates: legalOf([...shortFirst(own), last]), spares: legalOf(ofField).map(({ name }) => name) };
  }
  // The twin whose field has the name of all keeps it.
  const lesser = own
    .filter(({ name }) => name === base.name)
    .map(({ name, right }) => ({ name, right: right - 0.125 }));
  return { candidates: legalOf([...shortFirst([...lesser, ...ofField, ...own]), last]), spares: [] };
}

function shortFirst(names: readonly NameCandidate[]): readonly NameCandidate[] {
  return [true, false].flatMap((isShort) => names.filter(({ name }) => name.length <= LONG_NAME === isShort));
}

/** Those that are names, each once. */
function legalOf(names: readonly NameCandidate[]): readonly NameCandidate[] {
  const byName = new Map<string, NameCandidate>();
  for (const candidate of names) {
    if (isLegal(candidate.name) && !byName.has(candidate.name)) byName.set(candidate.name, candidate);
  }
  return [...byName.values()];
}

/** The names that a type could have by one that it would have if it were alone. */
function namesOf(base: BaseName, path: NamePath): readonly NameCandidate[] {
  const { kind, firstKind, part, isEverywhere } = path;
  // What ends like the name itself would be all that is left of both; the spec of a template is that of what the
  // template is of.
  const around = path.around
    .map((words) => (endsWith(words, ['Template', ...base.words]) ? words.slice(0, -1 - base.words.length) : words))
    .filter((words) => words.length > 0 && !endsWith(words, base.words))
    .slice(0, MOST_AROUND);
  const names: string[] = [];
  const isWeak = !base.isClear || isReservedName(base.name);
  const ofKind = withFront([kind], base);
  if (!isWeak) names.push(base.name);
  if (part === 'status' && !isWeak && !/(?:Status|State|Condition)$/.test(base.name)) names.push(`${base.name}Status`);
  if (!isWeak || isEverywhere || around.length === 0) names.push(ofKind);
  else if (path.ofAll !== undefined) names.push(withFront([path.ofAll], base));
  for (let count = 1; count <= around.length; count++) {
    const front = around.slice(0, count).reverse();
    if (!isTooGeneral(front.flat())) names.push(withFront(front, base));
    if (!isTooGeneral(front.flat()) || kind.length > 0) names.push(withFront([kind, ...front], base));
  }
  const parts = part === undefined ? [] : [[part]];
  const whole = around.toReversed();
  names.push(
    withFront([firstKind], base),
    withFront([firstKind, ...parts], base),
    withFront([firstKind, ...whole], base),
    withFront([firstKind, ...parts, ...whole], base),
  );
  // Of two of a kind, the one that the kind itself has is called after the kind; and that of the spec has a name rather
  // than that of the status.
  const right = part === 'status' ? base.sureness - 0.5 : base.sureness;
  return names.map((name) => ({ name, right: name === ofKind && around.length === 0 ? right + 0.25 : right }));
}

function isLegal(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name) && !isReservedName(name);
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return end.every((word, index) => words[words.length - end.length + index]?.toLowerCase() === word.toLowerCase());
}

function withFront(front: readonly (readonly string[])[], { name, words }: BaseName): string {
  const before = front.reduce<readonly string[]>(joinWords, []);
  const joined = joinWords(before, words);
  // The writing of the name stays, where nothing of it is left out.
  return joined.length === before.length + words.length ? pascalCase(before) + name : pascalCase(joined);
}

/** What of `@kb/apimachinery` is imported only where a type of the folder extends it, or instead of one. */
const structs: ReadonlySet<string> = new Set(['Condition', 'ListMeta', 'ManagedFieldsEntry', 'OwnerReference']);

/**
 * Names that files of imported types take from elsewhere, and names of TypeScript that would mean something else behind
 * such a type.
 */
const reserved: ReadonlySet<string> = new Set(
  [
    ...apimachineryNames.filter((name) => !structs.has(name)),
    'Narrowed',
    ...`
  Array ArrayBuffer Awaited BigInt Blob Boolean Buffer Capitalize Console Crypto DataView Date Document Element Error Event EventTarget Exclude Extract File Float32Array
  FormData Function Generator Global Headers Infinity Int32Array InstanceType Intl Iterable Iterator JSON Lowercase Map Math NaN Navigator Node NonNullable Number Object Omit
  OmitThisParameter Parameters Partial Performance Pick Process Promise Proxy Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Reflect RegExp Request Required Response
  ReturnType Set String Symbol Text ThisType URL Uncapitalize Uppercase WeakMap WeakSet Window Worker
  `
      .trim()
      .split(/\s+/),
  ].map((name) => name.toLowerCase()),
);

/** True for a name that no declared type should have, if it can have another one. */
function isReservedName(name: string): boolean {
  return reserved.has(name.toLowerCase());
}
