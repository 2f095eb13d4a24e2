import { stringifyJson } from '../../codec/stringify-json.ts';
import { childPath, type FieldError, fieldDuplicate, fieldInvalid, indexPath, keyPath } from '../../field-error.ts';
import type { JsonObject, JsonValue } from '../../json.ts';
import { getOwn, isJsonObject, setOwn } from '../../codec/own-property.ts';
import { anywhereIn } from './anywhere-in.ts';
import { additionalSchema, propertySchema } from '../child-schema.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { ENOUGH_ERRORS } from './validation-result.ts';

/**
 * Reports repeated items in lists that are sets, and items with the same keys in lists that are maps:
 * `spec.ports[1]: Duplicate value: {"port":80}`. Only the second of several equal items is reported, and no more than
 * answers list. The value must have its defaults: they count in keys.
 */
export function validateListTypes(schema: JsonSchemaProps, value: JsonValue, path = ''): FieldError[] {
  const errors: FieldError[] = [];
  if (hasLists(schema)) visit(schema, value, path, errors);
  return errors;
}

function visit(schema: JsonSchemaProps, value: JsonValue, path: string, errors: FieldError[]): void {
  if (Array.isArray(value)) {
    if (schema['x-kubernetes-list-type'] === 'set') addDuplicates(value, path, errors);
    else if (schema['x-kubernetes-list-type'] === 'map') addMapErrors(schema, value, path, errors);
    const { items } = schema;
    if (items !== undefined && hasLists(items))
      value.forEach((item, index) => visit(items, item, indexPath(path, index), errors));
    return;
  }
  if (!isJsonObject(value)) return;
  const entries = additionalSchema(schema);
  if (entries !== undefined && hasLists(entries)) {
    for (const key of Object.keys(value)) {
      const child = value[key];
      if (child !== undefined) visit(entries, child, keyPath(path, key), errors);
    }
  }
  if (schema.properties === undefined) return;
  for (const key of Object.keys(value)) {
    const child = value[key];
    if (child === undefined) continue;
    const declared = propertySchema(schema, key);
    if (declared !== undefined && hasLists(declared)) visit(declared, child, childPath(path, key), errors);
  }
}

/** Whether a schema, or one in it, is that of a set or of a list with keys. */
const hasLists = anywhereIn(({ 'x-kubernetes-list-type': type }) => type === 'set' || type === 'map');

function addMapErrors(schema: JsonSchemaProps, list: readonly JsonValue[], path: string, errors: FieldError[]): void {
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong === -1) {
    const names = schema['x-kubernetes-list-map-keys'] ?? [];
    const keys = list.map((item) => keysOf(item, names));
    addDuplicates(keys, path, errors);
    return;
  }
  if (errors.length > ENOUGH_ERRORS) return;
  const item = list[wrong] ?? null;
  errors.push(fieldInvalid(indexPath(path, wrong), item, 'must be an object for an array of list-type map'));
}

/** The part of an item that identifies it: its keys. Absent ones stay absent. */
function keysOf(item: JsonValue, names: readonly string[]): JsonObject {
  const keys: JsonObject = {};
  if (!isJsonObject(item)) return keys;
  for (const name of names) {
    const value = getOwn(item, name);
    if (value !== undefined) setOwn(keys, name, value);
  }
  return keys;
}

function addDuplicates(values: readonly JsonValue[], path: string, errors: FieldError[]): void {
  if (values.length <= 1) return;
  const counts = new Map<string, number>();
  values.forEach((value, index) => {
    const text = stringifyJson(value, { sortKeys: true });
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count === 2 && errors.length <= ENOUGH_ERRORS) errors.push(fieldDuplicate(indexPath(path, index), value));
  });
}
