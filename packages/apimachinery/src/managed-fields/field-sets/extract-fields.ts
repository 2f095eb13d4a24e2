import { parseJson } from '../../codec/parse-json.ts';
import { getOwn, isJsonObject, setOwn } from '../../codec/own-property.ts';
import type { DeepReadonly, JsonObject, JsonValue } from '../../json.ts';
import type { ManagedFieldsEntry } from '../../object/object.ts';
import { emptyFieldSet, type FieldSet, unionFieldSets } from './field-set.ts';
import { parseFieldsV1 } from './fields-v1.ts';
import { keyElement, type PathElement, valueElement } from './path-element.ts';

/** Selects entries of an object's managed fields: those that match every option. */
export interface ManagedFieldsQuery {
  readonly manager: string;
  /** Default: `Apply`. */
  readonly operation?: 'Apply' | 'Update';
  /** Default: the resource itself. */
  readonly subresource?: string;
}

/**
 * Returns the fields that a manager owns, according to the managed fields of an object. Throws a RangeError for
 * malformed entries.
 */
export function managedSetOf(
  object: { readonly metadata: { readonly managedFields?: readonly DeepReadonly<ManagedFieldsEntry>[] } },
  query: ManagedFieldsQuery,
): FieldSet {
  const { manager, operation = 'Apply', subresource = '' } = query;
  let set = emptyFieldSet;
  for (const entry of object.metadata.managedFields ?? []) {
    if (entry.manager !== manager || entry.operation !== operation || (entry.subresource ?? '') !== subresource)
      continue;
    if (entry.fieldsV1 !== undefined) set = unionFieldSets(set, parseFieldsV1(entry.fieldsV1));
  }
  return set;
}

/**
 * Returns the part of a value that a set names, without its schema: the members, the containers that lead to them, and
 * the keys of list items that lead to them. Undefined when the value has nothing of the set. List items are found by
 * the keys that they have; an item that leaves out a defaulted key matches any value of it. The result shares its parts
 * with `value`.
 */
export function extractFields(value: DeepReadonly<JsonValue>, set: FieldSet): JsonValue | undefined {
  // Never changes its arguments.
  return extract(value as JsonValue, set);
}

function extract(value: JsonValue, set: FieldSet): JsonValue | undefined {
  if (set.fields.size === 0) return undefined;
  if (Array.isArray(value)) return extractItems(value, set);
  return isJsonObject(value) ? extractProperties(value, set) : undefined;
}

function extractProperties(object: JsonObject, set: FieldSet): JsonObject | undefined {
  let part: JsonObject | undefined;
  for (const [element, node] of set.fields) {
    if (!element.startsWith('f:')) continue;
    const name = element.slice(2);
    const value = getOwn(object, name);
    if (value === undefined) continue;
    const taken = node.fields.size === 0 ? value : (extract(value, node) ?? (node.self ? emptyLike(value) : undefined));
    if (taken !== undefined) setOwn((part ??= {}), name, taken);
  }
  return part;
}

/** An owned container whose contents are not owned. */
function emptyLike(value: JsonValue): JsonValue {
  return Array.isArray(value) ? [] : isJsonObject(value) ? {} : value;
}

function extractItems(list: readonly JsonValue[], set: FieldSet): JsonValue[] | undefined {
  const find = keyedItemFinder(set);
  const part: JsonValue[] = [];
  for (const [index, item] of list.entries()) {
    if (!isJsonObject(item)) {
      if (set.fields.has(`i:${index}`) || (!Array.isArray(item) && set.fields.has(valueElement(item)))) part.push(item);
      continue;
    }
    const found = find(item);
    if (found !== undefined) part.push({ ...found.keys, ...(extract(item, found.node) as JsonObject | undefined) });
  }
  return part.length > 0 ? part : undefined;
}

interface FoundItem {
  readonly node: FieldSet;
  /** The key fields that the item has. */
  readonly keys: JsonObject;
}

/**
 * Finds the node of an item by all its keys, or by those that it has. Takes linear time for any number of
 * items.
 */
function keyedItemFinder(set: FieldSet): (item: JsonObject) => FoundItem | undefined {
  const nodes: { readonly keys: JsonObject; readonly node: FieldSet }[] = [];
  const nameLists = new Map<string, readonly string[]>();
  for (const [element, node] of set.fields) {
    const keys = element.startsWith('k:') ? parseJson(element.slice(2)) : undefined;
    if (!isJsonObject(keys)) continue;
    nodes.push({ keys, node });
    nameLists.set(Object.keys(keys).join('\0'), Object.keys(keys));
  }
  const indices = new Map<string, Map<PathElement, FieldSet>>();
  const indexBy = (names: readonly string[]): Map<PathElement, FieldSet> => {
    const known = indices.get(names.join('\0'));
    if (known !== undefined) return known;
    const index = new Map<PathElement, FieldSet>();
    for (const { keys, node } of nodes) {
      const element = elementOf(keys, names);
      if (!index.has(element)) index.set(element, node);
    }
    indices.set(names.join('\0'), index);
    return index;
  };
  return (item) => {
    for (const all of nameLists.values()) {
      const names = all.filter((name) => Object.hasOwn(item, name));
      const node = names.length === 0 ? undefined : indexBy(names).get(elementOf(item, names));
      if (node !== undefined)
        return { node, keys: Object.fromEntries(names.map((name) => [name, item[name] ?? null])) };
    }
    return undefined;
  };
}

function elementOf(item: JsonObject, names: readonly string[]): PathElement {
  return keyElement(names.map((name) => [name, getOwn(item, name) ?? null]));
}
