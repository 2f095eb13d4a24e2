import type { JsonValue } from '@kb/apimachinery';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';

/** Some of all values: these, or all but these. */
export interface ValueSet {
  readonly kind: 'these' | 'allBut';
  readonly values: ReadonlySet<JsonValue>;
}

/** What a field may be: not there, or one of some values. */
export interface FieldStates {
  readonly absent: boolean;
  readonly values: ValueSet;
}

/** Every value. */
export const allValues: ValueSet = { kind: 'allBut', values: new Set() };
/** No value. */
export const noValues: ValueSet = { kind: 'these', values: new Set() };

/** The values that are in both. */
export function intersectValues(a: ValueSet, b: ValueSet): ValueSet {
  if (a === b || b === allValues || a === noValues) return a;
  if (a === allValues || b === noValues) return b;
  if (a.kind === 'these') return { kind: 'these', values: filter(a.values, (value) => has(b, value)) };
  if (b.kind === 'these') return intersectValues(b, a);
  return { kind: 'allBut', values: new Set([...a.values, ...b.values]) };
}

/** The values that are not in it. */
export function complementOf({ kind, values }: ValueSet): ValueSet {
  return { kind: kind === 'these' ? 'allBut' : 'these', values };
}

/** The values that are in one of them or in both. */
function uniteValues(a: ValueSet, b: ValueSet): ValueSet {
  return complementOf(intersectValues(complementOf(a), complementOf(b)));
}

/** True when no value is in it. */
export function isEmpty({ kind, values }: ValueSet): boolean {
  return kind === 'these' && values.size === 0;
}

/** The states that are in one of them or in both. */
export function uniteStates(a: FieldStates, b: FieldStates): FieldStates {
  return { absent: a.absent || b.absent, values: uniteValues(a.values, b.values) };
}

/** True when every state of one is a state of the other. */
export function areWithin(inner: FieldStates, outer: FieldStates): boolean {
  if (inner.absent && !outer.absent) return false;
  return inner.values === outer.values || isEmpty(intersectValues(inner.values, complementOf(outer.values)));
}

/** True when the value is in it. */
export function has({ kind, values }: ValueSet, value: JsonValue): boolean {
  return values.has(value) === (kind === 'these');
}

function filter<T>(values: ReadonlySet<T>, test: (value: T) => boolean): ReadonlySet<T> {
  return new Set([...values].filter(test));
}

/**
 * True for a field that the API server fills in where it is absent, before it looks what is required. A default of null
 * says that there is none.
 */
export function isFilledIn(schema: JsonSchemaProps | undefined): boolean {
  return schema?.default !== undefined && schema.default !== null;
}
