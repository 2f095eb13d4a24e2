import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { editDistance, nearestName } from '../../text/nearest-name.ts';

/** The required form of a JSON value. Null is allowed everywhere, because it removes a member in a patch. */
export type Shape =
  | { readonly kind: 'text' | 'flag' | 'number' | 'count' | 'value' }
  | { readonly kind: 'list'; readonly of: Shape; readonly called: string }
  /** Any keys, with values of one shape. */
  | { readonly kind: 'map'; readonly of: Shape; readonly called: string }
  | ObjectShape
  /** An object, true or false. */
  | { readonly kind: 'object or flag'; readonly object: ObjectShape; readonly called: string }
  /** An object, or a list of them. */
  | { readonly kind: 'object or list'; readonly object: ObjectShape; readonly called: string };

/**
 * An object with members of known names. Other members are accepted: an imported definition may have unknown members.
 */
export interface ObjectShape {
  readonly kind: 'object';
  readonly called: string;
  readonly members: ReadonlyMap<string, Shape>;
  /** Members that are not allowed, and why: the text that follows their name in a message. */
  readonly refused?: ReadonlyMap<string, string>;
  /** Names with a meaning elsewhere, which are not treated as misspellings of a known name. */
  readonly others?: ReadonlySet<string>;
}

/** Text. */
export const text: Shape = { kind: 'text' };
/** True or false. */
export const flag: Shape = { kind: 'flag' };
/** Any number. */
export const number: Shape = { kind: 'number' };
/** A whole number. */
export const count: Shape = { kind: 'count' };
/** Any value. */
export const value: Shape = { kind: 'value' };
/** A list of texts. */
export const texts: Shape = listOf(text, 'a list of texts');

/** A list of values of one shape. */
export function listOf(of: Shape, called: string): Shape {
  return { kind: 'list', of, called };
}

/** An object; `members` are names, with spaces between, and the shape that all of them have. */
export function objectOf(
  called: string,
  members: readonly (readonly [shape: Shape, names: string])[],
  rest: Pick<ObjectShape, 'refused' | 'others'> = {},
): ObjectShape {
  return { kind: 'object', called, members: membersOf(members), ...rest };
}

/** Members by their names. */
export function membersOf(members: readonly (readonly [shape: Shape, names: string])[]): Map<string, Shape> {
  return new Map(members.flatMap(([shape, names]) => names.split(' ').map((name) => [name, shape] as const)));
}

/** The problem of a value as a sentence, or undefined. `at` is the name of the value. */
export function shapeProblem(given: JsonValue, shape: Shape, at: string): string | undefined {
  return problemOf(given, shape, at, () => undefined);
}

/**
 * A sentence about the first member of a value whose name looks misspelt, or undefined. The value must have no other
 * problem.
 */
export function misspeltMember(given: JsonValue, shape: Shape, at: string): string | undefined {
  return problemOf(given, shape, at, (name, place, { members, others }) => {
    const near = others?.has(name) === true ? undefined : misspelt(name, members.keys());
    return near === undefined ? undefined : `${place}: there is no member of this name; did you mean ${near}?`;
  });
}

/** Makes the message about an unknown member of an object. */
type OnUnknown = (name: string, place: string, shape: ObjectShape) => string | undefined;

function problemOf(given: JsonValue, shape: Shape, at: string, unknown: OnUnknown): string | undefined {
  if (given === null) return undefined;
  const wants = (wanted: string): string => `${at} is ${wanted}, and this is ${inWords(given)}`;
  switch (shape.kind) {
    case 'value':
      return undefined;
    case 'text':
      return typeof given === 'string' ? undefined : wants('text');
    case 'flag':
      return typeof given === 'boolean' ? undefined : wants('true or false');
    case 'number':
      return typeof given === 'number' || typeof given === 'bigint' ? undefined : wants('a number');
    case 'count':
      return Number.isInteger(given) ? undefined : wants('a whole number');
    case 'list':
      if (!Array.isArray(given)) return wants(shape.called);
      return firstProblem(given.entries(), (item, index) => itemProblem(item, shape.of, `${at}[${index}]`, unknown));
    case 'map':
      if (!isJsonObject(given)) return wants(shape.called);
      return firstProblem(Object.entries(given), (item, name) => problemOf(item, shape.of, `${at}[${name}]`, unknown));
    case 'object or list':
      return problemOf(given, Array.isArray(given) ? listOf(shape.object, shape.called) : shape.object, at, unknown);
    case 'object or flag':
      if (typeof given === 'boolean') return undefined;
      return isJsonObject(given) ? membersProblem(given, shape.object, at, unknown) : wants(shape.called);
    case 'object':
      return isJsonObject(given) ? membersProblem(given, shape, at, unknown) : wants(shape.called);
  }
}

/** In a list, null does not remove anything, so it is refused. */
function itemProblem(item: JsonValue, shape: Shape, at: string, unknown: OnUnknown): string | undefined {
  if (item !== null || shape.kind === 'value') return problemOf(item, shape, at, unknown);
  return `${at} is null, which is not allowed in a list`;
}

function firstProblem<K>(
  entries: Iterable<readonly [K, JsonValue]>,
  problemAt: (item: JsonValue, key: K) => string | undefined,
): string | undefined {
  for (const [key, item] of entries) {
    const problem = problemAt(item, key);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function membersProblem(object: JsonObject, shapeOf: ObjectShape, at: string, unknown: OnUnknown): string | undefined {
  const { members, refused } = shapeOf;
  return firstProblem(Object.entries(object), (member, name) => {
    const shape = members.get(name);
    const place = at === '' ? name : `${at}.${name}`;
    const why = refused?.get(name);
    if (why !== undefined) return `${place}: ${why}`;
    return shape === undefined ? unknown(name, place, shapeOf) : problemOf(member, shape, place, unknown);
  });
}

/** The known name that differs in one or two letters. */
function misspelt(name: string, known: Iterable<string>): string | undefined {
  if (name.length < 4) return undefined;
  const near = nearestName(name, [...known]);
  return near !== undefined && editDistance(name.toLowerCase(), near.toLowerCase()) <= 2 ? near : undefined;
}

function inWords(given: JsonValue): string {
  if (Array.isArray(given)) return 'a list';
  if (isJsonObject(given)) return 'an object';
  if (typeof given === 'boolean') return 'true or false';
  if (typeof given === 'string') return 'text';
  return Number.isInteger(given) || typeof given === 'bigint' ? 'a whole number' : 'a number';
}
