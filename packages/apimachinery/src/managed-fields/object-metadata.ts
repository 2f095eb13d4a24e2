import { getOwn, isJsonObject, setOwn } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import type { ManagedFieldsEntry } from '../object/object.ts';

/** `metadata` of an object, or undefined. */
export function metadataOf(object: JsonObject): JsonObject | undefined {
  const metadata = getOwn(object, 'metadata');
  return isJsonObject(metadata) ? metadata : undefined;
}

/** `metadata.managedFields`, unchecked; undefined when absent. */
export function managedFieldsOf(object: JsonObject): JsonValue | undefined {
  const metadata = metadataOf(object);
  return metadata === undefined ? undefined : getOwn(metadata, 'managedFields');
}

/** Returns the object with these managed fields, or without any. Returns the object itself when nothing changes. */
export function withManagedFields(
  object: JsonObject,
  entries: readonly DeepReadonly<ManagedFieldsEntry>[] | undefined,
): JsonObject {
  const metadata = metadataOf(object);
  if (entries === undefined) {
    if (metadata === undefined || !Object.hasOwn(metadata, 'managedFields')) return object;
    const { managedFields: _, ...rest } = metadata;
    return withProperty(object, 'metadata', rest);
  }
  // Entries are JSON by their type, but interfaces have no index signature.
  const value = entries as unknown as JsonValue;
  if (metadata !== undefined && metadata['managedFields'] === value) return object;
  return withProperty(object, 'metadata', { ...metadata, managedFields: value });
}

/** Returns the object with one property changed. */
export function withProperty(object: JsonObject, name: string, value: JsonValue): JsonObject {
  const changed = { ...object };
  setOwn(changed, name, value);
  return changed;
}

/** A string property, or the empty string. */
export function stringOf(object: JsonObject | undefined, name: string): string {
  const value = object === undefined ? undefined : getOwn(object, name);
  return typeof value === 'string' ? value : '';
}
