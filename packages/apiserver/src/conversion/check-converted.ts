import { formatFieldError, type JsonObject, type JsonValue } from '@kb/apimachinery';
import { isJsonObject, setOwn } from '@kb/apimachinery/codec';
import { validateAnnotations, validateLabels } from '@kb/apimachinery/server';
import { stringOf } from '../objects/api-object.ts';

/** The name of a value's type in messages. */
function goType(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>';
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64';
}

/**
 * Returns the object from a webhook's response if it is acceptable: of the same kind, name, namespace and uid, in the
 * requested version. Its metadata is the original's, except for labels and annotations. Throws an Error with the part
 * of kube-apiserver's message after `conversion webhook for ⟨kind⟩ returned`.
 */
export function checkConverted(original: JsonObject, converted: JsonValue | undefined, apiVersion: string): JsonObject {
  if (!isJsonObject(converted)) throw new Error('invalid object: no object');
  const version = stringOf(converted.apiVersion);
  if (version !== apiVersion)
    throw new Error(`invalid object at index 0: invalid groupVersion (expected ${apiVersion}, received ${version})`);
  if (converted.kind !== original.kind)
    throw new Error(
      `invalid object at index 0: invalid kind (expected ${stringOf(original.kind)}, received ${stringOf(converted.kind)})`,
    );
  const before = isJsonObject(original.metadata) ? original.metadata : {};
  const after = isJsonObject(converted.metadata) ? converted.metadata : {};
  for (const [field, name] of [
    ['name', 'name'],
    ['namespace', 'namespace'],
    ['uid', 'UID'],
  ] as const) {
    const [expected, got] = [stringOf(before[field]), stringOf(after[field])];
    if (expected !== got) throw new Error(`invalid object: must have the same ${name}: ${expected} != ${got}`);
  }
  return { ...converted, metadata: restoredMetadata(before, converted.metadata) };
}

function restoredMetadata(original: JsonObject, answered: JsonValue | undefined): JsonObject {
  const invalid = (why: string): Error => new Error(`invalid metadata: ${why}`);
  if (answered === undefined) throw invalid('missing metadata in converted object');
  if (!isJsonObject(answered)) throw invalid(`invalid metadata of type ${goType(answered)} in converted object`);
  const metadata: JsonObject = { ...original };
  for (const field of ['labels', 'annotations'] as const) {
    const value = answered[field];
    if (value === undefined || value === null) {
      delete metadata[field];
      continue;
    }
    if (!isJsonObject(value)) throw invalid(`invalid metadata.${field} of type ${goType(value)} in converted object`);
    checkTexts(field, value, original[field], invalid);
    metadata[field] = value;
  }
  return metadata;
}

function checkTexts(
  field: 'labels' | 'annotations',
  texts: JsonObject,
  before: JsonValue | undefined,
  invalid: (why: string) => Error,
): void {
  const strings: Record<string, string> = {};
  const old = isJsonObject(before) ? before : {};
  let changed = Object.keys(old).length !== Object.keys(texts).length;
  for (const [key, text] of Object.entries(texts)) {
    if (typeof text !== 'string')
      throw invalid(`metadata.${field}[${key}] must be a string, but is ${goType(text)} in converted object`);
    changed ||= !Object.hasOwn(old, key) || old[key] !== text;
    setOwn(strings, key, text);
  }
  if (!changed) return;
  const errors =
    field === 'labels'
      ? validateLabels(strings, 'metadata.labels')
      : validateAnnotations(strings, 'metadata.annotation');
  const [first, ...rest] = errors.map(formatFieldError);
  if (first === undefined) return;
  throw invalid(rest.length === 0 ? first : `[${[first, ...rest].join(', ')}]`);
}
