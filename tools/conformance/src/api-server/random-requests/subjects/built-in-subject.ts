import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import type { Random } from '../../../random.ts';
import type { Subject } from './subject.ts';

/** Makes the parts of objects of one kind. */
export interface SubjectParts {
  readonly kind: string;
  readonly apiVersion: string;
  readonly plural: string;
  readonly cluster?: boolean;
  readonly subresources?: readonly string[];
  readonly fieldSelectors?: readonly string[];
  /** What every object has. */
  readonly base?: JsonObject;
  /** Optional parts of objects, of one or a few fields each, merged into the base. */
  readonly parts: readonly ((random: Random) => JsonObject)[];
  readonly status?: (random: Random) => JsonObject;
}

/** A built-in kind. */
export function builtInSubject({ base = {}, parts, status, cluster = false, ...rest }: SubjectParts): Subject {
  const { kind, apiVersion, plural, subresources = [], fieldSelectors = [] } = rest;
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const some = (random: Random, count: number): JsonObject =>
    random.sample(parts, count).reduce((all, make) => merged(all, make(random)), {});
  return {
    kind,
    apiVersion,
    collection: `${root}${cluster ? '' : '/namespaces/${NS}'}/${plural}`,
    prefix: cluster ? '${NS}-' : '',
    subresources,
    strategic: true,
    fieldSelectors,
    whole: (random) => merged(base, some(random, random.below(4))),
    part: (random) => merged(random.chance(0.5) ? base : {}, some(random, 1 + random.below(2))),
    applied: (random) => merged(base, some(random, random.below(3))),
    required: base,
    ...(status && { status }),
  };
}

function merged(left: JsonObject, right: JsonObject): JsonObject {
  const all: JsonObject = { ...left };
  for (const [key, value] of Object.entries(right)) {
    const before = all[key];
    all[key] = isJsonObject(before) && isJsonObject(value) ? merged(before, value) : value;
  }
  return all;
}

/** One of some values. */
export function one<T>(random: Random, first: T, ...others: T[]): T {
  return random.pick([first, ...others]) ?? first;
}

/** Some elements of a list, in random order. */
export function some(random: Random, list: readonly JsonValue[]): JsonValue[] {
  const chosen = random.sample(list, random.below(list.length + 1));
  return random.chance(0.3) ? chosen.toReversed() : chosen;
}
