import type { NamedType, TypeId, TypeUse } from '../../model/model.ts';
import { integers } from './integers.ts';
import { isNullable, withoutNull, withNull } from './null.ts';
import { keyOf } from './type-key.ts';
import { isPending, underlying } from '../../model/type-uses.ts';

type Types = ReadonlyMap<TypeId, NamedType | undefined>;
type EnumType = TypeUse & { kind: 'enum' };

/** Intersects two objects with named fields. */
export type IntersectObjects = (a: TypeUse, b: TypeUse) => TypeUse | 'nothing' | undefined;

/**
 * Intersects two types: null is a value only if both allow it. `nothing`: no value matches both. Undefined: no single
 * schema expresses it. If both types have the same values, the second is kept, with the description and markers of its
 * declaration.
 */
export function intersectUses(
  types: Types,
  a: TypeUse,
  b: TypeUse,
  objects: IntersectObjects,
): TypeUse | 'nothing' | undefined {
  if (isPending(types, a) || isPending(types, b)) return undefined;
  if (underlying(types, a).kind === 'json') return b;
  if (underlying(types, b).kind === 'json') return a;
  const nullable = isNullable(types, a) && isNullable(types, b);
  const common = intersectValues(types, withoutNull(types, a), withoutNull(types, b), objects);
  return nullable && common !== undefined && common !== 'nothing' ? withNull(types, common) : common;
}

function intersectValues(
  types: Types,
  a: TypeUse,
  b: TypeUse,
  objects: IntersectObjects,
): TypeUse | 'nothing' | undefined {
  if (keyOf(a) === keyOf(b)) return b;
  const [ours, theirs] = [underlying(types, a), underlying(types, b)];
  if (keyOf(ours) === keyOf(theirs)) return a.kind === 'named' && b.kind !== 'named' ? a : b;
  if (ours.kind === 'unknown' || theirs.kind === 'unknown') return undefined;
  if (ours.kind === 'enum') return narrowed(ours, theirs);
  if (theirs.kind === 'enum') return narrowed(theirs, ours);
  const [first, second] = [jsonTypes(ours), jsonTypes(theirs)];
  if (first === undefined || second === undefined) {
    if (ours.kind === 'list' && theirs.kind === 'list') {
      const items = intersectUses(types, ours.items, theirs.items, objects);
      if (items === undefined || items === 'nothing') return undefined;
      const minItems = Math.max(ours.minItems ?? 0, theirs.minItems ?? 0);
      const maxItems = Math.min(ours.maxItems ?? Infinity, theirs.maxItems ?? Infinity);
      return { kind: 'list', items, ...(minItems > 0 && { minItems }), ...(maxItems < Infinity && { maxItems }) };
    }
    return objects(a, b);
  }
  const shared = [...first].filter((name) => second.has(name));
  if (shared.length === 0) return 'nothing';
  // The one with fewer values, or with a pattern or a format.
  if (ours.kind === 'pattern' && theirs.kind === 'pattern') return undefined;
  if (first.size !== second.size) return first.size < second.size ? a : b;
  return isPlain(ours) ? b : a;
}

/** The values of a closed set that another type also allows. */
function narrowed(closed: EnumType, other: TypeUse): TypeUse | 'nothing' {
  const allowed = jsonTypes(other);
  const matches = other.kind === 'pattern' ? new RegExp(`^(?:${other.source})$`) : undefined;
  const values = closed.values.filter((value) => {
    if (other.kind === 'enum') return other.values.includes(value);
    return allowed?.has(typeof value) === true && (matches === undefined || matches.test(String(value)));
  });
  return values.length === 0 ? 'nothing' : { kind: 'enum', values };
}

/** True for a type of Kubernetes whose values are strings or numbers: IntOrString, Quantity and the types of time. */
export function isBuiltInScalar(type: TypeUse): boolean {
  return type.kind === 'builtIn' && jsonTypes(type) !== undefined;
}

/** True for a type of Kubernetes whose values are strings of a format. */
export function isBuiltInText(type: TypeUse): boolean {
  return type.kind === 'builtIn' && formatted.has(type.name);
}

/** The JSON types of a type's values; undefined for lists and objects. */
function jsonTypes(type: TypeUse): ReadonlySet<string> | undefined {
  switch (type.kind) {
    case 'scalar':
      if (type.scalar === 'boolean') return new Set(['boolean']);
      return new Set([type.scalar === 'string' || type.scalar === 'bytes' ? 'string' : 'number']);
    case 'enum':
      return new Set(type.values.map((value) => typeof value));
    case 'pattern':
      return new Set(['string']);
    case 'builtIn':
      if (type.name === 'intstr.IntOrString' || type.name === 'resource.Quantity') return new Set(['string', 'number']);
      return isBuiltInText(type) ? new Set(['string']) : undefined;
    default:
      return undefined;
  }
}

/** The types of Kubernetes that are strings of a format. */
const formatted: ReadonlySet<string> = new Set(['meta/v1.Time', 'meta/v1.MicroTime', 'meta/v1.Duration']);

/** True for strings, or integers of any size, which another type can restrict. */
function isPlain(type: TypeUse): boolean {
  return type.kind === 'scalar' && (type.scalar === 'string' || type.scalar === 'number' || !integers.has(type.scalar));
}
