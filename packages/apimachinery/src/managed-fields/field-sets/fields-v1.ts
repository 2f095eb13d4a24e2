import type { FieldsV1 } from '../../object/object.ts';
import { emptyFieldSet, type FieldSet, leafFieldSet } from './field-set.ts';
import { createRecentMap, type RecentMap } from './recent-map.ts';
import { parsePathElement, type PathElement, sortPathElements } from './path-element.ts';

/**
 * Reads FieldsV1. A step that is an empty object is a member; `.` marks a member with others below it. Steps of unknown
 * kinds are dropped with everything below them. Never change `fields` afterwards: results are cached by its identity.
 * Throws a RangeError for anything malformed.
 */
export function parseFieldsV1(fields: FieldsV1): FieldSet {
  // What a client sends need not be an object.
  const isObject: boolean = typeof fields === 'object' && fields !== null;
  if (!isObject) return readAnew(fields);
  const known = parsed.get(fields);
  if (known !== undefined) return known;
  const set = readAnew(fields);
  parsed.set(fields, set);
  return set;
}

function readAnew(fields: FieldsV1): FieldSet {
  const below = readFields(fields);
  return below === undefined ? emptyFieldSet : { self: false, fields: below };
}

/**
 * Sets by the wire objects that they were read from or written to. Only recent ones, because a set takes several times
 * the memory of its wire form, and objects that are not written need none.
 */
const parsed: RecentMap<FieldsV1, FieldSet> = createRecentMap(1024);

/** The wire objects that we wrote, by their sets. */
const formatted = new WeakMap<FieldSet, FieldsV1>();

function readFields(fields: unknown): ReadonlyMap<PathElement, FieldSet> | undefined {
  if (fields === null) return undefined;
  if (typeof fields !== 'object' || Array.isArray(fields))
    throw new RangeError(`expected an object of fields, got ${JSON.stringify(fields)}`);
  let below: Map<PathElement, FieldSet> | undefined;
  for (const [key, value] of Object.entries(fields)) {
    if (key === '.') continue;
    const element = parsePathElement(key);
    if (element === undefined) continue;
    const children = readFields(value);
    const self = children === undefined || Object.hasOwn(value, '.');
    (below ??= new Map()).set(element, children === undefined ? leafFieldSet : { self, fields: children });
  }
  return below;
}

/** Writes a set as FieldsV1, in upstream's order. The result is shared: never change it. */
export function formatFieldsV1(set: FieldSet): FieldsV1 {
  const known = formatted.get(set);
  if (known !== undefined) return known;
  const fields = writeFields(set, false);
  formatted.set(set, fields);
  parsed.set(fields, set);
  return fields;
}

const LEAF: FieldsV1 = Object.freeze({});

function writeFields(set: FieldSet, withSelf: boolean): FieldsV1 {
  const fields: FieldsV1 = {};
  if (withSelf && set.self) fields['.'] = LEAF;
  for (const element of sortPathElements(set.fields.keys())) {
    const child = set.fields.get(element);
    // A step is never named `__proto__` here: all begin with their kind and a colon.
    if (child !== undefined) fields[element] = child.fields.size === 0 ? LEAF : writeFields(child, true);
  }
  return fields;
}
