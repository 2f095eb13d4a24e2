import { JsonSyntaxError, parseJson } from '../codec/parse-json.ts';
import { stringifyJson } from '../codec/stringify-json.ts';
import { getOwn, isJsonObject } from '../codec/own-property.ts';
import type { JsonObject } from '../json.ts';
import { TOTAL_ANNOTATION_SIZE_LIMIT } from '../metadata/validate-object-meta.ts';
import { utf8Length } from '../names/utf8-length.ts';
import { compareValues } from './values/compare-values.ts';
import { emptyFieldSet, type FieldSet, subtractFieldSets } from './field-sets/field-set.ts';
import { metadataOf, stringOf, withProperty } from './object-metadata.ts';
import { fieldSetOfValue } from './values/to-field-set.ts';
import { validateValue } from './values/validate-value.ts';
import type { ValueType } from './values/value-type.ts';

/** Where `kubectl apply` (client-side) keeps what it applied last. */
export const LAST_APPLIED_ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** The manager that takes over what client-side apply left. */
export const KUBECTL_MANAGER = 'kubectl';

/**
 * The fields of the annotation whose values have not changed since: `kubectl` with server-side apply may take these
 * without force. Empty without an annotation, and for one that does not fit the object.
 */
export function fieldsOfLastApplied(
  live: JsonObject,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  type: ValueType,
): FieldSet {
  const text = stringOf(annotationsOf(live), LAST_APPLIED_ANNOTATION);
  if (text === '') return emptyFieldSet;
  const applied = readObject(text);
  if (applied === undefined || stringOf(applied, 'apiVersion') !== apiVersion || stringOf(applied, 'kind') !== kind)
    return emptyFieldSet;
  if (validateValue(type, live, { allowDuplicates: false }).length > 0) return emptyFieldSet;
  if (validateValue(type, applied, { allowDuplicates: false }).length > 0) return emptyFieldSet;
  const { removed, modified, added } = compareValues(type, applied, live);
  return [modified, added, removed].reduce(subtractFieldSets, fieldSetOfValue(type, applied));
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/**
 * Updates the annotation, if there is one, with the configuration that was applied on the server; drops it when it
 * would make the annotations too large.
 */
export function withLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const metadata = metadataOf(object);
  const annotations = annotationsOf(object);
  if (metadata === undefined || annotations === undefined || stringOf(annotations, LAST_APPLIED_ANNOTATION) === '')
    return object;
  const updated: JsonObject = { ...annotations, [LAST_APPLIED_ANNOTATION]: writeLastApplied(applied) };
  if (sizeOf(updated) > TOTAL_ANNOTATION_SIZE_LIMIT) delete updated[LAST_APPLIED_ANNOTATION];
  return withProperty(object, 'metadata', withProperty(metadata, 'annotations', updated));
}

/** The applied object without the annotation itself, keys sorted, with a line end: as kubectl writes it. */
function writeLastApplied(applied: JsonObject): string {
  const metadata = metadataOf(applied);
  const annotations = annotationsOf(applied);
  let object = applied;
  if (metadata !== undefined && annotations !== undefined) {
    const { [LAST_APPLIED_ANNOTATION]: _, ...rest } = annotations;
    object = withProperty(applied, 'metadata', withProperty(metadata, 'annotations', rest));
  }
  return `${stringifyJson(object, { sortKeys: true, escapeHtml: true })}\n`;
}

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const metadata = metadataOf(object);
  const annotations = metadata === undefined ? undefined : getOwn(metadata, 'annotations');
  return isJsonObject(annotations) ? annotations : undefined;
}

function sizeOf(annotations: JsonObject): number {
  let size = 0;
  for (const [key, value] of Object.entries(annotations))
    size += utf8Length(key) + (typeof value === 'string' ? utf8Length(value) : 0);
  return size;
}
