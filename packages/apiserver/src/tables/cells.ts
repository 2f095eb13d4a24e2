import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { compareUtf8, isJsonObject } from '@kb/apimachinery/codec';
import {
  formatLabelSelector,
  labelSelectorFromLabels,
  labelSelectorOf,
  SelectorError,
} from '@kb/apimachinery/selectors';
import { at, type FrozenObject, objectsIn } from '../objects/api-object.ts';
import type { Column } from './columns.ts';
import { scalarText } from '../objects/scalar-text.ts';

/** What stands where there is nothing to show. */
export const NONE: string = '<none>';

/** A scalar at a dotted path as text; `otherwise` where there is none. */
export function text(path: string, otherwise = ''): Column['cell'] {
  return (object) => {
    const value = at(object, ...path.split('.'));
    return value === undefined || value === null || value === '' || typeof value === 'object'
      ? otherwise
      : String(value);
  };
}

/** A number at a dotted path; 0 where there is none. */
export function count(path: string): Column['cell'] {
  return (object) => numberAt(object, path);
}

/** A number at a dotted path; 0 where there is none. */
export function numberAt(object: unknown, path: string): number {
  const value = at(object, ...path.split('.'));
  return typeof value === 'number' ? value : 0;
}

/** Labels: `a=b,c=d`, sorted. */
export function labels(value: unknown): string {
  if (!isJsonObject(value)) return NONE;
  const pairs = Object.keys(value)
    .sort(compareUtf8)
    .map((key) => `${key}=${scalarText(value[key])}`);
  return pairs.length === 0 ? NONE : pairs.join(',');
}

/** A label selector as text. */
export function selector(value: unknown, empty: string = NONE): string {
  if (!isJsonObject(value)) return empty;
  try {
    return formatLabelSelector(labelSelectorOf(value)) || empty;
  } catch (error) {
    if (error instanceof SelectorError || error instanceof TypeError) return '<error>';
    throw error;
  }
}

/** Labels that are a selector as they stand, as a Service's. */
export function plainSelector(value: unknown): string {
  return isJsonObject(value)
    ? formatLabelSelector(labelSelectorFromLabels(value as Record<string, string>)) || NONE
    : NONE;
}

/** One member of every container of a pod's spec, joined: `name`, `image`. */
export function containers(podSpec: JsonValue | undefined, member: 'name' | 'image'): string {
  return objectsIn(isJsonObject(podSpec) ? podSpec.containers : undefined)
    .map((container) => scalarText(container[member] ?? ''))
    .join(',');
}

/** Texts joined, or `<none>`. */
export function joined(values: readonly string[], separator = ','): string {
  return values.length === 0 ? NONE : values.join(separator);
}

/** The first few, and how many more there are. */
export function firstFew(values: readonly string[], empty: string, limit = 3): string {
  if (values.length === 0) return empty;
  const shown = values.slice(0, limit).join(',');
  return values.length > limit ? `${shown} + ${values.length - limit} more...` : shown;
}

/** The strings of a list. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The condition of a type, among those of an object's status. */
export function conditionOf(object: FrozenObject, type: string): JsonObject | undefined {
  return objectsIn(at(object, 'status', 'conditions')).find((condition) => condition.type === type);
}
