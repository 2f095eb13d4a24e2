import type { BaseName } from './base-name.ts';
import type { NameCandidate, NameSeeker } from './unique-names.ts';
import { isTooGeneral } from '../words/too-general.ts';
import { joinWords, pascalCase } from '../words/words.ts';
import { apimachineryNames } from '@kb/codegen/importer';

/** The place of a type, as far as names use it. */
export interface NamePath {
  readonly base: BaseName;
  /** The name given by its field. */
  readonly byField: BaseName;
  /**
   * True for one of several types with the same base name in one place, which the surrounding types do not distinguish.
   */
  readonly isTwin: boolean;
  /**
   * For a type used by several whose names end differently: the common beginning of their names, or of their kinds, or
   * `Shared`.
   */
  readonly ofAll?: readonly string[];
  /** The words of the names of the surrounding types, the nearest first, without kinds and their specs. */
  readonly around: readonly (readonly string[])[];
  /**
   * True for a set of values used by types without a common name: the surrounding types of one use do not describe the
   * others.
   */
  readonly isEverywhere: boolean;
  /** The common words of all kinds that use it; empty if there are none. */
  readonly kind: readonly string[];
  /** The words of the kind of its first use. */
  readonly firstKind: readonly string[];
  readonly part: 'spec' | 'status' | undefined;
}

/** Longer names are only used if there is no shorter one. */
const LONG_NAME = 40;
/** The maximum number of surrounding types in a name. */
const MOST_AROUND = 4;

/**
 * Returns the possible names of a type, the best first: its own; with its kind as prefix; with as many surrounding
 * types as needed as prefix. Names given by its field are the last resort, but for a twin the next best. Each is a
 * valid TypeScript name, and no name is repeated.
 */
export function candidatesOf(path: NamePath): Omit<NameSeeker, 'uses'> {
  const { base, byField, firstKind, part } = path;
  const own = namesOf(base, path);
  const ofField = byField.name === base.name ? [] : namesOf(byField, path);
  const last = { name: pascalCase([...firstKind, part ?? '']) + base.name, right: base.sureness };
  if (!path.isTwin || ofField.length === 0) {
    return { candidates: legalOf([...shortFirst(own), last]), spares: legalOf(ofField).map(({ name }) => name) };
  }
  // The twin whose field has the common name keeps it.
  const lesser = own
    .filter(({ name }) => name === base.name)
    .map(({ name, right }) => ({ name, right: right - 0.125 }));
  return { candidates: legalOf([...shortFirst([...lesser, ...ofField, ...own]), last]), spares: [] };
}

function shortFirst(names: readonly NameCandidate[]): readonly NameCandidate[] {
  return [true, false].flatMap((isShort) => names.filter(({ name }) => name.length <= LONG_NAME === isShort));
}

/** The valid names, without duplicates. */
function legalOf(names: readonly NameCandidate[]): readonly NameCandidate[] {
  const byName = new Map<string, NameCandidate>();
  for (const candidate of names) {
    if (isLegal(candidate.name) && !byName.has(candidate.name)) byName.set(candidate.name, candidate);
  }
  return [...byName.values()];
}

/** Returns the possible names of a type that are built from a base name. */
function namesOf(base: BaseName, path: NamePath): readonly NameCandidate[] {
  const { kind, firstKind, part, isEverywhere } = path;
  // Joining drops a part that ends like the name itself; the spec of a template is named like that of the template's
  // object.
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
  // Of two types of a kind, the kind's own is named after the kind; and a name goes to that of the spec before that of
  // the status.
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
  // Keep the name's capitals if nothing of it is dropped.
  return joined.length === before.length + words.length ? pascalCase(before) + name : pascalCase(joined);
}

/** Types of `@kb/apimachinery` that are imported only if a type of the folder extends or replaces one. */
const structs: ReadonlySet<string> = new Set(['Condition', 'ListMeta', 'ManagedFieldsEntry', 'OwnerReference']);

/** Names that files of imported types import, and names of TypeScript that such a type would hide. */
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

/** True for a name that a declared type should avoid if possible. */
function isReservedName(name: string): boolean {
  return reserved.has(name.toLowerCase());
}
