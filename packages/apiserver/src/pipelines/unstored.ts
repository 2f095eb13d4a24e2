import { isJsonObject, sortedJson } from '@kb/apimachinery/codec';
import { type ApiObject, asJson, own } from '../objects/api-object.ts';
import type { ServedResource } from '../resources/served-resource.ts';
import { appliedForm } from '../storage/stored-differently.ts';

/** A change that ends an object. */
export interface LastChange {
  readonly object: ApiObject;
  /** The object before the mutating phase of admission. */
  readonly given: ApiObject;
  /** The object as it would be stored. */
  readonly encoded: ApiObject;
}

/** Returns the object that a response shows after a change that ends it, and is not stored. */
export function unstored({ object, given, encoded }: LastChange, { codec }: ServedResource): ApiObject {
  if (codec.encodeUnstored) return { ...codec.encodeUnstored(object), metadata: encoded.metadata };
  // Metadata is shown as it was applied, with what is empty.
  const applied = appliedForm(given)?.metadata;
  const { metadata } = asJson(encoded);
  if (!isJsonObject(applied) || !isJsonObject(metadata)) return encoded;
  const empty = Object.entries(applied).filter(([field]) => own(metadata, field) === undefined);
  const shown = { ...asJson(encoded), metadata: { ...metadata, ...Object.fromEntries(empty) } };
  return sortedJson(shown) as unknown as ApiObject;
}
