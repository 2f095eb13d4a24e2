import type { FieldSet } from './field-set.ts';
import type { PathElement } from './path-element.ts';
import type { ValueType } from './value-type.ts';

/**
 * Adds every declared field that has a member of the set below it: `.spec.replicas` adds `.spec`. Does not add
 * entries of maps and items of lists. structured-merge-diff's EnsureNamedFieldsAreMembers.
 */
export function withNamedFields(set: FieldSet, type: ValueType | undefined): FieldSet {
  let fields: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of set.fields) {
    if (child.fields.size === 0) continue;
    const below = withNamedFields(child, typeBelow(type, element));
    const self = child.self || (element.startsWith('f:') && type?.map?.declares(element.slice(2)) === true);
    if (below === child && self === child.self) continue;
    (fields ??= new Map(set.fields)).set(element, { self, fields: below.fields });
  }
  return fields === undefined ? set : { self: set.self, fields };
}

function typeBelow(type: ValueType | undefined, element: PathElement): ValueType | undefined {
  if (element.startsWith('f:')) return type?.map?.field(element.slice(2));
  return element.startsWith('k:') ? type?.list?.item() : undefined;
}
