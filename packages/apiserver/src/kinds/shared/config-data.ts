import { equalJson, type FieldError, fieldForbidden, type JsonObject } from '@kb/apimachinery';
import { isJsonObject, trimEndOf } from '@kb/apimachinery/codec';
import { emptiedFields } from '@kb/apimachinery/managed-fields';
import { type ApiObject, asJson, type FrozenObject, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';

/** The most bytes of data in a ConfigMap or a Secret. */
export const MAX_BYTES: number = 1024 * 1024;

const IMMUTABLE = 'field is immutable when `immutable` is set';

/**
 * Validates a change of an object that may be marked as immutable. `texts` and `bytes` name its fields; `sent` is the
 * new object as it was read.
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
  // To Go an empty map of bytes is not the same as none, and what is stored has no empty ones.
  if (isChanged(bytes) || emptiedFields(asJson(sent)).includes(bytes)) errors.push(fieldForbidden(bytes, IMMUTABLE));
  return errors;
}

/** A map of an object; an empty one where it is absent. */
export function partOf(object: ApiObject | FrozenObject, field: string): JsonObject {
  const part = own(object, field);
  return isJsonObject(part) ? part : {};
}

/** How many bytes the base64 texts of a map hold. */
export const base64Bytes = (data: JsonObject): number =>
  Object.values(data).reduce(
    (sum: number, text) => sum + Math.floor((trimEndOf(scalarText(text), '=').length * 3) / 4),
    0,
  );

/** Bytes of a map that are null are read as empty ones, and written as such then. */
export function hasNoBytes(map: unknown): boolean {
  return isJsonObject(map) && Object.values(map).includes(null);
}

/** How many entries a map has. */
export const sizeOf = (value: unknown): number => (isJsonObject(value) ? Object.keys(value).length : 0);
