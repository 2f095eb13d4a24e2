import { childPath, indexPath, keyPath } from '../../../field-error.ts';
import type { JsonValue } from '../../../json.ts';
import { getOwn, isJsonObject } from '../../../codec/own-property.ts';
import type { Correlation } from '../../../schema/validate/correlation.ts';
import { ListMapIndex } from '../../../schema/validate/list-map-index.ts';
import type { RuleNode } from './judge-tree.ts';

/** A value that the rules of a schema judge. */
export interface Place {
  readonly node: RuleNode;
  readonly path: string;
  readonly value: JsonValue;
  /** What it replaces; undefined: nothing, or null. */
  readonly old: JsonValue | undefined;
  readonly ratchet: Ratchet;
}

/** Whether rules that were broken before may stay broken. */
export interface Ratchet {
  /** The value with the one that it replaces; undefined: it corresponds to none. */
  readonly own?: Correlation | undefined;
  /** The nearest value around it that corresponds to one. */
  readonly around?: Correlation | undefined;
}

/** Whether the value, or the nearest one around it that corresponds to another, is unchanged. */
export function isUnchanged({ own, around }: Ratchet): boolean {
  return (own ?? around)?.isUnchanged() ?? false;
}

/** The values in a value, and the same value for the rules of `allOf`, in the order in which they are judged. */
export function* placesIn(place: Place): Generator<Place, void> {
  const { node, value } = place;
  // What breaks rules of allOf is new only if what is around it is.
  for (const branch of node.allOf) yield { ...place, node: branch, ratchet: { around: place.ratchet.around } };
  if (Array.isArray(value)) yield* itemsOf(place, value);
  else if (isJsonObject(value)) {
    const { additional, properties } = node;
    if (additional !== undefined)
      for (const key of Object.keys(value)) yield entryOf(place, key, additional, keyPath(place.path, key));
    for (const [name, property] of properties ?? [])
      if (Object.hasOwn(value, name)) yield entryOf(place, name, property, propertyPath(place.path, name));
  }
}

function* itemsOf({ node, path, old, ratchet }: Place, value: readonly JsonValue[]): Generator<Place, void> {
  const { items, schema } = node;
  if (items === undefined) return;
  const { own } = ratchet;
  const isListMap = schema['x-kubernetes-list-type'] === 'map';
  const before = isListMap && Array.isArray(old) ? new ListMapIndex(old, schema) : undefined;
  for (const [index, item] of value.entries()) {
    yield {
      node: items,
      path: indexPath(path, index),
      value: item,
      old: before?.find(item) ?? undefined,
      ratchet: own === undefined ? ratchet : { own: own.item(index), around: own },
    };
  }
}

function entryOf({ value, old, ratchet }: Place, key: string, node: RuleNode, path: string): Place {
  return {
    node,
    path,
    value: (isJsonObject(value) ? getOwn(value, key) : undefined) ?? null,
    old: (isJsonObject(old) ? getOwn(old, key) : undefined) ?? undefined,
    ratchet: ratchetOf(ratchet, key),
  };
}

function ratchetOf(ratchet: Ratchet, key: string): Ratchet {
  const { own, around } = ratchet;
  if (own === undefined) return ratchet;
  // Both are converted to the version of the request before they are compared.
  if (around === undefined && (key === 'apiVersion' || key === 'kind')) return {};
  return { own: own.key(key), around: own };
}

function propertyPath(path: string, name: string): string {
  return name === '' ? keyPath(path, name) : childPath(path, name);
}
