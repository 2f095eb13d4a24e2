import { equalJson } from '../json/equal-json.ts';
import { getOwn, isJsonObject, setOwn } from '../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../json.ts';
import { formatGoValue } from '../codec/go-values.ts';
import type { JsonSchemaProps } from '../schema/json-schema-props.ts';
import { withoutDirectives, withoutNulls } from './clean-patch.ts';
import { badDirective, badFormat, badType, StrategicMergePatchError } from './strategic-errors.ts';
import {
  deleteScalars,
  itemTypeOf,
  keyOfItem,
  mergeLists,
  orderItems,
  partition,
  requireMergeKey,
} from './strategic-lists.ts';
import { ruleOfList, ruleOfObject } from './strategic-schema.ts';

const DIRECTIVE = '$patch';
const RETAIN_KEYS = '$retainKeys';
const DELETE_FROM_LIST = '$deleteFromPrimitiveList';
const ELEMENT_ORDER = '$setElementOrder';

/**
 * Applies a strategic merge patch to an object of a built-in kind. Lists merge by the `x-kubernetes-patch-…` of
 * `schema`, the schema of the whole object; applies the directives `$patch`, `$retainKeys`, `$deleteFromPrimitiveList`
 * and `$setElementOrder`. Does not change `original`; the result shares unchanged parts with it. Throws a {@link
 * StrategicMergePatchError}.
 */
export function applyStrategicMergePatch(
  original: DeepReadonly<JsonObject>,
  patch: DeepReadonly<JsonObject>,
  schema: JsonSchemaProps,
): JsonObject {
  // Never changes its arguments.
  return mergeObjects(original as JsonObject, patch as JsonObject, schema);
}

/** Merges a patch into an object. */
function mergeObjects(original: JsonObject, patch: JsonObject, schema: JsonSchemaProps): JsonObject {
  const directive = getOwn(patch, DIRECTIVE);
  if (directive !== undefined) return followDirective(directive, patch);

  const merged = retainKeys(original, patch);
  const ordered = mergeOrderedLists(merged, patch, schema);
  // In the order of the patch. Upstream iterates over a Go map, in random order: only a patch that contradicts itself
  // shows the difference.
  for (const [key, change] of Object.entries(patch)) {
    if (key.startsWith(DELETE_FROM_LIST)) deleteFromList(merged, fieldOfDirective(key, DELETE_FROM_LIST), change);
    else if (isDirective(key) || ordered.has(key)) continue;
    else if (change === null) delete merged[key];
    else mergeField(merged, key, change, schema);
  }
  return equalKeys(merged, original) ? original : merged;
}

function followDirective(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {};
  if (directive !== 'replace') throw badDirective(directive, patch);
  const { [DIRECTIVE]: _, ...rest } = patch;
  return rest;
}

/** Whether nothing has been changed in a copy of an object. */
function equalKeys(copy: JsonObject, original: JsonObject): boolean {
  const names = Object.keys(copy);
  return (
    names.length === Object.keys(original).length &&
    names.every((name) => Object.hasOwn(original, name) && copy[name] === original[name])
  );
}

function isDirective(key: string): boolean {
  return key === RETAIN_KEYS || key.startsWith(DELETE_FROM_LIST) || key.startsWith(ELEMENT_ORDER);
}

/** Null deletes the list. A directive has no effect on a missing list, nor when the directive is not a list itself. */
function deleteFromList(merged: JsonObject, name: string, deleted: JsonValue): void {
  const before = getOwn(merged, name);
  if (deleted === null) delete merged[name];
  else if (Array.isArray(before) && Array.isArray(deleted)) setOwn(merged, name, deleteScalars(before, deleted));
}

function mergeField(merged: JsonObject, name: string, change: JsonValue, schema: JsonSchemaProps): void {
  const before = getOwn(merged, name);
  if (isJsonObject(before) && isJsonObject(change)) {
    const rule = ruleOfObject(schema, name);
    setOwn(merged, name, rule.strategy === 'replace' ? change : mergeObjects(before, change, rule.schema));
    return;
  }
  if (Array.isArray(before) && Array.isArray(change)) {
    const rule = ruleOfList(schema, name);
    setOwn(merged, name, rule.strategy === 'merge' ? mergeLists(before, change, rule, mergeObjects) : change);
    return;
  }
  const isNew = before === undefined || shapeOf(before) !== shapeOf(change);
  const value = withoutDirectives(isNew ? withoutNulls(change) : change);
  if (value === undefined) delete merged[name];
  else if (before === undefined || !equalJson(before, value)) setOwn(merged, name, value);
}

function shapeOf(value: JsonValue): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

/**
 * Copies the object; with `$retainKeys` in the patch, only the keys that it lists. It must list every key of the patch.
 */
function retainKeys(original: JsonObject, patch: JsonObject): JsonObject {
  const directive = getOwn(patch, RETAIN_KEYS);
  if (directive === undefined) return { ...original };
  if (!Array.isArray(directive)) throw badFormat('retainKeys');
  const retained = new Set(directive);
  for (const [key, change] of Object.entries(patch)) {
    if (change !== null && !isDirective(key) && !retained.has(key)) throw badFormat('retainKeys');
  }
  return Object.fromEntries(Object.entries(original).filter(([key]) => retained.has(key)));
}

/** The field that a directive of the form `$directive/field` is about. */
function fieldOfDirective(key: string, prefix: typeof DELETE_FROM_LIST | typeof ELEMENT_ORDER): string {
  if (!key.startsWith(`${prefix}/`))
    throw badFormat(prefix === DELETE_FROM_LIST ? 'primitive list' : 'setElementOrder list');
  return key.slice(prefix.length + 1);
}

/**
 * Merges the lists that have a `$setElementOrder` in the patch into `merged`. Listed items get that order; the others
 * stay between their neighbours. Returns the merged fields.
 */
function mergeOrderedLists(merged: JsonObject, patch: JsonObject, schema: JsonSchemaProps): ReadonlySet<string> {
  const done = new Set<string>();
  for (const [key, order] of Object.entries(patch)) {
    if (!key.startsWith(ELEMENT_ORDER)) continue;
    if (!Array.isArray(order)) throw badType('[]interface {}', order);
    const name = fieldOfDirective(key, ELEMENT_ORDER);
    const before = listIn(merged, name);
    const change = listIn(patch, name);
    const rule = ruleOfList(schema, name);
    checkElementOrder(change ?? [], order, rule.mergeKey);
    if (before === undefined && change === undefined) continue;
    let list: readonly JsonValue[];
    if (change === undefined) list = before ?? [];
    else if (before === undefined) list = change.map(withoutDirectives).filter((item) => item !== undefined);
    else list = rule.strategy === 'merge' ? mergeLists(before, change, rule, mergeObjects) : change;
    const { listed, unlisted } = partition(list, order, rule.mergeKey);
    if (itemTypeOf(before ?? [], change ?? []) === 'map[string]interface {}') {
      // The list's objects and those of the order need a key even if the list is not merged.
      requireMergeKey(rule.mergeKey, listed, order);
      requireMergeKey(rule.mergeKey, unlisted, before ?? []);
    }
    setOwn(merged, name, orderItems(listed, unlisted, order, before ?? [], rule.mergeKey));
    done.add(name);
  }
  return done;
}

function listIn(object: JsonObject, name: string): JsonValue[] | undefined {
  const value = getOwn(object, name);
  if (value === undefined || Array.isArray(value)) return value;
  throw badType('[]interface {}', value);
}

/** Every item of the patch that is not deleted must be in the order, in the same relative order. */
function checkElementOrder(change: readonly JsonValue[], order: readonly JsonValue[], mergeKey: string): void {
  if (change.length === 0 || order.length === 0) return;
  let next = 0;
  const items = change.filter((item) => !(isJsonObject(item) && Object.hasOwn(item, DIRECTIVE)));
  for (const entry of order) {
    if (next < items.length && keyOfItem(items[next] ?? null, mergeKey) === keyOfItem(entry, mergeKey)) next++;
  }
  if (next < items.length) {
    throw new StrategicMergePatchError(
      `The order in patch list:\n${formatGoValue([...change])}\n doesn't match ${ELEMENT_ORDER} list:\n${formatGoValue([...order])}\n`,
    );
  }
}
