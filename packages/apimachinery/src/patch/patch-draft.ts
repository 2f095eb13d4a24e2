import { getOwn, isJsonObject, setOwn } from '../codec/own-property.ts';
import { KEPT_JSON_DEPTH } from '../codec/parse-json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { parseJsonPointer } from './json-pointer.ts';
import { createLongList, type LongList } from './long-list.ts';

/** A list or an object. */
export type Container = JsonObject | JsonValue[];

/** A document that operations are changing. */
export interface Draft {
  root: JsonValue;
  /** The lists and objects that only the draft has, and that are changed in place. */
  readonly own: Set<Container>;
  readonly opened: Set<object>;
  /**
   * The properties, by their objects, that operations have set to null: upstream distinguishes these nulls from
   * those of documents.
   */
  readonly addedNulls: Map<object, Set<string>>;
  /** The items of long lists, until {@link settle} puts them back into the lists. */
  readonly long: Map<JsonValue[], LongList>;
  copiedBytes: number;
}

/** A place in a draft. */
export interface Place {
  readonly container: Container;
  /** The last step of its path. */
  readonly key: string;
}

/** From this length on, insertions into a list and removals do not move its items. */
const LONG = 2048;

/** The list or object that holds the target of a path, and the last step. Undefined when it does not exist. */
export function find(draft: Draft, path: string, forWriting: boolean): Place | undefined {
  const tokens = parseJsonPointer(path);
  if (tokens === undefined) return undefined;
  const root = containerOf(draft.root);
  if (root === undefined) return undefined;
  let container: Container = root;
  if (forWriting) draft.root = container = makeOwn(draft, container);
  draft.opened.add(container);
  for (const token of tokens.slice(0, -1)) {
    const key = memberKey(draft, container, token);
    let next: Container | undefined = key === undefined ? undefined : containerOf(memberOf(draft, container, key));
    if (key === undefined || next === undefined) return undefined;
    if (forWriting && !draft.own.has(next)) {
      next = makeOwn(draft, next);
      setMember(draft, container, key, next);
    }
    container = next;
    draft.opened.add(container);
  }
  return { container, key: tokens.at(-1) ?? '' };
}

/** The value itself if it is a list or an object. */
export function containerOf(value: JsonValue | undefined): Container | undefined {
  return Array.isArray(value) || isJsonObject(value) ? value : undefined;
}

function makeOwn(draft: Draft, container: Container): Container {
  if (draft.own.has(container)) return container;
  const own = Array.isArray(container) ? [...container] : { ...container };
  draft.own.add(own);
  if (draft.opened.has(container)) draft.opened.add(own);
  return own;
}

/** What a step of a path means in a list or object; undefined if it is no index of an item. */
export function memberKey(draft: Draft, container: Container, token: string): string | number | undefined {
  return Array.isArray(container) ? indexIn(draft, container, token, 0) : token;
}

export function memberOf(draft: Draft, container: Container, key: string | number): JsonValue | undefined {
  if (!Array.isArray(container)) return getOwn(container, String(key));
  const long = draft.long.get(container);
  return long ? long.at(Number(key)) : container[Number(key)];
}

export function setMember(draft: Draft, container: Container, key: string | number, value: JsonValue): void {
  if (!Array.isArray(container)) {
    setOwn(container, String(key), value);
    return;
  }
  const long = draft.long.get(container);
  if (long) long.set(Number(key), value);
  else container[Number(key)] = value;
}

/**
 * An index as Go's strconv.Atoi reads it, counted from the end when it is negative; undefined when it is not an index.
 * `more`: by how many the indices exceed those of the items, which is 1 for insertions.
 */
function indexIn(draft: Draft, list: JsonValue[], token: string, more: 0 | 1): number | undefined {
  if (!/^[+-]?\d{1,9}$/.test(token)) return undefined;
  const length = (draft.long.get(list)?.length() ?? list.length) + more;
  const index = Number(token);
  const counted = index < 0 ? index + length : index;
  return counted < 0 || counted >= length ? undefined : counted;
}

/** Inserts an item where a step of a path says. Returns whether it is an index, or `-` for the end. */
export function insertItem(draft: Draft, list: JsonValue[], token: string, item: JsonValue): boolean {
  const long = longList(draft, list);
  const index = token === '-' ? (long?.length() ?? list.length) : indexIn(draft, list, token, 1);
  if (index === undefined) return false;
  if (long) long.insert(index, item);
  else list.splice(index, 0, item);
  return true;
}

/** Removes the item that a step of a path names. Returns whether there is one. */
export function removeItem(draft: Draft, list: JsonValue[], token: string): boolean {
  const index = indexIn(draft, list, token, 0);
  if (index === undefined) return false;
  const long = longList(draft, list);
  if (long) long.remove(index);
  else list.splice(index, 1);
  return true;
}

function longList(draft: Draft, list: JsonValue[]): LongList | undefined {
  const known = draft.long.get(list);
  if (known || list.length < LONG) return known;
  const long = createLongList(list);
  draft.long.set(list, long);
  return long;
}

/** Puts the items of long lists in a value back into their lists, so that it can be read as a whole. */
export function settle(draft: Draft, value: JsonValue | undefined): void {
  if (draft.long.size === 0) return;
  for (const container of containersOf(value)) {
    const long = Array.isArray(container) ? draft.long.get(container) : undefined;
    if (long === undefined || !Array.isArray(container)) continue;
    container.length = 0;
    for (const item of long.items()) container.push(item);
    draft.long.delete(container);
  }
}

/** All lists and objects of a value, each before those in it. Iterative, because a draft may nest deeply. */
export function* containersOf(value: JsonValue | undefined): Generator<Container> {
  const open = [containerOf(value)];
  while (open.length > 0) {
    const container = open.pop();
    if (container === undefined) continue;
    yield container;
    for (const child of Object.values(container)) if (typeof child === 'object') open.push(containerOf(child));
  }
}

/**
 * Whether a value nests deeper than parsed JSON may: operations that move a document into itself can make it deeper
 * with each of them.
 */
export function isTooDeep(value: JsonValue | undefined): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: JsonValue[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      if (depth >= KEPT_JSON_DEPTH) return true;
      for (const child of Object.values(each)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
  return false;
}
