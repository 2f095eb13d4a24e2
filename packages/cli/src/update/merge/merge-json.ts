import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '@kb/apimachinery/codec';
import { parseJson, printerOf } from '../../scaffold/lists/json-style.ts';
import type { ThreeWay } from './merge-lines.ts';

/** Marks a value that both sides changed in different ways. */
const conflict = Symbol('conflict');

/**
 * Merges two changes of a JSON text by its keys. Undefined if one of the texts is not JSON, if both sides changed one
 * value, or if the author's text is formatted in a way that would be lost.
 */
export function mergeJson({ base, yours, theirs }: ThreeWay): string | undefined {
  const texts = [base, yours, theirs].map(parsed);
  const [old, mine, other] = texts;
  if (old === undefined || mine === undefined || other === undefined) return undefined;
  if (!isRecord(mine.value)) return undefined;
  const print = printerOf(yours, mine.value);
  if (print(mine.value) !== yours) return undefined;
  const merged = mergeValues(old.value, mine.value, other.value);
  return isRecord(merged) ? print(merged) : undefined;
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

function mergeValues(base: unknown, mine: unknown, other: unknown): unknown {
  if (isDeepStrictEqual(mine, other) || isDeepStrictEqual(base, other)) return mine;
  if (isDeepStrictEqual(base, mine)) return other;
  if (isRecord(mine) && isRecord(other)) return mergeObjects(isRecord(base) ? base : {}, mine, other);
  if (Array.isArray(mine) && Array.isArray(other) && Array.isArray(base)) return mergeLists(base, mine, other);
  return conflict;
}

type JsonObject = Readonly<Record<string, unknown>>;

function mergeObjects(base: JsonObject, mine: JsonObject, other: JsonObject): unknown {
  const merged: Record<string, unknown> = {};
  const keys = [...Object.keys(mine), ...Object.keys(other).filter((key) => !Object.hasOwn(mine, key))];
  for (const key of keys) {
    const value = mergeValues(own(base, key), own(mine, key), own(other, key));
    if (value === conflict) return conflict;
    if (value !== undefined) merged[key] = value;
  }
  return isSorted(mine) && isSorted(other) ? sorted(merged) : merged;
}

/** Lists of plain values are sets: each side's additions and removals count. */
function mergeLists(base: readonly unknown[], mine: readonly unknown[], other: readonly unknown[]): unknown {
  if ([...base, ...mine, ...other].some((item) => typeof item === 'object' && item !== null)) return conflict;
  const kept = mine.filter((item) => !base.includes(item) || other.includes(item));
  return [...kept, ...other.filter((item) => !base.includes(item) && !mine.includes(item))];
}

function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Dependencies, for instance: new keys then get their sorted place. */
function isSorted(object: JsonObject): boolean {
  const keys = Object.keys(object);
  return keys.length > 1 && keys.every((key, index) => index === 0 || (keys[index - 1] ?? '') < key);
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
