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

/** The text of a cell without a value. */
export const NONE: string = '<none>';

/** Makes a cell that shows the scalar at a dotted path; `otherwise` if there is none. */
export function text(path: string, otherwise = ''): Column['cell'] {
  return (object) => {
    const value = at(object, ...path.split('.'));
    return value === undefined || value === null || value === '' || typeof value === 'object'
      ? otherwise
      : String(value);
  };
}

/** Makes a cell that shows the number at a dotted path; 0 if there is none. */
export function count(path: string): Column['cell'] {
  return (object) => numberAt(object, path);
}

/** Returns the number at a dotted path; 0 if there is none. */
export function numberAt(object: unknown, path: string): number {
  const value = at(object, ...path.split('.'));
  return typeof value === 'number' ? value : 0;
}

/** Formats labels: `a=b,c=d`, sorted. */
export function labels(value: unknown): string {
  if (!isJsonObject(value)) return NONE;
  const pairs = Object.keys(value)
    .sort(compareUtf8)
    .map((key) => `${key}=${scalarText(value[key])}`);
  return pairs.length === 0 ? NONE : pairs.join(',');
}

/** Formats a label selector. */
export function selector(value: unknown, empty: string = NONE): string {
  if (!isJsonObject(value)) return empty;
  try {
    return formatLabelSelector(labelSelectorOf(value)) || empty;
  } catch (error) {
    if (error instanceof SelectorError || error instanceof TypeError) return '<error>';
    throw error;
  }
}

/** Formats a selector that consists of labels only, such as a Service's. */
export function plainSelector(value: unknown): string {
  return isJsonObject(value)
    ? formatLabelSelector(labelSelectorFromLabels(value as Record<string, string>)) || NONE
    : NONE;
}

/** Joins one member of every container of a pod's spec: `name` or `image`. */
export function containers(podSpec: JsonValue | undefined, member: 'name' | 'image'): string {
  return objectsIn(isJsonObject(podSpec) ? podSpec.containers : undefined)
    .map((container) => scalarText(container[member] ?? ''))
    .join(',');
}

/** Joins strings; `<none>` if there are none. */
export function joined(values: readonly string[], separator = ','): string {
  return values.length === 0 ? NONE : values.join(separator);
}

/** Formats the first few strings and the number of the others. */
export function firstFew(values: readonly string[], empty: string, limit = 3): string {
  if (values.length === 0) return empty;
  const shown = values.slice(0, limit).join(',');
  return values.length > limit ? `${shown} + ${values.length - limit} more...` : shown;
}

/** Returns the strings of a list. */
export function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** Returns the condition of a type from an object's status. */
export function conditionOf(object: FrozenObject, type: string): JsonObject | undefined {
  return objectsIn(at(object, 'status', 'conditions')).find((condition) => condition.type === type);
}
