import { fieldDifferences } from '../../inspection/field-differences.ts';

/** Returns the paths of the fields in which two objects differ: see {@link fieldDifferences}. */
export function changedFields(before: unknown, after: unknown, limit = 10): readonly string[] {
  return [...fieldDifferences(before, after, limit).keys()];
}

/** Like {@link changedFields}, with the values of these fields in `after`; undefined where a field is gone. */
export function changedValues(before: unknown, after: unknown, limit = 10): ReadonlyMap<string, unknown> {
  return new Map([...fieldDifferences(before, after, limit)].map(([path, difference]) => [path, difference.after]));
}
