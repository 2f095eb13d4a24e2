import type { JsonValue } from '@kb/apimachinery';
import { readJsonPath } from '@kb/apimachinery/schema';
import { findValues } from './find-values.ts';

/** Finds values in JSON, in the order of the document. Undefined: the path does not fit the value. */
export type JsonPath = (value: unknown) => readonly JsonValue[] | undefined;

/**
 * Reads a path of Kubernetes' JSONPath dialect, without its braces, as printer columns have it: `.a.b`, `['a']`,
 * `['a','b']`, `[0]`, `[-1]`, `[*]`, `[1:3]`, `[?(@.type=="Ready")]`, `..a`, `\.` for a dot in a name. A path may hold
 * braces: the values are those of the first action, if all of them fit. Undefined when it cannot be read.
 */
export function parseJsonPath(text: string): JsonPath | undefined {
  const actions = readJsonPath(text);
  if (!actions) return undefined;
  const [first = [], ...others] = actions;
  return (value) => {
    if (value === undefined) return [];
    const root = value as JsonValue;
    const { values, failed } = findValues(root, first);
    return failed || others.some((steps) => findValues(root, steps).failed) ? undefined : values;
  };
}
