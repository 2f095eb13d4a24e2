import { equalJson, type FieldError, fieldForbidden, type JsonObject } from '@kb/apimachinery';
import { isJsonObject, trimEndOf } from '@kb/apimachinery/codec';
import { emptiedFields } from '@kb/apimachinery/managed-fields';
import { type ApiObject, asJson, type FrozenObject, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';

/** The maximum size of the data in a ConfigMap or a Secret, in bytes. */
export const MAX_BYTES: number = 1024 * 1024;

const IMMUTABLE = 'field is immutable when `immutable` is set';

/**
 * Validates a change of an object that may be immutable. `texts` and `bytes` name its fields; `sent` is the new object
 * as decoded.
 */
export function immutableErrors(
  object: ApiObject,
  old: FrozenObject,
  sent: ApiObject,
  { texts, bytes }: { readonly texts?: string; readonly bytes: string },
): FieldError[] {
  if (old.immutable !== true) return [];
  const errors = object.immutable === true ? [] : [fieldForbidden('immutable', IMMUTABLE)];
  const isChanged = (field: string): boolean => !equalJson(partOf(object, field), partOf(old, field));
  if (texts !== undefined && isChanged(texts)) errors.push(fieldForbidden(texts, IMMUTABLE));
  // In Go, an empty map of bytes differs from none, and stored objects have no empty ones.
  if (isChanged(bytes) || emptiedFields(asJson(sent)).includes(bytes)) errors.push(fieldForbidden(bytes, IMMUTABLE));
  return errors;
}

/** A map in an object; an empty one if it is absent. */
export function partOf(object: ApiObject | FrozenObject, field: string): JsonObject {
  const part = own(object, field);
  return isJsonObject(part) ? part : {};
}

/** The number of bytes in the base64 texts of a map. */
export const base64Bytes = (data: JsonObject): number =>
  Object.values(data).reduce(
    (sum: number, text) => sum + Math.floor((trimEndOf(scalarText(text), '=').length * 3) / 4),
    0,
  );

/** Null bytes in a map are decoded as empty ones, and then written as such. */
export function hasNoBytes(map: unknown): boolean {
  return isJsonObject(map) && Object.values(map).includes(null);
}

/** The number of entries in a map. */
export const sizeOf = (value: unknown): number => (isJsonObject(value) ? Object.keys(value).length : 0);
