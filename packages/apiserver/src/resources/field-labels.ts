import { badRequest } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { type FieldSelector, matchesFields } from '@kb/apimachinery/selectors';
import { refuse } from '../refuse.ts';
import { at, type FrozenObject } from '../objects/api-object.ts';

/** The fields that a kind's field selectors support, and how their values are read. */
export interface FieldLabels {
  readonly names: ReadonlySet<string>;
  /** Returns the value to compare with; empty if the field is absent. */
  readonly valueOf: (object: FrozenObject, name: string) => string;
  /** Returns the message for an unknown field name. */
  readonly unknown: (name: string) => string;
}

/** Refuses a selector with fields that the kind does not support. */
export function checkFieldSelector(selector: FieldSelector, labels: FieldLabels): void {
  for (const { field } of selector) if (!labels.names.has(field)) refuse(badRequest(labels.unknown(field)));
}

/** Whether an object satisfies a selector. */
export function matchesFieldSelector(selector: FieldSelector, labels: FieldLabels, object: FrozenObject): boolean {
  return matchesFields(selector, (name) => labels.valueOf(object, name));
}

const always = ['metadata.name', 'metadata.namespace'];

/** Makes field labels of names that are JSON paths; `values` reads the fields whose names are not paths. */
export function fieldLabels(
  names: readonly string[],
  unknown: (name: string) => string,
  values: Readonly<Record<string, (object: FrozenObject) => string>> = {},
): FieldLabels {
  return { names: new Set(names), unknown, valueOf: (object, name) => values[name]?.(object) ?? textAt(object, name) };
}

/** The fields that every kind supports. */
export const metadataLabels: FieldLabels = fieldLabels(always, (name) => {
  return `${quoteString(name)} is not a known field selector: only "metadata.name", "metadata.namespace"`;
});

/** Returns the scalar at a dotted path as a string; empty if there is none. */
export function textAt(object: FrozenObject, path: string): string {
  const value = at(object, ...path.split('.'));
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** Returns the boolean at a dotted path as a string; `false` if there is none. */
export function booleanAt(object: FrozenObject, path: string): string {
  return textAt(object, path) || 'false';
}
