import {
  emptyFieldSet,
  type FieldSet,
  isEmptyFieldSet,
  leafFieldSet,
  subtractFieldSetsRecursively,
} from './field-set.ts';
import type { FieldPath, PathElement } from './path-element.ts';

/**
 * Selects fields of a set: all but those in `exclude` and everything below them, or only those below a path of
 * `include`, where `*` stands for any one element.
 */
export type FieldFilter = { readonly exclude: FieldSet } | { readonly include: readonly FieldPath[] };

/** Returns the part of a set that passes a filter; the whole set without a filter. */
export function filterFieldSet(set: FieldSet, filter: FieldFilter | undefined): FieldSet {
  if (filter === undefined) return set;
  if ('exclude' in filter) return subtractFieldSetsRecursively(set, filter.exclude);
  return keepMatching(set, filter.include);
}

function keepMatching(set: FieldSet, patterns: readonly FieldPath[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  const fields = new Map<PathElement, FieldSet>();
  for (const [element, child] of set.fields) {
    const rest = patterns.filter(([first]) => first === '*' || first === element).map((pattern) => pattern.slice(1));
    if (rest.length === 0) continue;
    const kept = keepMatching(child, rest);
    const below = kept === child ? child : { self: child.self, fields: kept.fields };
    if (!isEmptyFieldSet(below)) fields.set(element, below.fields.size === 0 ? leafFieldSet : below);
  }
  return fields.size === 0 ? emptyFieldSet : { self: false, fields };
}
