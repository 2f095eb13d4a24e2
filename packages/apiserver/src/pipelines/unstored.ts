import { isJsonObject, sortedJson } from '@kb/apimachinery/codec';
import { emptiedFields } from '@kb/apimachinery/managed-fields';
import { type ApiObject, asJson } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { isStoredDifferently } from '../storage/stored-differently.ts';

/** A change that ends an object. */
export interface LastChange {
  readonly object: ApiObject;
  /** The object before the mutating phase of admission. */
  readonly given: ApiObject;
  /** The object as it would be stored. */
  readonly encoded: ApiObject;
}

/** Returns the object that a response shows after a change that ends it, and is not stored. */
export function unstored({ object, given, encoded }: LastChange, { codec, custom }: ServedResource): ApiObject {
  if (codec.encodeUnstored) return { ...codec.encodeUnstored(object), metadata: encoded.metadata };
  // An applied custom object is shown as it was written.
  if (!custom || !isStoredDifferently(given)) return encoded;
  const written = asJson(given).metadata;
  const emptied = isJsonObject(written) ? emptiedFields(written) : [];
  const empty = Object.fromEntries(emptied.map((field) => [field, lists.has(field) ? [] : {}]));
  const { metadata } = asJson(encoded);
  const shown = { ...asJson(encoded), metadata: { ...(isJsonObject(metadata) && metadata), ...empty } };
  return sortedJson(shown) as unknown as ApiObject;
}

/** The fields of metadata that are lists; other fields that can be empty are maps. */
const lists = new Set(['finalizers', 'managedFields', 'ownerReferences']);
