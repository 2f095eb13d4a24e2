import { isRecord } from '@kb/apimachinery/codec';

/** The values of a field in two objects; undefined where it is absent. */
export interface FieldDifference {
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that the API server changes with every write: they are ignored. */
const bookkeeping = new Set(['metadata.resourceVersion', 'metadata.managedFields', 'metadata.generation']);

/** How deep fields are named; a deeper field counts as its ancestor. */
const MAX_DEPTH = 32;

/**
 * Returns the fields in which two objects differ by their paths, such as `spec.size`,
 * `metadata.labels[app.kubernetes.io/name]` and `spec.containers[0].image`: at most `limit` of them, in the order of
 * the objects' keys. Fields that the API server changes with every write are left out. Lists of different lengths count
 * as one field.
 */
export function fieldDifferences(before: unknown, after: unknown, limit: number): ReadonlyMap<string, FieldDifference> {
  const found = new Map<string, FieldDifference>();
  compare(before, after, '', MAX_DEPTH);
  return found;

  function compare(a: unknown, b: unknown, path: string, depth: number): void {
    if (found.size >= limit || Object.is(a, b) || bookkeeping.has(path)) return;
    if (depth > 0 && isRecord(a) && isRecord(b)) {
      compareRecords(a, b, path, depth);
      return;
    }
    if (depth > 0 && Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      for (let at = 0; at < a.length; at += 1) compare(a[at], b[at], `${path}[${at}]`, depth - 1);
      return;
    }
    // A map that is added or removed is compared by its fields: for the API server an empty map is the same as none.
    if (depth > 0 && a === undefined && isRecord(b)) compareRecords({}, b, path, depth);
    else if (depth > 0 && b === undefined && isRecord(a)) compareRecords(a, {}, path, depth);
    else found.set(path, { before: a, after: b });
  }

  function compareRecords(
    a: Readonly<Record<string, unknown>>,
    b: Readonly<Record<string, unknown>>,
    path: string,
    depth: number,
  ): void {
    for (const key of Object.keys(a)) compare(a[key], b[key], joined(path, key), depth - 1);
    for (const key of Object.keys(b)) if (!(key in a)) compare(undefined, b[key], joined(path, key), depth - 1);
  }
}

const PLAIN_KEY = /^\w+$/;

function joined(path: string, key: string): string {
  if (!PLAIN_KEY.test(key)) return `${path}[${key}]`;
  return path === '' ? key : `${path}.${key}`;
}
