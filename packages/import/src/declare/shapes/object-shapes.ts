import {
  allValues,
  areWithin,
  type FieldStates,
  intersectValues,
  isEmpty,
  noValues,
  uniteStates,
} from './field-states.ts';

/** The names of the fields to a nested one; empty for the object itself. */
export type FieldPath = readonly string[];

/**
 * The states of some fields of an object, by their paths as JSON; all must hold. A field that is not listed may have
 * any state.
 */
export type Shape = ReadonlyMap<string, FieldStates>;

/** Objects that match at least one of several shapes. */
export type Shapes = readonly Shape[];

/** Every object. */
export const anyShape: Shapes = [new Map()];
/** No object. */
export const noShape: Shapes = [];

/** The maximum number of shapes; beyond it, they are replaced by the shape that accepts everything. */
const MAX_SHAPES = 64;

/** The objects in which a field has one of some states. The object itself always exists, with any value. */
export function shapesAt(path: FieldPath, states: FieldStates): Shapes {
  if (!states.absent && isEmpty(states.values)) return noShape;
  if (path.length === 0) return isEmpty(states.values) ? noShape : anyShape;
  return areWithin(anything, states) ? anyShape : [new Map([[JSON.stringify(path), states]])];
}

/** The objects in which a field exists. */
export function presentAt(path: FieldPath): Shapes {
  return shapesAt(path, { absent: false, values: allValues });
}

/** The objects in which a field is absent. */
export function absentAt(path: FieldPath): Shapes {
  return shapesAt(path, { absent: true, values: noValues });
}

/** The states of an unrestricted field. */
export const anything: FieldStates = { absent: true, values: allValues };

/** The objects that match both; a superset, if there would be too many shapes. */
export function bothOf(a: Shapes, b: Shapes): Shapes {
  if (a.length * b.length > MAX_SHAPES * MAX_SHAPES) return a.length < b.length ? a : b;
  const shapes = distinct(a.flatMap((one) => b.flatMap((other) => intersect(one, other) ?? [])));
  if (shapes.length <= MAX_SHAPES) return shapes;
  return a.length < b.length ? a : b;
}

/** The objects that match at least one; every object, if there would be too many shapes. */
export function eitherOf(...parts: readonly Shapes[]): Shapes {
  const shapes = distinct(parts.flat());
  return shapes.length <= MAX_SHAPES ? shapes : anyShape;
}

function intersect(a: Shape, b: Shape): Shape | undefined {
  const both = new Map(a);
  for (const [name, states] of b) {
    const { absent, values } = both.get(name) ?? anything;
    const common = { absent: absent && states.absent, values: intersectValues(values, states.values) };
    if (!common.absent && isEmpty(common.values)) return undefined;
    both.set(name, common);
  }
  return both;
}

/**
 * Reduces the number of shapes: drops those that another one contains, and merges those that differ in one field only.
 */
function distinct(shapes: Shapes): Shapes {
  let kept: Shape[] = [];
  for (let shape of shapes) {
    if (kept.some((other) => isWithin(shape, other))) continue;
    for (let twin = findTwin(shape, kept); twin !== undefined; twin = findTwin(shape, kept)) {
      kept = kept.filter((other) => other !== twin?.other);
      shape = twin.both;
    }
    kept = kept.filter((other) => !isWithin(other, shape));
    kept.push(shape);
    if (kept.length > MAX_SHAPES) return kept;
  }
  return kept;
}

/** A shape that differs from this one in the states of one field, and the two merged. */
function findTwin(shape: Shape, others: Shapes): { readonly other: Shape; readonly both: Shape } | undefined {
  for (const other of others) {
    const name = onlyDifference(shape, other);
    const [ours, theirs] = name === undefined ? [] : [shape.get(name), other.get(name)];
    if (name === undefined || ours === undefined || theirs === undefined) continue;
    const both = new Map(shape);
    const states = uniteStates(ours, theirs);
    if (areWithin(anything, states)) both.delete(name);
    else both.set(name, states);
    return { other, both };
  }
  return undefined;
}

function onlyDifference(a: Shape, b: Shape): string | undefined {
  if (a.size !== b.size) return undefined;
  let difference: string | undefined;
  for (const [name, states] of a) {
    const other = b.get(name);
    if (other === undefined) return undefined;
    if (areWithin(states, other) && areWithin(other, states)) continue;
    if (difference !== undefined) return undefined;
    difference = name;
  }
  return difference;
}

function isWithin(inner: Shape, outer: Shape): boolean {
  if (outer.size > inner.size) return false;
  for (const [name, states] of outer) {
    const own = inner.get(name);
    if (own === undefined || !areWithin(own, states)) return false;
  }
  return true;
}
