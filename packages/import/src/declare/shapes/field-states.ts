import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** A set of values: these, or all but these. */
export interface ValueSet {
  readonly kind: 'these' | 'allBut';
  readonly values: ReadonlySet<JsonValue>;
}

/** The possible states of a field: absent, or one of some values. */
export interface FieldStates {
  readonly absent: boolean;
  readonly values: ValueSet;
}

/** Every value. */
export const allValues: ValueSet = { kind: 'allBut', values: new Set() };
/** No value. */
export const noValues: ValueSet = { kind: 'these', values: new Set() };

/** The intersection of two sets. */
export function intersectValues(a: ValueSet, b: ValueSet): ValueSet {
  if (a === b || b === allValues || a === noValues) return a;
  if (a === allValues || b === noValues) return b;
  if (a.kind === 'these') return { kind: 'these', values: filter(a.values, (value) => has(b, value)) };
  if (b.kind === 'these') return intersectValues(b, a);
  return { kind: 'allBut', values: new Set([...a.values, ...b.values]) };
}

/** The complement of a set. */
export function complementOf({ kind, values }: ValueSet): ValueSet {
  return { kind: kind === 'these' ? 'allBut' : 'these', values };
}

/** The union of two sets. */
function uniteValues(a: ValueSet, b: ValueSet): ValueSet {
  return complementOf(intersectValues(complementOf(a), complementOf(b)));
}

/** True for the empty set. */
export function isEmpty({ kind, values }: ValueSet): boolean {
  return kind === 'these' && values.size === 0;
}

/** The union of two sets of states. */
export function uniteStates(a: FieldStates, b: FieldStates): FieldStates {
  return { absent: a.absent || b.absent, values: uniteValues(a.values, b.values) };
}

/** True when every state of the inner one is also a state of the outer one. */
export function areWithin(inner: FieldStates, outer: FieldStates): boolean {
  if (inner.absent && !outer.absent) return false;
  return inner.values === outer.values || isEmpty(intersectValues(inner.values, complementOf(outer.values)));
}

/** True when the set contains the value. */
export function has({ kind, values }: ValueSet, value: JsonValue): boolean {
  return values.has(value) === (kind === 'these');
}

function filter<T>(values: ReadonlySet<T>, test: (value: T) => boolean): ReadonlySet<T> {
  return new Set([...values].filter(test));
}

/**
 * True for an absent field that gets a default: the API server sets defaults before it checks required fields. A
 * default of null counts as none.
 */
export function isFilledIn(schema: JsonSchemaProps | undefined): boolean {
  return schema?.default !== undefined && schema.default !== null;
}
