import { equalJson } from '../json/equal-json.ts';
import { isJsonObject } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import { managedFieldsOf, withManagedFields } from './object-metadata.ts';

/**
 * The no-op rule: returns the live object when the object that is about to be stored differs only in the times of its
 * managed fields, else `next`. Applied last, after defaulting and admission. An
 * object in which entries came or went is never a no-op.
 */
export function keepManagedTimes(live: DeepReadonly<JsonObject>, next: DeepReadonly<JsonObject>): JsonObject {
  // Never changes its arguments.
  const before = live as JsonObject;
  const after = next as JsonObject;
  const oldEntries = managedFieldsOf(before);
  const newEntries = managedFieldsOf(after);
  if (!Array.isArray(oldEntries) || !Array.isArray(newEntries) || oldEntries.length !== newEntries.length) return after;
  if (!newEntries.every((entry, index) => equalJson(withoutTime(entry), withoutTime(oldEntries[index])))) return after;
  return equalJson(withManagedFields(before, undefined), withManagedFields(after, undefined)) ? before : after;
}

function withoutTime(entry: JsonValue | undefined): unknown {
  return isJsonObject(entry) ? { ...entry, time: undefined } : entry;
}
