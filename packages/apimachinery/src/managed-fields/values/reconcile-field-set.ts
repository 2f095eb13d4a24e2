import { type FieldSet, leafFieldSet } from '../field-sets/field-set.ts';
import type { PathElement } from '../field-sets/path-element.ts';
import { partFor, type ValueType } from './value-type.ts';

/**
 * Adapts a set to a schema that has changed since it was written: where it holds fields below an object or a list that
 * is atomic now, the result holds the whole object or list instead. (The reverse needs no change: an atomic value that
 * became granular stays owned as one field.)
 */
export function reconcileFieldSet(set: FieldSet, type: ValueType): FieldSet {
  if (inLine.get(set) === type) return set;
  const reconciled = reconcile(set, type);
  inLine.set(reconciled, type);
  return reconciled;
}

/**
 * The types that sets are known to fit. Sets live as long as the objects that hold them, and every write checks
 * them.
 */
const inLine = new WeakMap<FieldSet, ValueType>();

function reconcile(set: FieldSet, type: ValueType): FieldSet {
  if (set.fields.size === 0) return set;
  const part = partFor(type, undefined);
  if (part === 'scalar' || (part === 'map' && type.map?.deduced)) return set;
  let fields: Map<PathElement, FieldSet> | undefined;
  for (const [element, child] of set.fields) {
    // A path without fields below it is already owned as a whole.
    if (child.fields.size === 0) continue;
    const childType = part === 'map' ? fieldTypeOf(type, element) : type.list?.item();
    if (childType === undefined) continue;
    const reconciled = isAtomic(childType) ? leafFieldSet : reconcile(child, childType);
    if (reconciled !== child) (fields ??= new Map(set.fields)).set(element, reconciled);
  }
  return fields === undefined ? set : { self: set.self, fields };
}

function fieldTypeOf(type: ValueType, element: PathElement): ValueType | undefined {
  return type.map?.field(element.startsWith('f:') ? element.slice(2) : '');
}

function isAtomic(type: ValueType): boolean {
  const part = partFor(type, undefined);
  if (part === 'map') return type.map?.atomic === true && !type.map.deduced;
  return part === 'list' && type.list?.kind === 'atomic';
}
