import type { JsonValue } from '@kb/apimachinery';
import { type PathSlice, type PathStep, readJsonPath } from '@kb/apimachinery/schema';
import { isJsonObject } from '@kb/apimachinery/codec';
import { compareValues } from './compare-values.ts';

/** Finds values in JSON, in the order of the document. Undefined if the path does not fit the value. */
export type JsonPath = (value: unknown) => readonly JsonValue[] | undefined;

/**
 * Parses a path of Kubernetes' JSONPath dialect, without its braces, as in printer columns: `.a.b`, `['a']`,
 * `['a','b']`, `[0]`, `[-1]`, `[*]`, `[1:3]`, `[?(@.type=="Ready")]`, `..a`, `\.` for a dot in a name. If a path has
 * braces, the values are those of the first action, provided that all actions fit. Undefined if the path cannot be
 * parsed.
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

/** The values that a path finds, and whether it fits. */
interface Found {
  readonly values: readonly JsonValue[];
  /**
   * True: the path does not fit the values, for example because an index is out of bounds. `values` are then the inputs
   * of the failed step.
   */
  readonly failed: boolean;
}

/** The maximum number of values that one path may visit. Real paths visit less than a thousandth of it. */
const MOST_LOOKED_AT = 1_000_000;

/** What is left of {@link MOST_LOOKED_AT}. */
interface Budget {
  left: number;
}

/** The error of a path that visits too many values. */
class BudgetError extends Error {
  override readonly name = 'BudgetError';
}

const none: readonly JsonValue[] = [];
const fits = (values: readonly JsonValue[]): Found => ({ values, failed: false });
const failed = (values: readonly JsonValue[]): Found => ({ values, failed: true });

/** Follows the steps of a path from a value. A path that visits too many values is treated as one that does not fit. */
function findValues(root: JsonValue, steps: readonly PathStep[]): Found {
  try {
    return walk([root], steps, { left: MOST_LOOKED_AT });
  } catch (error) {
    if (error instanceof BudgetError) return failed(none);
    throw error;
  }
}

function walk(values: readonly JsonValue[], steps: readonly PathStep[], budget: Budget): Found {
  let found = fits(values);
  for (const step of steps) {
    spend(budget, found.values.length + 1);
    found = follow(found.values, step, budget);
    if (found.failed) return found;
  }
  return found;
}

function spend(budget: Budget, values: number): void {
  budget.left -= values;
  if (budget.left < 0) throw new BudgetError();
}

function follow(values: readonly JsonValue[], step: PathStep, budget: Budget): Found {
  switch (step.type) {
    case 'field':
      return fits(values.flatMap((value) => property(value, step.name)));
    case 'children':
      return fits(values.flatMap(childrenOf));
    case 'descendants':
      return fits(descendantsOf(values, budget));
    case 'constant':
      return fits(step.each ? values.map(() => step.value) : [step.value]);
    case 'slice':
      return sliced(values, step.slice);
    case 'union': {
      const all = step.paths.map((path) => walk(values, path, budget));
      return all.some((found) => found.failed) ? failed(values) : fits(unique(all.flatMap((found) => found.values)));
    }
    case 'filter':
      return filtered(values, step, budget);
    case 'unknown':
      return failed(values);
  }
}

function property(value: JsonValue, name: string): readonly JsonValue[] {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return none;
  const found = value[name];
  return found === undefined ? none : [found];
}

function childrenOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  return isJsonObject(value) ? Object.values(value) : none;
}

/**
 * Returns non-empty objects, lists and strings, each before its contents. Each object and list is returned once:
 * otherwise the number of ways to reach it would multiply with each descent.
 */
function descendantsOf(values: readonly JsonValue[], budget: Budget): JsonValue[] {
  const seen = new Set<JsonValue>();
  const found: JsonValue[] = [];
  const open = values.toReversed();
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    spend(budget, 1);
    if (typeof value === 'string' && value !== '') found.push(value);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const children = childrenOf(value);
    if (children.length > 0) found.push(value);
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child !== undefined) open.push(child);
    }
  }
  return found;
}

/** Removes repeated objects and lists. */
function unique(values: readonly JsonValue[]): readonly JsonValue[] {
  const seen = new Set<JsonValue>();
  return values.filter((value) => {
    if (typeof value !== 'object' || value === null) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    return true;
  });
}

function sliced(values: readonly JsonValue[], { from = 0, to, step = 1, single }: PathSlice): Found {
  const found: JsonValue[] = [];
  for (const value of values) {
    if (value === null) continue;
    if (!Array.isArray(value)) return failed(values);
    const { length } = value;
    const start = from < 0 ? from + length : from;
    const last = single ? from + 1 : (to ?? length);
    const end = last < 0 || (single && last === 0) ? last + length : last;
    // A missing item is not an error, but ends the search.
    if (start === end) return fits(found);
    if (start < 0 || start >= length || end < 0 || end > length || start > end || step <= 0) return failed(values);
    for (let at = start; at < end; at += step) {
      const item = value[at];
      if (item !== undefined) found.push(item);
    }
  }
  return fits(found);
}

function filtered(
  values: readonly JsonValue[],
  { left, right, operator }: Extract<PathStep, { type: 'filter' }>,
  budget: Budget,
): Found {
  const found: JsonValue[] = [];
  for (const value of values) {
    if (!Array.isArray(value)) return failed(values);
    for (const item of value) {
      const lefts = walk([item], left, budget);
      if (operator === '') {
        // An operand that does not fit still counts as present.
        if (lefts.values.length > 0) found.push(item);
        continue;
      }
      const passes = compare(lefts, () => walk([item], right, budget), operator);
      if (passes === undefined) return failed(values);
      if (passes) found.push(item);
    }
  }
  return fits(found);
}

/** Compares the one value on the left with the one on the right; undefined if they cannot be compared. */
function compare(lefts: Found, findRights: () => Found, operator: string): boolean | undefined {
  if (lefts.failed || lefts.values.length > 1) return undefined;
  const [left] = lefts.values;
  if (left === undefined) return false;
  const rights = findRights();
  if (rights.failed || rights.values.length > 1) return undefined;
  const [right] = rights.values;
  return right === undefined ? false : compareValues(left, right, operator);
}
