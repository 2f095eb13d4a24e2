import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@kb/apimachinery';
import { conditionOf, type Mask, type Parts } from './conditions.ts';
import { type Entry, isMap, type Item, literal, type Template } from './template.ts';

/** A difference between renderings that no part of what is deployed explains. */
export class UnexplainedDifference extends Error {}

/**
 * Makes one template of the renderings of an object: what differs gets the condition under which it is as in each.
 * Undefined values: the object is not in that rendering. `around`: the renderings that are asked.
 */
export function mergeVariants(
  values: readonly (JsonValue | undefined)[],
  around: Mask,
  variants: readonly Parts[],
): Template {
  const there = values.filter((value, index) => around[index] === true && value !== undefined) as JsonValue[];
  const [first = null] = there;
  if (there.every((value) => isDeepStrictEqual(value, first))) return literal(first);
  if (there.every((value) => isMap(value))) return mergeMaps(values, around, variants);
  if (there.every((value) => Array.isArray(value))) return mergeLists(values, around, variants);
  return choose(values, around, variants);
}

/** The condition of a part of the renderings. Throws an {@link UnexplainedDifference}. */
export function explained(mask: Mask, around: Mask, variants: readonly Parts[]): string {
  const condition = conditionOf(mask, around, variants);
  if (condition === undefined) throw new UnexplainedDifference('no part of what is deployed explains a difference');
  return condition;
}

function mergeMaps(values: readonly (JsonValue | undefined)[], around: Mask, variants: readonly Parts[]): Template {
  const keys = inOneOrder(values.map((value) => (isMap(value) ? Object.keys(value) : [])));
  const entries = keys.map((key): Entry => {
    const inner = values.map((value) => (isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined));
    const mask = inner.map((value, index) => around[index] === true && value !== undefined);
    return { key, when: explained(mask, around, variants), node: mergeVariants(inner, mask, variants) };
  });
  return { is: 'map', entries };
}

function mergeLists(values: readonly (JsonValue | undefined)[], around: Mask, variants: readonly Parts[]): Template {
  const lists = values.map((value): readonly JsonValue[] => (Array.isArray(value) ? value : []));
  const counts = new Set(lists.filter((_, index) => around[index] === true).map((list) => list.length));
  // Lists of one length are compared item by item, where nothing tells items apart.
  const named = lists.map((list) => identified(list, counts.size === 1));
  const items = inOneOrder(named.map((list) => [...list.keys()])).map((identity): Item => {
    const inner = named.map((list) => list.get(identity));
    const mask = inner.map((value, index) => around[index] === true && value !== undefined);
    return { when: explained(mask, around, variants), node: mergeVariants(inner, mask, variants) };
  });
  return { is: 'list', items };
}

/**
 * The items of a list by what tells them apart: a name, their place if `byPlace`, or else the whole item. Equal ones
 * are numbered.
 */
function identified(list: readonly JsonValue[], byPlace: boolean): Map<string, JsonValue> {
  const items = new Map<string, JsonValue>();
  for (const [place, item] of list.entries()) {
    const name = isMap(item) ? item['name'] : undefined;
    const identity = typeof name === 'string' ? name : byPlace && isMap(item) ? `item ${place}` : printed(item);
    let unique = identity;
    for (let number = 2; items.has(unique); number += 1) unique = `${identity} ${number}`;
    items.set(unique, item);
  }
  return items;
}

function choose(values: readonly (JsonValue | undefined)[], around: Mask, variants: readonly Parts[]): Template {
  const branches = new Map<string, { value: JsonValue; mask: boolean[] }>();
  values.forEach((value, index) => {
    if (around[index] !== true || value === undefined) return;
    const branch = branches.get(printed(value)) ?? { value, mask: values.map(() => false) };
    branch.mask[index] = true;
    branches.set(printed(value), branch);
  });
  return {
    is: 'choice',
    branches: [...branches.values()].map(({ value, mask }) => ({
      when: explained(mask, around, variants),
      node: literal(value),
    })),
  };
}

/** The names of all lists, each in its place after the one before it. */
function inOneOrder(lists: readonly (readonly string[])[]): string[] {
  const order: string[] = [];
  for (const list of lists) {
    let place = 0;
    for (const name of list) {
      const there = order.indexOf(name);
      if (there === -1) order.splice(place, 0, name);
      place = (there === -1 ? place : there) + 1;
    }
  }
  return order;
}

function printed(value: JsonValue): string {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
}
